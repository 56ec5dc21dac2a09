import { DecidesOn, HandlesCommand } from '@nordgate/messaging';
import { authorisationStream } from '../domain/authorisation.js';
import { showChallenge } from './show-challenge.js';

@HandlesCommand('ShowChallenge')
export class ShowChallengeHandler extends DecidesOn(
  authorisationStream,
  showChallenge,
  (authorisation) => authorisation,
) {}
