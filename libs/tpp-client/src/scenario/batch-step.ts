import { setTimeout as sleep } from 'node:timers/promises';
import type { TppAnswer } from '../answer.js';
import { filledExpectation, memberAt, shown } from './expectation.js';
import type { Course } from './course.js';
import type { StepOutcome } from './outcome.js';
import { patiently } from './patient-call.js';
import type { BatchStep } from './scenario.js';
import { unmetByAnswer } from './unmet-answer.js';

const path = '/v1/sandbox/batch-runs';
const withinMs = 120_000;
const againMs = 50;

/** Runs the batch, waits until that run is completed, and looks at its report. */
export async function runBatchStep(course: Course, step: BatchStep): Promise<StepOutcome> {
  const started = await call(course, 'POST', path);
  // While a run is open, what is approved now is executed by the run that follows.
  const [runId = 'none'] = ['/followingRunId', '/runId']
    .map((pointer) => memberAt(started.json, pointer))
    .filter((one) => typeof one === 'string');
  const answer = started.status === 202 ? await completed(course, runId) : started;
  course.took(answer, step.as);
  const expected = { status: 200, ...filledExpectation(course.values, step.expect ?? {}) };
  return {
    what: `run of the batch ${runId}`,
    answer: wordsOfRun(answer),
    unmet: unmetByAnswer(answer, expected),
    seen: answer.text,
  };
}

async function completed(course: Course, runId: string): Promise<TppAnswer> {
  const began = Date.now();
  for (;;) {
    const answer = await call(course, 'GET', `${path}/${runId}`);
    const isDone = memberAt(answer.json, '/status') === 'completed' || answer.status !== 200;
    if (isDone || Date.now() - began > withinMs) return answer;
    await sleep(againMs);
  }
}

function call({ tpp }: Course, method: 'GET' | 'POST', target: string): Promise<TppAnswer> {
  const { headers, body } = tpp.signed({ method, path: target });
  return patiently(
    () => tpp.send(method, target, headers, body),
    () => false,
  );
}

function wordsOfRun({ status, json }: TppAnswer): string {
  const counted = ['due', 'executed', 'rejected', 'withoutFunds'].map(
    (name) => `${name} ${shown(memberAt(json, `/counts/${name}`))}`,
  );
  return `${String(status)} ${shown(memberAt(json, '/status'))}, ${counted.join(', ')}`;
}
