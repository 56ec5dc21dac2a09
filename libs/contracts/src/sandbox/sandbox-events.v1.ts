import type { MadeBy } from '../accounts/ledger-events.v1.js';
import type { ApprovedOrder } from '../payments/payment-facts.v1.js';
import type { DeclineReason } from '../execution/execution-events.v1.js';

/** Events of `sandbox-<environment>`, which gives its generations: each number once. */
export type SandboxEvent = SandboxInitialised | GenerationTaken;

/** A TPP took a generation for its world. */
export interface GenerationTaken {
  readonly type: 'GenerationTaken';
  readonly data: { readonly generation: number; readonly tpp: string; readonly at: string };
}

/** A reset of the whole sandbox, from before each TPP had a world. */
export interface SandboxInitialised {
  readonly type: 'SandboxInitialised';
  readonly data: {
    readonly generation: number;
    /** Streams of the known state that this run opened. */
    readonly streams: readonly string[];
    readonly at: string;
  };
}

/** Events of `world-<tpp>`. */
export type WorldEvent =
  | WorldInitialised
  | WorldMoveBegun
  | WorldTimeSet
  | WorldMoveEnded
  | WorldDeleted;

/** The clock of a world begins to move to a time. The world goes from one deadline to the next until it is there. */
export interface WorldMoveBegun {
  readonly type: 'WorldMoveBegun';
  readonly data: {
    readonly generation: number;
    readonly tpp: string;
    /** The request that asked for it. */
    readonly by: MadeBy;
    /** The time in the world at its begin and at its end, ISO 8601 in UTC. */
    readonly from: string;
    readonly to: string;
    /** Approved payments that are executed on the way, although the order book has not seen them. */
    readonly awaits?: readonly ApprovedOrder[];
    readonly at: string;
  };
}

/** The world is so far ahead of the clocks from now on. It only grows. */
export interface WorldTimeSet {
  readonly type: 'WorldTimeSet';
  readonly data: {
    readonly generation: number;
    readonly tpp: string;
    readonly aheadMs: number;
    readonly at: string;
  };
}

/** Everything that was due on the way is done. */
export interface WorldMoveEnded {
  readonly type: 'WorldMoveEnded';
  readonly data: { readonly generation: number; readonly tpp: string; readonly at: string };
}

/** The world of a TPP began with the known state, or a reset brought it back to it: another generation. */
export interface WorldInitialised {
  readonly type: 'WorldInitialised';
  readonly data: {
    readonly generation: number;
    readonly tpp: string;
    /** The world began with a request of the TPP: nobody asked for a reset. */
    readonly isFirst?: true;
    /** The generation that a reset has ended: nobody sees what is in it any more, and each service deletes it. */
    readonly ends?: number;
    readonly at: string;
  };
}

/** The TPP has not used the world for too long. Each service deletes what it has of it; the next request begins another world. */
export interface WorldDeleted {
  readonly type: 'WorldDeleted';
  readonly data: { readonly generation: number; readonly tpp: string; readonly at: string };
}

/** Events of `quota-<bound>-<id>`. They are the storage format: never edit one, add a version. */
export type QuotaEvent = QuotaTaken | QuotaReturned;

/** Something was made in the sandbox by hand that counts towards a bound: one more. */
export interface QuotaTaken {
  readonly type: 'QuotaTaken';
  readonly data: {
    /** The stream of what was made. */
    readonly by: string;
    readonly at: string;
  };
}

/** It was removed by hand: one less. A reset returns nothing: each generation has separate quotas. */
export interface QuotaReturned {
  readonly type: 'QuotaReturned';
  readonly data: { readonly by: string; readonly at: string };
}

/** Events of `refusal-<payment>`. They are the storage format: never edit one, add a version. */
export type RefusalEvent = RefusalPlanned | RefusalUsed;

/** A TPP of the sandbox had the bank refuse the next execution of a payment. */
export interface RefusalPlanned {
  readonly type: 'RefusalPlanned';
  readonly data: {
    readonly paymentId: string;
    readonly reason: DeclineReason;
    readonly by: MadeBy;
    readonly at: string;
  };
}

/** An occurrence of a periodic payment was refused: the later ones are executed. */
export interface RefusalUsed {
  readonly type: 'RefusalUsed';
  readonly data: { readonly paymentId: string; readonly occurrence: string; readonly at: string };
}
