import { DecidesOn, HandlesCommand } from '@nordgate/messaging';
import { accessStream } from '../domain/access.js';
import { revokeAccess } from './revoke-access.js';

@HandlesCommand('RevokeAccess')
export class RevokeAccessHandler extends DecidesOn(accessStream, revokeAccess) {}
