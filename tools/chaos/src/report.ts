import { brokenLaws } from './checker/law.js';
import type { Verdict } from './checker/law.js';
import type { Bug } from './planted/bugs.js';
import type { RunResult } from './run.js';

/** The outcome of a run, as text for the terminal. */
interface Report {
  readonly passed: boolean;
  readonly text: string;
}

/** Reports a run with faults: it passes when no law is broken and no fault had unexpected effects. */
export function reportOn({ verdict, failures, historyFile }: RunResult): Report {
  const passed = brokenLaws(verdict).length === 0 && failures.length === 0;
  const lines = [
    describeVerdict(verdict),
    ...failures.map((failure) => `FAULT   ${failure}`),
    passed ? 'nothing lost' : `BROKEN; every request is in ${historyFile}`,
  ];
  return { passed, text: lines.join('\n') };
}

/** Reports a run with a planted bug: it passes when the law of that bug is broken. */
export function reportOnBug(bug: Bug, { verdict }: Pick<RunResult, 'verdict'>): Report {
  const passed = brokenLaws(verdict).includes(bug.breaks);
  const result = passed ? `caught by ${bug.breaks}` : `NOT CAUGHT by ${bug.breaks}`;
  return { passed, text: `${describeVerdict(verdict)}\n${bug.name} (${bug.behaviour}): ${result}` };
}

const shownMax = 3;

/** A line per law: the counts and the first violations in full. */
export function describeVerdict(verdict: Verdict): string {
  return verdict.flatMap(linesOf).join('\n');
}

function linesOf({ id, promise, looked, violations }: Verdict[number]): string[] {
  const counts = Object.entries(looked).map(([what, count]) => `${String(count)} ${what}`);
  const result = violations.length === 0 ? 'holds ' : 'BROKEN';
  const head = `${id}  ${result}  ${promise.padEnd(40)} ${counts.join(', ')}`;
  const shown = violations.slice(0, shownMax).map((violation) => `      - ${violation}`);
  const more = violations.length - shown.length;
  return [head, ...shown, ...(more > 0 ? [`      … and ${String(more)} more`] : [])];
}
