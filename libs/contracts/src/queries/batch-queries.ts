import type { MessageCode } from '../codes/message-codes.js';
import type { RejectionReason } from '../events/payment-events.v1.js';
import type { RunCounts } from '../events/batch-run-events.v1.js';
import type { Amount } from '../http/bodies/amount.js';
import { ServiceQuery } from './query.js';

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
  readonly status: 'running' | 'completed';
  readonly startedAt: string;
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
