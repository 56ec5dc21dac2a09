import type { TppStopEvent, TppStopped } from '@nordgate/contracts/events';
import { streams } from '@nordgate/contracts/rules';
import { streamType, unreachable } from '@nordgate/decider';

/** Whether the bank's operator keeps a TPP out; also the inline view that the gateway's list reads. */
export type TppStop = { readonly is: 'none' } | RunningStop | { readonly is: 'released' };

/** A stop also ends with its last day, without an event: readers compare the day. */
export interface RunningStop extends Omit<TppStopped['data'], 'at'> {
  readonly is: 'stopped';
  readonly since: string;
}

function evolve(_stop: TppStop, event: TppStopEvent): TppStop {
  switch (event.type) {
    case 'TppStopped': {
      const { at: since, ...stopped } = event.data;
      return { is: 'stopped', ...stopped, since };
    }
    case 'TppReleased':
      return { is: 'released' };
    default:
      return unreachable(event);
  }
}

/** Streams `tpp-stop-<tpp>`, by organizationIdentifier. */
export const tppStopStream = streamType<TppStop, TppStopEvent, 'tpp-stop'>({
  name: streams.tppStop.category,
  stateVersion: 1,
  initial: { is: 'none' },
  evolve,
  events: { TppStopped: { version: 1 }, TppReleased: { version: 1 } },
});
