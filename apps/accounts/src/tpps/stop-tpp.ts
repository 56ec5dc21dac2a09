import type { AccountCommands } from '@nordgate/contracts/commands';
import type { TppStopEvent } from '@nordgate/contracts/events';
import { dayInOslo } from '@nordgate/contracts/rules';
import { defined, nothing, refuse } from '@nordgate/decider';
import type { CommandOf, Decide } from '@nordgate/decider';
import type { TppStop } from './tpp-stop.js';

export type StopTpp = CommandOf<AccountCommands, 'StopTpp'>;
export type ReleaseTpp = CommandOf<AccountCommands, 'ReleaseTpp'>;

/** Stops a TPP, or changes the end or the reason of its stop. A stop that is over stops nobody. */
export const stopTpp: Decide<StopTpp, TppStop, TppStopEvent> = ({ data, meta: { at } }, stop) => {
  const { tppId, until, reason } = data;
  if (until !== undefined && until < dayInOslo(new Date(at))) {
    return refuse('FORMAT_ERROR', { path: '/until', text: 'until is in the past' });
  }
  const isSame = stop.is === 'stopped' && stop.until === until && stop.reason === reason;
  if (isSame) return nothing;
  return [{ type: 'TppStopped', data: defined({ tppId, until, reason, at }) }];
};

/** Lets a stopped TPP in again. */
export const releaseTpp: Decide<ReleaseTpp, TppStop, TppStopEvent> = ({ meta: { at } }, stop) =>
  stop.is === 'stopped' ? [{ type: 'TppReleased', data: { at } }] : nothing;
