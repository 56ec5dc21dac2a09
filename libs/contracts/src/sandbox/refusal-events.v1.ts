import type { DeclineReason } from '../execution/execution-events.v1.js';
import type { MadeBy } from '../accounts/ledger-events.v1.js';

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
