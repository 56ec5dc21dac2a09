import type { Held } from '../execution/batch-events.v1.js';
import type { OpenRunReceipt } from '../execution/batch-commands.js';
import type { Outcome } from '../execution/execution-events.v1.js';
import type { RunCounts } from '../execution/batch-run-events.v1.js';
import type { Explained, Identified, Justified, OfPayment, OfTpp } from './operation-fields.js';

/** What the operator and the fraud desk do with the execution of payments. */
export type BatchRequest =
  | ListBatchRunsRequest
  | ShowBatchRunRequest
  | StartBatchRunRequest
  | HoldPaymentRequest
  | ReleasePaymentRequest
  | HoldTppRequest
  | ReleaseHeldTppRequest
  | ListHoldsRequest
  | ListOverdueTransfersRequest
  | ListContradictionsRequest;

/** The last runs, the newest first. */
export interface ListBatchRunsRequest {
  readonly name: 'ListBatchRuns';
}

export interface ShowBatchRunRequest {
  readonly name: 'ShowBatchRun';
  /**
   * the id of a run, like 2030-03-01-1330
   *
   * @pattern ^\d{4}-\d{2}-\d{2}-(\d{4}|instant|standing|now-[1-9]\d{0,9})(\.[1-9]\d{0,9})?$
   */
  readonly runId: string;
}

/** Starts a run of today, or names the run that is open. */
export interface StartBatchRunRequest extends Identified, Explained {
  readonly name: 'StartBatchRun';
}

export interface HoldPaymentRequest extends OfPayment, Justified {
  readonly name: 'HoldPayment';
}

export interface ReleasePaymentRequest extends OfPayment, Justified {
  readonly name: 'ReleasePayment';
}

/** Holds all payments of a TPP. */
export interface HoldTppRequest extends OfTpp, Justified {
  readonly name: 'HoldTpp';
}

export interface ReleaseHeldTppRequest extends OfTpp, Justified {
  readonly name: 'ReleaseHeldTpp';
}

export interface ListHoldsRequest {
  readonly name: 'ListHolds';
}

/** Transfers whose executor was reminded, and that have no last outcome. */
export interface ListOverdueTransfersRequest {
  readonly name: 'ListOverdueTransfers';
}

/** Outcomes that contradict what was known of their transfers. */
export interface ListContradictionsRequest {
  readonly name: 'ListContradictions';
}

const names: Readonly<Record<BatchRequest['name'], true>> = {
  ListBatchRuns: true,
  ShowBatchRun: true,
  StartBatchRun: true,
  HoldPayment: true,
  ReleasePayment: true,
  HoldTpp: true,
  ReleaseHeldTpp: true,
  ListHolds: true,
  ListOverdueTransfers: true,
  ListContradictions: true,
};

/** Whether batch carries out a request. */
export function isBatchRequest(request: { readonly name: string }): request is BatchRequest {
  return Object.hasOwn(names, request.name);
}

/** One run in the list of runs. */
export interface RunEntry {
  readonly runId: string;
  readonly status: 'queued' | 'running' | 'completed';
  /** Absent while it is queued. */
  readonly startedAt?: string;
  readonly completedAt?: string;
  readonly counts: RunCounts;
}

/** What became of a request to start a run: in a sandbox, one run in each world with something to execute. */
export interface StartedBatchRuns {
  /** By generation; at least one. One with `followingRunId` was open before, and that run is queued behind it. */
  readonly runs: readonly (OpenRunReceipt & { readonly runId: string })[];
  /** The worlds in which no run could be opened because of an error. */
  readonly failed: number;
}

/** What the fraud desk holds, since when, and why. */
export interface HoldEntry {
  readonly held: Held;
  readonly since: string;
  readonly reason: string;
  readonly by: string;
}

/** A transfer that has no last outcome although its executor was reminded. */
export interface OverdueTransfer {
  readonly executionId: string;
  readonly paymentId: string;
  /** How far the transfer is. */
  readonly is: 'instructed' | 'started' | 'debited';
  readonly executor: string;
  /** The stream of the run. */
  readonly run: string;
  readonly reminders: number;
}

/** An outcome that contradicts what was known. */
export interface ContradictionEntry {
  readonly executionId: string;
  readonly known: string;
  readonly outcome: Outcome['is'];
  readonly at: string;
}
