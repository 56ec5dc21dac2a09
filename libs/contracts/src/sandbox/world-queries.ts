import { ServiceQuery } from '../base/message/query.js';
import type { PaymentService } from '../base/values/payment-instruction.v2.js';
import type { ShownResource } from './console-queries.js';

/** A payment that a moment is about. `id` is that of the stream; the console shows the id that the TPP knows. */
export interface PaymentOfMoment {
  readonly service: PaymentService;
  readonly id: string;
}

/** A run of the batch has completed. */
export interface RunMoment {
  readonly what: 'run';
  readonly at: string;
  readonly runId: string;
  readonly due: number;
  readonly executed: number;
}

/** A payment, an occurrence of a standing order, or some sub-payments of a bulk were executed, or not. */
export interface ExecutionMoment {
  readonly what: 'execution';
  readonly at: string;
  readonly payment: PaymentOfMoment;
  /** YYYY-MM-DD */
  readonly occurrence?: string;
  /** Of a bulk: how many sub-payments it is about. */
  readonly parts?: number;
  readonly outcome: 'debited' | 'settled' | 'declined';
  /** Why it was declined. */
  readonly reason?: string;
}

/** A payment was rejected. */
export interface RejectionMoment {
  readonly what: 'rejection';
  readonly at: string;
  readonly payment: PaymentOfMoment;
  readonly reason: string;
}

/** The time of a link, of a session or of a consent was over. Nobody ended it before. */
export interface ExpiryMoment {
  readonly what: 'link' | 'session' | 'consent';
  readonly at: string;
  /** The consent, or what the link was for; a session has none. */
  readonly of?: {
    readonly kind: ShownResource['kind'];
    /** Of a basket and of a consent, inside the bank. */
    readonly id?: string;
  };
}

/** What happened in a world, at a time of the world: ISO 8601 in UTC. */
export type WorldMoment = RunMoment | ExecutionMoment | RejectionMoment | ExpiryMoment;

/** The moments of a world between two times of its clock, both included. The oldest first, at most 200. */
abstract class MomentsQuery<Moment> extends ServiceQuery<readonly Moment[]> {
  constructor(
    readonly tpp: string,
    readonly generation: number,
    /** ISO 8601 in UTC. */
    readonly from: string,
    readonly to: string,
  ) {
    super();
  }
}

/** What the batch did. Sandbox only. */
export class GetRunMoments extends MomentsQuery<RunMoment | ExecutionMoment> {
  static readonly service = 'batch';
}

/** Which payments were rejected. Sandbox only. */
export class GetRejectionMoments extends MomentsQuery<RejectionMoment> {
  static readonly service = 'payments';
}

/** Whose time is over between two times, which may be ahead of the world. Sandbox only. */
export class GetExpiryMoments extends MomentsQuery<ExpiryMoment> {
  static readonly service = 'sca';
}

/** When the batch runs next in a world. ISO 8601 in UTC, null where it never does. */
export interface NextRuns {
  /** The next slot of the bank's profile. */
  readonly slot: string | null;
  /** The next slot in which something is due. */
  readonly due: string | null;
}

/** When the batch runs next in a world that is so far ahead of the clocks. Sandbox only. */
export class GetNextRuns extends ServiceQuery<NextRuns> {
  static readonly service = 'batch';
  constructor(
    readonly generation: number,
    readonly aheadMs: number,
  ) {
    super();
  }
}

/** What is ahead in a world: where the console offers to move its clock to. */
export interface WorldPlan {
  readonly runs: NextRuns;
  /** The consents in force, and when they end, the first end first. */
  readonly consents: readonly ExpiryMoment[];
}

/** What is ahead in the world of a TPP. Sandbox only. */
export class GetWorldPlan extends ServiceQuery<WorldPlan> {
  static readonly service = 'gateway';
  constructor(readonly tpp: string) {
    super();
  }
}

/** What happened in the world of a TPP between two times of its clock, the oldest first. */
export interface WorldTimeline {
  readonly moments: readonly WorldMoment[];
  /** There was more than a page shows: the last moments are left out. */
  readonly isCut: boolean;
}

/** The timeline of the world of a TPP, out of all services. Sandbox only. */
export class GetWorldTimeline extends ServiceQuery<WorldTimeline> {
  static readonly service = 'gateway';
  constructor(
    readonly tpp: string,
    readonly from: string,
    readonly to: string,
  ) {
    super();
  }
}

/** What became of a wish to move the clock. */
export type ClockOutcome =
  | { readonly is: 'moved' }
  | { readonly is: 'refused'; readonly why: readonly string[] };

/**
 * Moves the clock of the world of a TPP, as PUT /v1/sandbox/clock does. A repeat with the same X-Request-ID moves it once: every
 * gateway may be asked. Sandbox only.
 */
export class MoveWorldClock extends ServiceQuery<ClockOutcome> {
  static readonly service = 'gateway';
  constructor(
    readonly tpp: string,
    readonly requestId: string,
    /** `next-run`, or JSON as the body of PUT /v1/sandbox/clock. */
    readonly wish: string,
  ) {
    super();
  }
}

/** A move of the clock: the times in the world at its begin and at its end, ISO 8601 in UTC. */
export interface ClockMove {
  readonly from: string;
  readonly to: string;
}

/** The last moves of the clock of a TPP's world since its reset, the oldest first: 20 at most. Sandbox only. */
export class GetClockMoves extends ServiceQuery<readonly ClockMove[]> {
  static readonly service = 'accounts';
  constructor(readonly tpp: string) {
    super();
  }
}
