import { DecidesWith, HandlesCommand } from '@nordgate/messaging';
import { authorisationStream } from '../domain/authorisation.js';
import { SCA_SETTINGS } from '../sca.settings.js';
import type { ScaSettings } from '../sca.settings.js';
import { identifyPsu } from './identify-psu.js';

@HandlesCommand('IdentifyPsu')
export class IdentifyPsuHandler extends DecidesWith(
  SCA_SETTINGS,
  authorisationStream,
  ({ timers }: ScaSettings) => identifyPsu(timers),
  (authorisation) => authorisation,
) {}
