import type { BatchCommands } from '@nordgate/contracts/commands';
import type { HoldEvent } from '@nordgate/contracts/events';
import { streams } from '@nordgate/contracts/rules';
import { nothing, streamType } from '@nordgate/decider';
import type { CommandOf, Decision } from '@nordgate/decider';

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

type HoldExecution = CommandOf<BatchCommands, 'HoldExecution'>;
type ReleaseExecution = CommandOf<BatchCommands, 'ReleaseExecution'>;

/** Holds a payment, or all payments of a TPP, before their execution. What is held stays held. */
export function holdExecution({ data, meta }: HoldExecution, hold: Hold): Decision<HoldEvent> {
  if (hold.isHeld) return nothing;
  return [{ type: 'ExecutionHeld', data: { ...data, at: meta.at } }];
}

/** Lets runs execute what was held. */
export function releaseExecution(
  { data, meta }: ReleaseExecution,
  hold: Hold,
): Decision<HoldEvent> {
  if (!hold.isHeld) return nothing;
  return [{ type: 'ExecutionReleased', data: { ...data, at: meta.at } }];
}
