import { DecidesOn, HandlesCommand } from '@nordgate/messaging';
import { authorisationStream } from '../domain/authorisation.js';
import { refuseLogIn } from './refuse-log-in.js';

@HandlesCommand('RefuseLogIn')
export class RefuseLogInHandler extends DecidesOn(
  authorisationStream,
  refuseLogIn,
  (authorisation) => authorisation,
) {}
