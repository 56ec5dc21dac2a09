import type { Evidence } from './evidence/evidence.js';
import type { Finding, Law } from './law.js';

/** What one law says about a run. */
export interface Ruling extends Finding {
  readonly id: Law['id'];
  readonly says: string;
}

export type Verdict = readonly Ruling[];

/** Holds all laws against the evidence. */
export function judge(laws: readonly Law[], evidence: Evidence): Verdict {
  return laws.map(({ id, says, check }) => ({ id, says, ...check(evidence) }));
}

/** The laws that are broken, each once. */
export function brokenLaws(verdict: Verdict): string[] {
  const broken = verdict.filter(({ violations }) => violations.length > 0);
  return [...new Set(broken.map(({ id }) => id))];
}

const shownMax = 3;

/** A line per law: what was looked at and what is wrong, the first few violations in full. */
export function describeVerdict(verdict: Verdict): string {
  return verdict.flatMap(linesOf).join('\n');
}

function linesOf({ id, says, looked, violations }: Ruling): string[] {
  const counts = Object.entries(looked).map(([what, count]) => `${String(count)} ${what}`);
  const result = violations.length === 0 ? 'holds ' : 'BROKEN';
  const head = `${id}  ${result}  ${says.padEnd(40)} ${counts.join(', ')}`;
  const shown = violations.slice(0, shownMax).map((violation) => `      - ${violation}`);
  const more = violations.length - shown.length;
  return [head, ...shown, ...(more > 0 ? [`      … and ${String(more)} more`] : [])];
}
