import type { AccountCommandData } from '@nordgate/contracts/commands';
import type { TppStopEvent } from '@nordgate/contracts/events';
import { nothing, refuse } from '@nordgate/decider';
import type { Command, Decide } from '@nordgate/decider';
import type { TppStop } from '../domain/tpp-stop.js';

export type StopTpp = Command<'StopTpp', AccountCommandData['StopTpp']>;

/** Stops a TPP, or changes the end or the reason of its stop. A stop that is over stops nobody. */
export const stopTpp: Decide<StopTpp, TppStop, TppStopEvent> = ({ data, meta: { at } }, stop) => {
  const { tppId, until, reason } = data;
  if (until !== undefined && until < at.slice(0, 10)) {
    return refuse('FORMAT_ERROR', { path: '/until', text: 'until is in the past' });
  }
  const isSame = stop.is === 'stopped' && stop.until === until && stop.reason === reason;
  if (isSame) return nothing;
  const end = until === undefined ? {} : { until };
  return [{ type: 'TppStopped', data: { tppId, ...end, reason, at } }];
};
