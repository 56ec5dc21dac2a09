import type { BatchCommands } from '@nordgate/contracts/commands';
import type { ExecutionEvent } from '@nordgate/contracts/events';
import { nothing } from '@nordgate/decider';
import type { CommandOf, Decision } from '@nordgate/decider';
import type { Execution } from '../domain/execution.js';

export type InstructTransfer = CommandOf<BatchCommands, 'InstructTransfer'>;

/** Asks the executor for a transfer, once: the same claim comes again after a restart. */
export function instructTransfer(
  { data, meta }: InstructTransfer,
  execution: Execution,
): Decision<ExecutionEvent> {
  if (execution.is !== 'none') return nothing;
  return [{ type: 'TransferInstructed', data: { ...data, at: meta.at } }];
}
