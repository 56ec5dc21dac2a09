import { DecidesOn, HandlesCommand } from '@nordgate/messaging';
import { psuStream } from '../domain/psu.js';
import { psuReceipt, recognisePsu } from './recognise-psu.js';

@HandlesCommand('RecognisePsu')
export class RecognisePsuHandler extends DecidesOn(psuStream, recognisePsu, psuReceipt) {}
