import type { PsuEvent } from '@nordgate/contracts/events';
import { nothing } from '@nordgate/decider';
import type { CommandOf, Decision } from '@nordgate/decider';
import type { Psu } from './psu.js';
import type { SessionCommands } from './session-commands.js';

export type RecognisePsu = CommandOf<SessionCommands, 'RecognisePsu'>;

/** Gives a customer their PSU-ID towards a TPP; the first one stays (specification 5.11). */
export function recognisePsu({ data, meta }: RecognisePsu, psu: Psu): Decision<PsuEvent> {
  if (psu.is === 'recognised') return nothing;
  const { tpp, customerId, psuId } = data;
  return [{ type: 'PsuRecognised', data: { tpp, customerId, psuId, at: meta.at } }];
}

/** The PSU-ID, no matter which request asked first. */
export function psuReceipt(psu: Psu): string | null {
  return psu.is === 'none' ? null : psu.psuId;
}
