import { DecidesOn, HandlesCommand } from '@nordgate/messaging';
import { tppStopStream } from '../domain/tpp-stop.js';
import { releaseTpp } from './release-tpp.js';

@HandlesCommand('ReleaseTpp')
export class ReleaseTppHandler extends DecidesOn(tppStopStream, releaseTpp, (stop) => stop) {}
