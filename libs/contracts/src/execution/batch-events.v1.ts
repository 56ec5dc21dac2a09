import type { ExecutionEvent } from './execution-events.v1.js';
import type { RunEvent, ScheduleEvent } from './batch-run-events.v1.js';

/** Events of `hold-<of>-<id>`: what the fraud desk holds back. Never edit one, add a version. */
export type HoldEvent = ExecutionHeld | ExecutionReleased;

/** What is held: a payment, or all payments of a TPP. */
export type Held = { readonly paymentId: string } | { readonly tppId: string };

/** No run executes it until it is released. */
export interface ExecutionHeld {
  readonly type: 'ExecutionHeld';
  readonly data: {
    readonly held: Held;
    readonly reason: string;
    readonly by: string;
    readonly at: string;
  };
}

/** Runs may execute it again. */
export interface ExecutionReleased {
  readonly type: 'ExecutionReleased';
  readonly data: {
    readonly held: Held;
    readonly reason: string;
    readonly by: string;
    readonly at: string;
  };
}

/** Everything on `batch.events.v1`. */
export type BatchEvent = ScheduleEvent | RunEvent | ExecutionEvent | HoldEvent | WorldMoveEvent;

/** Events of `world-move-<tpp>`: how the clock of a world of the sandbox gets to its target. Never edit one, add a version. */
export type WorldMoveEvent = WorldMovedOn | WorldArrived;

/** Which move of which world: that of a request of the TPP, in a generation. */
export interface WorldMoveName {
  readonly generation: number;
  readonly tpp: string;
  /** The request that asked for the move. */
  readonly request: string;
}

/** Everything that was due is done, and the world may go on to the next deadline, or to the target. */
export interface WorldMovedOn {
  readonly type: 'WorldMovedOn';
  readonly data: WorldMoveName & {
    /** The time in the world, ISO 8601 in UTC. */
    readonly to: string;
    readonly at: string;
  };
}

/** The world is at the target, and nothing is due any more. */
export interface WorldArrived {
  readonly type: 'WorldArrived';
  readonly data: WorldMoveName & { readonly at: string };
}
