import type { ExecutionEvent } from './execution-events.v1.js';
import type { RunEvent, ScheduleEvent } from './batch-run-events.v1.js';
import type { WorldMoveEvent } from './world-move-events.v1.js';

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
