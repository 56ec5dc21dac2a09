import { setTimeout as sleep } from 'node:timers/promises';
import type { TppAnswer } from '../answer.js';
import type { TppClient } from '../tpp-client.js';
import type { Course } from './course.js';
import { filledExpectation, memberAt, shown } from './expectation.js';
import type { StepOutcome } from './report.js';
import { patiently, unmetByAnswer } from './patient-call.js';
import type { ClockStep, BatchStep } from './scenario.js';

const clockPath = '/v1/sandbox/clock';
const runsPath = '/v1/sandbox/batch-runs';
const [clockWithinMs, runWithinMs] = [180_000, 120_000];
const againMs = 50;

/** Moves the clock of the TPP's world, waits until everything on the way is done, and looks at the clock. */
export async function runClockStep(course: Course, step: ClockStep): Promise<StepOutcome> {
  const to = String(course.values.fill(step.clock));
  const answer = await movedClock(course.tpp, to.startsWith('P') ? { advance: to } : { now: to });
  course.took(answer, step.as);
  const expected = { status: 200, ...filledExpectation(course.values, step.expect ?? {}) };
  return {
    what: `clock ${to}`,
    answer: `${String(answer.status)} ${shown(memberAt(answer.json, '/now'))}`,
    unmet: unmetByAnswer(answer, expected),
    seen: answer.text,
  };
}

/** Where a clock moves to: a time with an offset, or a duration (ISO 8601). */
export type ClockChange = { readonly now: string } | { readonly advance: string };

/**
 * Moves the clock of the TPP's world, and waits until it is ready, for three minutes at most.
 *
 * @param onProgress is called with each answer about a clock on its way
 * @returns the answer about the clock that is ready, or the refusal
 */
export async function movedClock(
  tpp: TppClient,
  change: ClockChange,
  onProgress: (answer: TppAnswer) => void = () => undefined,
): Promise<TppAnswer> {
  const began = Date.now();
  let answer = await call(tpp, 'PUT', clockPath, change);
  if (answer.status !== 202) return answer;
  for (;;) {
    onProgress(answer);
    answer = await call(tpp, 'GET', clockPath);
    const isReady = memberAt(answer.json, '/state') === 'ready' || answer.status !== 200;
    if (isReady || Date.now() - began > clockWithinMs) return answer;
    await sleep(againMs);
  }
}

function call(
  tpp: TppClient,
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  body?: ClockChange,
): Promise<TppAnswer> {
  const signed = tpp.signed({ method, path, ...(body && { body }) });
  return patiently(
    () => tpp.send(method, path, signed.headers, signed.body),
    () => false,
  );
}

/** Runs the batch, waits until that run is completed, and looks at its report. */
export async function runBatchStep(course: Course, step: BatchStep): Promise<StepOutcome> {
  const started = await call(course.tpp, 'POST', runsPath);
  // While a run is open, what is approved now is executed by the run that follows.
  const [runId = 'none'] = ['/followingRunId', '/runId']
    .map((pointer) => memberAt(started.json, pointer))
    .filter((one) => typeof one === 'string');
  const answer = started.status === 202 ? await completed(course.tpp, runId) : started;
  course.took(answer, step.as);
  const expected = { status: 200, ...filledExpectation(course.values, step.expect ?? {}) };
  return {
    what: `run of the batch ${runId}`,
    answer: wordsOfRun(answer),
    unmet: unmetByAnswer(answer, expected),
    seen: answer.text,
  };
}

async function completed(tpp: TppClient, runId: string): Promise<TppAnswer> {
  const began = Date.now();
  for (;;) {
    const answer = await call(tpp, 'GET', `${runsPath}/${runId}`);
    const isDone = memberAt(answer.json, '/status') === 'completed' || answer.status !== 200;
    if (isDone || Date.now() - began > runWithinMs) return answer;
    await sleep(againMs);
  }
}

function wordsOfRun({ status, json }: TppAnswer): string {
  const counted = ['due', 'executed', 'rejected', 'withoutFunds'].map(
    (name) => `${name} ${shown(memberAt(json, `/counts/${name}`))}`,
  );
  return `${String(status)} ${shown(memberAt(json, '/status'))}, ${counted.join(', ')}`;
}
