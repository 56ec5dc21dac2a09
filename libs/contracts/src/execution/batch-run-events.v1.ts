import type { ApprovedOrder } from '../payments/payment-facts.v1.js';

/** Events of `schedule-<environment>`. They are the storage format: never edit one, add a version. */
export type ScheduleEvent = RunOpened | RunJoined | RunQueued | RunClosed | ScheduleCarriedForward;

/** Events of `batch-run-<id>`. They are the storage format: never edit one, add a version. */
export type RunEvent = RunStarted | PaymentsPicked | PickingEnded | RunCompleted;

/** What names a run. */
export interface RunName {
  readonly runId: string;
  /** The banking day that the run executes, YYYY-MM-DD in Oslo. */
  readonly day: string;
  /** A time of the bank's profile in Oslo such as `13:30`, `instant`, or `now-<number>`. */
  readonly slot: string;
}

/** A run may begin; no other begins before it is closed. */
export interface RunOpened {
  readonly type: 'RunOpened';
  readonly data: RunName & {
    /** The request that asked for it: its repeat opens nothing. */
    readonly request?: string;
    /** The run picks nothing before the order book has these. */
    readonly awaits?: readonly ApprovedOrder[];
    readonly by: string;
    readonly at: string;
  };
}

/** A request for a run got the run that was open: its repeat gets the same run. */
export interface RunJoined {
  readonly type: 'RunJoined';
  readonly data: {
    readonly runId: string;
    readonly request: string;
    /** The run that follows picks nothing before the order book has these. */
    readonly awaits?: readonly ApprovedOrder[];
    readonly at: string;
  };
}

/** A run on demand follows the open one. A later day takes the place of the day that was queued before. */
export interface RunQueued {
  readonly type: 'RunQueued';
  readonly data: RunName & { readonly by: string; readonly at: string };
}

/** The run has completed. */
export interface RunClosed {
  readonly type: 'RunClosed';
  readonly data: { readonly runId: string; readonly at: string };
}

/** A run on demand that begins when the open run is closed, and what it waits for. */
export interface QueuedRun extends RunName {
  readonly by: string;
  readonly awaits: readonly ApprovedOrder[];
}

/** What a request for a run on demand got; its repeat gets the same. */
export interface AnsweredRequest {
  readonly request: string;
  readonly runId: string;
  /** A request of an older release does not say. */
  readonly startedAt?: string;
  /** The run was open already; this one follows it. */
  readonly followingRunId?: string;
}

/** The whole state of the schedule. The earlier events are dropped when this one is old enough. */
export interface ScheduleCarriedForward {
  readonly type: 'ScheduleCarriedForward';
  readonly data: {
    /** The run that has not completed. */
    readonly open?: RunOpened['data'];
    readonly queued?: QueuedRun;
    /** The slots of the profile that were opened last: `day slot`, the newest last. */
    readonly slots: readonly string[];
    /** How many runs on demand were opened. */
    readonly onDemand: number;
    /** The last requests for runs on demand, the newest last. */
    readonly requests: readonly AnsweredRequest[];
    readonly carriedAt: string;
  };
}

/** The run begins. */
export interface RunStarted {
  readonly type: 'RunStarted';
  readonly data: RunName & { readonly by: string; readonly at: string };
}

/** A payment that is due, or one occurrence of a periodic payment. */
export interface PickedPayment {
  readonly paymentId: string;
  /** YYYY-MM-DD */
  readonly occurrence?: string;
  /** It is executed on another day than the TPP asked for: ACWC. */
  readonly isMoved?: true;
}

/** Where a run is in the order of the order book: urgent payments first, then by due day and id. */
export interface OrderPosition {
  readonly isUrgent: boolean;
  readonly dueDay: string;
  readonly paymentId: string;
}

/** The run asks payments for a page of due payments; it goes on behind `last`. */
export interface PaymentsPicked {
  readonly type: 'PaymentsPicked';
  readonly data: {
    readonly runId: string;
    readonly day: string;
    /** 1 to 100. */
    readonly payments: readonly PickedPayment[];
    readonly last: OrderPosition;
    readonly at: string;
  };
}

/** No more payments are due. */
export interface PickingEnded {
  readonly type: 'PickingEnded';
  readonly data: {
    readonly runId: string;
    readonly picked: number;
    /** Due payments that the fraud desk holds. */
    readonly held: number;
    readonly at: string;
  };
}

/** How many payments, sub-payments and occurrences a run has, by what became of them. */
export interface RunCounts {
  readonly due: number;
  readonly executed: number;
  readonly withoutFunds: number;
  readonly rejected: number;
  readonly held: number;
  /** Neither executed nor refused yet. */
  readonly inProgress: number;
  /** Cancelled before the run could claim them. */
  readonly dropped: number;
}

/** Everything that was picked has an outcome. */
export interface RunCompleted {
  readonly type: 'RunCompleted';
  readonly data: { readonly runId: string; readonly counts: RunCounts; readonly at: string };
}
