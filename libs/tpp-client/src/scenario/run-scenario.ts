import { AnswerNotTrustedError } from '../seal/seal-check.js';
import { SiteError } from '../psu/psu-browser.js';
import type { TppClient } from '../tpp-client.js';
import { runBatchStep, runClockStep } from './bank-steps.js';
import { Course } from './course.js';
import { preparations } from './given-step.js';
import type { ScenarioResult, StepOutcome, StepResult } from './report.js';
import { runPsuStep, runSignerStep } from './psu-step.js';
import type { Scenario, Step } from './scenario.js';
import { runTppStep } from './tpp-step.js';
import { StepError } from './values.js';

/** Why a scenario cannot run at a bank. */
export class ScenarioNotHereError extends Error {
  override readonly name = 'ScenarioNotHereError';
}

/** The TPPs of a run. */
export interface TppSource {
  /**
   * A client without a PSU: that of the command line, or one with a certificate of these roles.
   *
   * @throws ScenarioNotHereError when no such certificate can be made
   */
  tpp(roles?: readonly string[]): Promise<TppClient>;
}

/**
 * Runs a scenario. The first unmet expectation ends it.
 *
 * @param onStep is called after each step
 * @throws the errors of an unreachable bank
 */
export async function runScenario(
  scenario: Scenario,
  source: TppSource,
  onStep: (step: StepResult) => void = () => undefined,
): Promise<ScenarioResult> {
  const { given, steps } = scenario;
  const results: StepResult[] = [];
  const take = ({ seen, ...result }: StepResult) => {
    const isMet = result.unmet.length === 0;
    // What a step that passed has seen has links and data of accounts, which belong into no log.
    const shown =
      isMet || seen === undefined ? result : { ...result, seen: seen.slice(0, seenMax) };
    results.push(shown);
    onStep(shown);
    return isMet;
  };
  const ended = (outcome: ScenarioResult['outcome']) => ({ outcome, steps: results });
  const tpp = await source.tpp(given.tpp?.roles).catch((error: unknown) => {
    if (error instanceof ScenarioNotHereError) return error;
    throw error;
  });
  if (tpp instanceof Error) return { ...ended('skipped'), reason: tpp.message };
  const course = new Course(tpp, given);
  for (const prepare of preparations(course)) {
    const { what, ...outcome } = await attempted(prepare, 'given');
    if (!take({ ...outcome, what: `given: ${what}` })) return ended('failed');
  }
  for (const step of steps) {
    const { line, name } = step;
    const outcome = await attempted(() => runStep(course, step), nameOf(step));
    if (!take({ ...outcome, line, name })) return ended('failed');
  }
  return ended('passed');
}

/** Of the answer or the page of a step that failed: as many characters are shown. */
const seenMax = 1000;

function runStep(course: Course, step: Step): Promise<StepOutcome> {
  if ('tpp' in step) return runTppStep(course, step);
  if ('psu' in step) return runPsuStep(course, step);
  if ('clock' in step) return runClockStep(course, step);
  return 'signer' in step ? runSignerStep(course, step) : runBatchStep(course, step);
}

function nameOf(step: Step): string {
  if ('tpp' in step) return step.tpp;
  if ('psu' in step) return `PSU ${step.psu.customer} ${step.psu.does}`;
  if ('clock' in step) return `clock ${step.clock}`;
  return 'signer' in step ? `second signer ${step.signer.customer}` : 'run of the batch';
}

/** A step that cannot go on has failed, too: a page without the form, a value that no answer had. */
async function attempted(work: () => Promise<StepOutcome>, what: string): Promise<StepOutcome> {
  try {
    return await work();
  } catch (error) {
    if (!isOfStep(error)) throw error;
    const { message } = error;
    return { what, answer: 'no answer', unmet: [{ at: 'step', expected: 'an end', got: message }] };
  }
}

function isOfStep(error: unknown): error is Error {
  const { code } = error as NodeJS.ErrnoException;
  return (
    [SiteError, StepError, AnswerNotTrustedError].some((one) => error instanceof one) ||
    // A header or an address of the file that nobody can send.
    ['UND_ERR_INVALID_ARG', 'ERR_INVALID_URL'].includes(code ?? '')
  );
}
