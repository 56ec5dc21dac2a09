import { brokenLaws, describeVerdict } from './checker/verdict.js';
import type { Bug } from './planted/bug.js';
import type { RunResult } from './run.js';

/** Whether a run kept every promise, and what there is to read about it. */
export interface Report {
  readonly passed: boolean;
  readonly text: string;
}

/** A run of the bank as it is: no law may be broken and no fault may have done more than was meant. */
export function reportOn({ verdict, complaints, historyFile }: RunResult): Report {
  const passed = brokenLaws(verdict).length === 0 && complaints.length === 0;
  const lines = [
    describeVerdict(verdict),
    ...complaints.map((complaint) => `FAULT   ${complaint}`),
    passed ? 'nothing lost' : `BROKEN; every request is in ${historyFile}`,
  ];
  return { passed, text: lines.join('\n') };
}

/** A run with a planted bug: it passes when the law that the bug breaks says so. */
export function reportOnBug(bug: Bug, { verdict }: RunResult): Report {
  const passed = brokenLaws(verdict).includes(bug.breaks);
  const result = passed ? `caught by ${bug.breaks}` : `NOT CAUGHT by ${bug.breaks}`;
  return { passed, text: `${describeVerdict(verdict)}\n${bug.name} (${bug.does}): ${result}` };
}
