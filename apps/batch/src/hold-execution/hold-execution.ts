import type { BatchCommands } from '@nordgate/contracts/commands';
import type { HoldEvent } from '@nordgate/contracts/events';
import { nothing } from '@nordgate/decider';
import type { CommandOf, Decision } from '@nordgate/decider';
import type { Hold } from '../domain/hold.js';

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
