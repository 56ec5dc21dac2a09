import { DecidesOn, HandlesCommand } from '@nordgate/messaging';
import { tppStopStream } from '../domain/tpp-stop.js';
import { stopTpp } from './stop-tpp.js';

@HandlesCommand('StopTpp')
export class StopTppHandler extends DecidesOn(tppStopStream, stopTpp, (stop) => stop) {}
