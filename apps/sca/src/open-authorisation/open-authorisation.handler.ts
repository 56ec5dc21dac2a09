import { DecidesWith, HandlesFoundingCommand } from '@nordgate/messaging';
import { authorisationStream } from '../domain/authorisation.js';
import { SCA_SETTINGS } from '../sca.settings.js';
import type { ScaSettings } from '../sca.settings.js';
import { authorisationReceipt, openAuthorisation } from './open-authorisation.js';

@HandlesFoundingCommand('OpenAuthorisation')
export class OpenAuthorisationHandler extends DecidesWith(
  SCA_SETTINGS,
  authorisationStream,
  ({ timers }: ScaSettings) => openAuthorisation(timers),
  authorisationReceipt,
) {}
