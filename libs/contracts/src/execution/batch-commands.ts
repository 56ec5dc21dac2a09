import type { ApprovedOrder } from '../payments/payment-facts.v1.js';
import type { Held, WorldMoveName } from './batch-events.v1.js';
import type { OrderPosition, PickedPayment, RunCounts } from './batch-run-events.v1.js';
import type { Executor, Outcome, TransferInstructed } from './execution-events.v1.js';
import type { CommandContract } from '../base/message/command-contract.js';

/** The commands on `batch.commands.v1`, by type. Only OpenRun comes from the topic. */
export interface BatchCommands {
  /**
   * Opens a run for the payments of a day. While another run is open, a run on demand is queued behind it, and
   * the receipt names both; a slot opens nothing then. A slot that has passed is opened never again.
   */
  readonly OpenRun: CommandContract<
    'schedule',
    {
      /** The day whose payments are executed, YYYY-MM-DD in Oslo. */
      readonly day: string;
      /** A time of the profile; absent for a run on demand. */
      readonly slot?: string;
      /** The TPP and X-Request-ID of a run on demand. */
      readonly request?: string;
      /** Payments that were approved before the request and that the order book has not seen: 1 to 1000. */
      readonly awaits?: readonly ApprovedOrder[];
      readonly by: string;
    },
    OpenRunReceipt
  >;
  /** Internal. The run has completed, so the next one may be opened. */
  readonly CloseRun: CommandContract<'schedule', { readonly runId: string }>;
  /** Internal. Records the whole state, so that the earlier events may be dropped once this one is old (ADR 87). */
  readonly CarrySchedule: CommandContract<'schedule', Record<string, never>>;
  /** Internal. Begins the run that the schedule opened, or that of the day's instant payments. */
  readonly StartRun: CommandContract<
    'batch-run',
    { readonly runId: string; readonly day: string; readonly slot: string; readonly by: string }
  >;
  /** Internal. The next page of due payments; a page that does not follow the last one is refused. */
  readonly PickPayments: CommandContract<
    'batch-run',
    {
      /** 1 to 100. */
      readonly payments: readonly PickedPayment[];
      /** Where the page began; null for the first page. */
      readonly after: OrderPosition | null;
      readonly last: OrderPosition;
    }
  >;
  /** Internal. */
  readonly EndPicking: CommandContract<'batch-run', { readonly held: number }>;
  /** Internal. */
  readonly CompleteRun: CommandContract<'batch-run', { readonly counts: RunCounts }>;
  /** Internal: only the event of a claim causes it. */
  readonly InstructTransfer: CommandContract<'execution', Omit<TransferInstructed['data'], 'at'>>;
  /** Internal: what an executor reports. It records a contradiction instead of refusing it. */
  readonly RecordOutcome: CommandContract<
    'execution',
    {
      /** Who reports it. Only the executor that was instructed is believed. */
      readonly from: Executor;
      readonly outcome: Outcome;
    }
  >;
  /** Internal. Nothing was heard of a transfer for too long. */
  readonly RemindExecutor: CommandContract<'execution', { readonly reminder: number }>;
  /** Internal: an operation of the fraud desk. */
  readonly HoldExecution: CommandContract<
    'hold',
    { readonly held: Held; readonly reason: string; readonly by: string }
  >;
  /** Internal. */
  readonly ReleaseExecution: CommandContract<
    'hold',
    { readonly held: Held; readonly reason: string; readonly by: string }
  >;
  /** Internal, in a sandbox: a world whose clock moves goes on to the next deadline. */
  readonly MoveWorldOn: CommandContract<'world-move', WorldMoveName & { readonly to: string }>;
  /** Internal, in a sandbox: the world is at the target of the move. */
  readonly ArriveWorld: CommandContract<'world-move', WorldMoveName>;
}

/** What the sender of OpenRun gets back; its repeat gets the same. */
export interface OpenRunReceipt {
  /** Null where a slot was not opened. */
  readonly runId: string | null;
  /** When the run was opened, ISO 8601. */
  readonly startedAt?: string;
  /** The run that the request got was open already; this one follows it. */
  readonly followingRunId?: string;
}
