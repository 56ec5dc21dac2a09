import { DecidesOn, HandlesCommand } from '@nordgate/messaging';
import { authorisationStream } from '../domain/authorisation.js';
import { finaliseAuthorisation } from './finalise-authorisation.js';

@HandlesCommand('FinaliseAuthorisation')
export class FinaliseAuthorisationHandler extends DecidesOn(
  authorisationStream,
  finaliseAuthorisation,
  (authorisation) => authorisation,
) {}
