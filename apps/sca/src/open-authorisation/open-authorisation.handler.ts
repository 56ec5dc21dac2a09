import { DecidesOn, HandlesCommand } from '@nordgate/messaging';
import { authorisationStream } from '../domain/authorisation.js';
import { authorisationReceipt, openAuthorisation } from './open-authorisation.js';

@HandlesCommand('OpenAuthorisation')
export class OpenAuthorisationHandler extends DecidesOn(
  authorisationStream,
  openAuthorisation,
  authorisationReceipt,
) {}
