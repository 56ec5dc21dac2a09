import type { AskedRead, ReadAnswer } from './account-part.js';

/** What the TPP knows about the consent when it sends a read. */
export type Phase =
  /** The bank has shown it as valid, and nobody has begun to end it. */
  | 'valid'
  /** Its end is on the way, or not certain. */
  | 'unsure'
  /** The bank has acknowledged its end. */
  | 'ended';

/** The bounds of a moment that is not known exactly, in milliseconds since 1970 by the right clock. */
export interface Between {
  readonly fromMs: number;
  readonly untilMs: number;
}

/** A read of an account, as its TPP knows it. */
export interface ReadRecord extends Pick<AskedRead, 'kind' | 'need' | 'accountId'> {
  /** The read was sent at the first moment, and answered at the second one. */
  readonly at: Between;
  readonly answer: ReadAnswer;
  readonly phase: Phase;
  /** When the PSU gave the consent. */
  readonly given: Between;
  /** When the consent ends by itself, in milliseconds since 1970. */
  readonly endMs: number;
}

/** The reads of a run. */
export interface AccountHistory {
  readonly reads: readonly ReadRecord[];
}
