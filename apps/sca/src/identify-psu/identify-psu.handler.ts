import { DecidesOn, HandlesCommand } from '@nordgate/messaging';
import { authorisationStream } from '../domain/authorisation.js';
import { identifyPsu } from './identify-psu.js';

@HandlesCommand('IdentifyPsu')
export class IdentifyPsuHandler extends DecidesOn(
  authorisationStream,
  identifyPsu,
  (authorisation) => authorisation,
) {}
