import { DecidesOn, HandlesCommand } from '@nordgate/messaging';
import { accessStream } from '../domain/access.js';
import { grantAccess } from './grant-access.js';

@HandlesCommand('GrantAccess')
export class GrantAccessHandler extends DecidesOn(accessStream, grantAccess) {}
