import type { ApprovedOrder } from '../payments/payment-facts.v1.js';
import type { RejectionReason } from '../payments/payment-facts.v1.js';
import type { MessageCode } from '../base/codes/message-codes.js';
import type { RunCounts } from './batch-run-events.v1.js';
import type { Amount } from '../base/values/payment-instruction.v2.js';
import { ServiceQuery } from '../base/message/query.js';

/** A payment, a sub-payment or an occurrence that a run did not execute. */
export interface BatchRunFailure {
  readonly paymentId: string;
  /** The position of the sub-payment in its bulk, from 0. */
  readonly part?: number;
  /** The occurrence of a periodic payment, YYYY-MM-DD. */
  readonly occurrence?: string;
  readonly code: MessageCode;
  readonly reason: RejectionReason | 'no-funds';
}

/** The report of a run, readable while it runs. */
export interface BatchRunView {
  readonly runId: string;
  /** The banking day that it executes, YYYY-MM-DD. */
  readonly day: string;
  /** A queued run begins when the open run is closed. */
  readonly status: 'queued' | 'running' | 'completed';
  /** Absent while the run is queued. */
  readonly startedAt?: string;
  readonly completedAt?: string;
  readonly counts: RunCounts;
  /** What was executed, per currency. */
  readonly sums: readonly Amount[];
  /** The first 100, in the order of their ids. */
  readonly failures: readonly BatchRunFailure[];
}

/** A run of the batch, with the payments of one TPP or of all (null); null for a run that does not exist. */
export class GetBatchRun extends ServiceQuery<BatchRunView | null> {
  static readonly service = 'batch';
  constructor(
    readonly runId: string,
    readonly tpp: string | null,
  ) {
    super();
  }
}

/** Those of these approved payments that the order book has not seen yet. What is parked is not among them. */
export class GetUnseenOrders extends ServiceQuery<readonly ApprovedOrder[]> {
  static readonly service = 'batch';
  constructor(
    /** At most 1000. */
    readonly approved: readonly ApprovedOrder[],
  ) {
    super();
  }
}
