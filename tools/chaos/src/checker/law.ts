import type { Evidence } from './evidence/evidence.js';

/** The result of checking one law. */
export interface LawResult {
  /** How much was looked at: a law that has looked at nothing proves nothing. */
  readonly looked: Readonly<Record<string, number>>;
  /** One sentence each, with the stream or the id of the case. */
  readonly violations: readonly string[];
}

/** A promise of the bank (design §7) as a pure function from evidence to its violations. */
export interface Law {
  readonly id: `L${number}`;
  readonly promise: string;
  readonly check: (evidence: Evidence) => LawResult;
}

/** The results of all laws about one run. */
export type Verdict = readonly (LawResult & Pick<Law, 'id' | 'promise'>)[];

/** Checks all laws against the evidence. */
export function judge(laws: readonly Law[], evidence: Evidence): Verdict {
  return laws.map(({ id, promise, check }) => ({ id, promise, ...check(evidence) }));
}

/** The ids of the broken laws, each once. */
export function brokenLaws(verdict: Verdict): string[] {
  const broken = verdict.filter(({ violations }) => violations.length > 0);
  return [...new Set(broken.map(({ id }) => id))];
}
