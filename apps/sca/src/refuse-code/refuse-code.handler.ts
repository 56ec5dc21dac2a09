import { DecidesOn, HandlesCommand } from '@nordgate/messaging';
import { authorisationStream } from '../domain/authorisation.js';
import { refuseCode } from './refuse-code.js';

@HandlesCommand('RefuseCode')
export class RefuseCodeHandler extends DecidesOn(
  authorisationStream,
  refuseCode,
  (authorisation) => authorisation,
) {}
