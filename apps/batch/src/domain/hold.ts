import type { HoldEvent } from '@nordgate/contracts/events';
import { streams } from '@nordgate/contracts/rules';
import { streamType } from '@nordgate/decider';

/** Whether the fraud desk holds a payment or a TPP, as the fold of the events. */
export interface Hold {
  readonly isHeld: boolean;
}

function evolve(_hold: Hold, { type }: HoldEvent): Hold {
  return { isHeld: type === 'ExecutionHeld' };
}

/** Streams `hold-payment-<id>` and `hold-tpp-<id>`. */
export const holdStream = streamType<Hold, HoldEvent, 'hold'>({
  name: streams.hold.category,
  stateVersion: 1,
  initial: { isHeld: false },
  evolve,
  events: { ExecutionHeld: { version: 1 }, ExecutionReleased: { version: 1 } },
});
