import type { MessageCode } from '../../base/codes/message-codes.js';
import type { Amount } from '../payments/amounts.js';
import type { LinksTo, Remarks } from './message-replies.js';

/** A run of the batch was started, or another one is in progress. */
export interface SandboxBatchRunStarted extends Remarks {
  /** The run that executes the payments that are due, or the one in progress. */
  readonly runId: string;
  /**
   * When this run was started.
   *
   * @format date-time
   */
  readonly startedAt: string;
  /**
   * Where a run was in progress already: the run that follows it. It executes everything that was approved before
   * the request.
   */
  readonly followingRunId?: string;
  readonly _links: LinksTo<'self' | 'followingRun'>;
}

/** How many payments, sub-payments and occurrences of this TPP a run has. */
export interface SandboxBatchRunCounts {
  /**
   * All of them.
   *
   * @asType integer
   */
  readonly due: number;
  /**
   * ACSC.
   *
   * @asType integer
   */
  readonly executed: number;
  /**
   * ACCP with fundsAvailable=false.
   *
   * @asType integer
   */
  readonly withoutFunds: number;
  /**
   * RJCT.
   *
   * @asType integer
   */
  readonly rejected: number;
  /**
   * Left out, because the bank holds them back.
   *
   * @asType integer
   */
  readonly held: number;
  /**
   * Neither executed nor refused yet.
   *
   * @asType integer
   */
  readonly inProgress: number;
  /**
   * Cancelled before the run could take them.
   *
   * @asType integer
   */
  readonly dropped: number;
}

/** A payment, a sub-payment or an occurrence that was not executed. */
export interface SandboxBatchRunFailure {
  /** The id of the payment, or of the sub-payment. */
  readonly paymentId: string;
  /**
   * The occurrence of a periodic payment.
   *
   * @format date
   */
  readonly occurrence?: string;
  readonly code: MessageCode;
  /**
   * In the negotiated language.
   *
   * @maxLength 512
   */
  readonly text: string;
}

/** The report of a run, with the payments of this TPP. */
export interface SandboxBatchRun {
  /** The id of the run. */
  readonly runId: string;
  /**
   * The day whose payments the run executes.
   *
   * @format date
   */
  readonly day: string;
  /** A queued run begins when the run in progress has made room for it. */
  readonly status: 'queued' | 'running' | 'completed';
  /**
   * When it began; absent while it is queued.
   *
   * @format date-time
   */
  readonly startedAt?: string;
  /**
   * When everything had an outcome.
   *
   * @format date-time
   */
  readonly completedAt?: string;
  readonly counts: SandboxBatchRunCounts;
  /** What was executed, per currency. */
  readonly sums: readonly Amount[];
  /** The first 100. */
  readonly failures: readonly SandboxBatchRunFailure[];
  readonly _links: LinksTo<'self'>;
}
