import type { TppStopEvent, TppStopped } from '@nordgate/contracts/events';
import { streamType, unreachable } from '@nordgate/decider';

/** Whether the bank's operator keeps a TPP out; also the inline view that the gateway's list reads. */
export type TppStop = { readonly is: 'none' } | RunningStop | { readonly is: 'released' };

/** A stop ends by its day as well, which no event says: whoever reads it compares the day. */
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
export const tppStopStream = streamType<TppStop, TppStopEvent>({
  name: 'tpp-stop',
  stateVersion: 1,
  initial: { is: 'none' },
  evolve,
  events: { TppStopped: { version: 1 }, TppReleased: { version: 1 } },
});

/** The stream of a TPP's stops. */
export function tppStopStreamId(tppId: string): string {
  return `${tppStopStream.name}-${tppId}`;
}
