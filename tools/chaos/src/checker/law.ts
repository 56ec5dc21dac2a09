import type { Evidence } from './evidence/evidence.js';

/** What a law found: how much it looked at, so that a verdict on nothing is seen, and what is wrong. */
export interface Finding {
  readonly looked: Readonly<Record<string, number>>;
  /** A sentence each, with everything needed to look the case up. */
  readonly violations: readonly string[];
}

/** A promise of the bank (design §7) as a pure function from evidence to what breaks it. */
export interface Law {
  readonly id: `L${number}`;
  readonly says: string;
  readonly check: (evidence: Evidence) => Finding;
}
