import { DecidesWith, HandlesCommand } from '@nordgate/messaging';
import { sessionStream } from '../domain/session.js';
import { SCA_SETTINGS } from '../sca.settings.js';
import type { ScaSettings } from '../sca.settings.js';
import { completeSession } from './complete-session.js';

@HandlesCommand('CompleteSession')
export class CompleteSessionHandler extends DecidesWith(
  SCA_SETTINGS,
  sessionStream,
  ({ timers }: ScaSettings) => completeSession(timers),
) {}
