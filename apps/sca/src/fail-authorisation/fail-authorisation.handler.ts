import { DecidesOn, HandlesCommand } from '@nordgate/messaging';
import { authorisationStream } from '../domain/authorisation.js';
import { failAuthorisation } from './fail-authorisation.js';

@HandlesCommand('FailAuthorisation')
export class FailAuthorisationHandler extends DecidesOn(
  authorisationStream,
  failAuthorisation,
  (authorisation) => authorisation,
) {}
