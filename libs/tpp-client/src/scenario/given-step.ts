import { setTimeout as sleep } from 'node:timers/promises';
import type { Course } from './course.js';
import type { StepOutcome } from './report.js';
import { runPsuStep } from './psu-step.js';
import type { Expectation, TppStep } from './scenario.js';
import { runTppStep } from './tpp-step.js';

const againMs = 300;
const resetsMax = 100;

/** What a scenario needs before its first step, in order. */
export function preparations(course: Course): readonly (() => Promise<StepOutcome>)[] {
  const { reset, data = [], psu } = course.given;
  return [
    ...(reset === true ? [() => resetSandbox(course)] : []),
    ...data.map(({ post, body, as }) => () => {
      const made = { ...step(`POST /v1/sandbox/${post}`, { status: 201 }), body };
      return runTppStep(course, { ...made, ...(as !== undefined && { as }) });
    }),
    ...(psu === undefined ? [] : meeting(course, psu)),
  ];
}

/** Two resets at once are a conflict: another user of the sandbox may be resetting it. */
async function resetSandbox(course: Course): Promise<StepOutcome> {
  for (let resets = 1; ; resets += 1) {
    const outcome = await runTppStep(course, step('POST /v1/sandbox/initialize', { status: 200 }));
    if (!outcome.answer.startsWith('409') || resets === resetsMax) return outcome;
    await sleep(againMs);
  }
}

/** The first contact: a read without a PSU-ID is answered with the link (specification 5.10). */
function meeting(
  course: Course,
  { customer, company, accounts, cards }: NonNullable<Course['given']['psu']>,
): readonly (() => Promise<StepOutcome>)[] {
  const reads = accounts !== undefined || cards !== undefined;
  const context = company === undefined ? 'PRIVATE' : 'CORPORATE';
  const request = step(reads ? 'GET /v1/accounts' : 'GET /v1/user', { status: 401 });
  const picked = { ...(accounts && { accounts }), ...(cards && { cards }) };
  const chosen = { ...(company !== undefined && { company }), ...picked };
  return [
    () => runTppStep(course, { ...request, headers: { 'PSU-Context': context } }),
    () => runPsuStep(course, { line: 0, psu: { customer, ...chosen, does: 'approves' } }),
  ];
}

function step(tpp: string, expect: Expectation): TppStep {
  return { line: 0, tpp, expect };
}
