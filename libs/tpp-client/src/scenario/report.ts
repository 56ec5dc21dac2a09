import type { Unmet } from './expectation.js';

/** How a step went. */
export interface StepOutcome {
  /** The request, or what the PSU did. */
  readonly what: string;
  /** The answer in a few words. */
  readonly answer: string;
  readonly unmet: readonly Unmet[];
  readonly requestId?: string | undefined;
  /** The body or the page, for a failure. */
  readonly seen?: string;
}

/** A step that ran, or what was given before the first step. */
export interface StepResult extends StepOutcome {
  /** Line of the step in its file; that of nothing for what is given. */
  readonly line?: number;
  readonly name?: string | undefined;
}

/** How a scenario went. The steps end with the first that failed. */
export interface ScenarioResult {
  readonly outcome: 'passed' | 'failed' | 'skipped';
  /** Why it was skipped. */
  readonly reason?: string;
  readonly steps: readonly StepResult[];
}

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
