import type { ScenarioResult, StepResult } from './outcome.js';

/** A scenario that ran, with its file. */
export interface RanScenario extends ScenarioResult {
  readonly file: string;
  readonly title: string;
  readonly shows: string;
}

const marks = { passed: '✓', failed: '✗', skipped: '–' };

/** A step in one line, and below it what was expected and what came. */
export function textOfStep({
  unmet,
  what,
  name,
  answer,
  line,
  requestId,
  seen,
}: StepResult): string {
  const about = name === undefined ? what : `${name} (${what})`;
  const first = `  ${unmet.length === 0 ? '✓' : '✗'} ${about}: ${answer}`;
  if (unmet.length === 0) return first;
  return [
    first,
    ...unmet.map(({ at, expected, got }) => `      ${at}: expected ${expected}, got ${got}`),
    ...(line === undefined ? [] : [`      line: ${String(line)}`]),
    ...(requestId === undefined ? [] : [`      X-Request-ID: ${requestId}`]),
    ...(seen === undefined || seen === '' ? [] : [`      seen: ${seen}`]),
  ].join('\n');
}

/** The result of a scenario in one line. */
export function textOfScenario({ outcome, title, reason }: RanScenario): string {
  return `${marks[outcome]} ${title}${reason === undefined ? '' : `: skipped, ${reason}`}`;
}

/** The result of several scenarios: the counts, and those that failed. */
export function textOfSummary(ran: readonly RanScenario[]): string {
  const of = (outcome: RanScenario['outcome']) => ran.filter((one) => one.outcome === outcome);
  const counts = (['passed', 'failed', 'skipped'] as const)
    .map((outcome) => ({ outcome, count: of(outcome).length }))
    .filter(({ outcome, count }) => count > 0 || outcome === 'passed')
    .map(({ outcome, count }) => `${String(count)} ${outcome}`);
  const failed = of('failed').map(({ file, title }) => `  ✗ ${file}: ${title}`);
  return [`${String(ran.length)} scenarios: ${counts.join(', ')}`, ...failed].join('\n');
}
