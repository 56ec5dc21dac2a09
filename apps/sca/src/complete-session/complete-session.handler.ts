import { DecidesOn, HandlesCommand } from '@nordgate/messaging';
import { sessionStream } from '../domain/session.js';
import { completeSession } from './complete-session.js';

@HandlesCommand('CompleteSession')
export class CompleteSessionHandler extends DecidesOn(sessionStream, completeSession) {}
