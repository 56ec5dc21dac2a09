import type { Line } from '../approval/payment-lines.js';

/** What waits for a second signature, as a part of the PSU's own overview. */
export interface InboxPart {
  /** Undefined before the log-in, and while it cannot be shown. */
  readonly inbox?: readonly {
    /** How the form names it. */
    readonly key: string;
    readonly actsFor: string;
    readonly tppName: string;
    /** Name of who signed first. */
    readonly firstSigner: string;
    readonly payments: readonly (readonly Line[])[];
    /** What the button says; none where this PSU was the first. */
    readonly sign?: string;
  }[];
  readonly inboxIsDown?: true;
  /** Where the forms go. */
  readonly sign: string;
}
