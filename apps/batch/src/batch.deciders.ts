import type { BatchCommands } from '@nordgate/contracts/commands';
import { on } from '@nordgate/decider';
import type { DeciderTable } from '@nordgate/decider';
import { batchRunStream } from './domain/batch-run.js';
import { executionStream } from './domain/execution.js';
import { scheduleStream } from './domain/schedule.js';
import { worldMoveStream } from './domain/world-move.js';
import { holdRows } from './hold/hold.rows.js';
import { holdExecution, holdStream, releaseExecution } from './hold/hold-execution.js';
import { knownRunRows } from './run/known-runs.rows.js';
import { arriveWorld, moveWorldOn } from './move-worlds/move-world.js';
import { carrySchedule, closeRun, openRun, openRunReceipt, startRun } from './run/open-run.js';
import { completeRun, endPicking, pickPayments } from './run/pick-payments.js';
import { pickedRows } from './run/picked.rows.js';
import { instructTransfer, recordOutcome, remindExecutor } from './execution/record-outcome.js';

const internal = { isInternal: true };

/** Who decides each command to batch: one line per use case. */
export const batchDeciders: DeciderTable<BatchCommands> = {
  OpenRun: on(scheduleStream, openRun, {
    receipt: openRunReceipt,
    // The scheduler opens the slots of the profile.
    isInternal: ({ data }) => data.slot !== undefined,
  }),
  CloseRun: on(scheduleStream, closeRun, internal),
  CarrySchedule: on(scheduleStream, carrySchedule, internal),
  StartRun: on(batchRunStream, startRun, { ...internal, rows: knownRunRows }),
  PickPayments: on(batchRunStream, pickPayments, { ...internal, rows: pickedRows }),
  EndPicking: on(batchRunStream, endPicking, internal),
  CompleteRun: on(batchRunStream, completeRun, { ...internal, rows: knownRunRows }),
  InstructTransfer: on(executionStream, instructTransfer, { ...internal, createsStream: true }),
  RecordOutcome: on(executionStream, recordOutcome, internal),
  RemindExecutor: on(executionStream, remindExecutor, internal),
  HoldExecution: on(holdStream, holdExecution, { ...internal, rows: holdRows }),
  ReleaseExecution: on(holdStream, releaseExecution, { ...internal, rows: holdRows }),
  MoveWorldOn: on(worldMoveStream, moveWorldOn, internal),
  ArriveWorld: on(worldMoveStream, arriveWorld, internal),
};
