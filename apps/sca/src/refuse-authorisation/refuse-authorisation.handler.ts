import { DecidesOn, HandlesCommand } from '@nordgate/messaging';
import { authorisationStream } from '../domain/authorisation.js';
import { refuseAuthorisation } from './refuse-authorisation.js';

@HandlesCommand('RefuseAuthorisation')
export class RefuseAuthorisationHandler extends DecidesOn(
  authorisationStream,
  refuseAuthorisation,
  (authorisation) => authorisation,
) {}
