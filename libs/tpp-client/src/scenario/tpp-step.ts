import { filledExpectation } from './expectation.js';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TppAnswer } from '../answer.js';
import { readRedirect } from '../redirect.js';
import type { KnownPsu, TppCall } from '../tpp-client.js';
import type { Course } from './course.js';
import type { StepOutcome } from './report.js';
import { patiently, unmetByAnswer, wordsOfAnswer } from './patient-call.js';
import { StepError } from './values.js';
import type { Expectation, HeaderValues, TppStep } from './scenario.js';

const withinMs = 60_000;
const againMs = 100;

/** The TPP sends the request of the step, again while the step waits for something. */
export async function runTppStep(course: Course, step: TppStep): Promise<StepOutcome> {
  const expected = filledExpectation(course.values, step.expect ?? {});
  const started = Date.now();
  for (;;) {
    const outcome = await once(course, step, expected);
    const isDone = outcome.unmet.length === 0 || step.eventually !== true;
    if (isDone || Date.now() - started > withinMs) return outcome;
    await sleep(againMs);
  }
}

async function once(course: Course, step: TppStep, expected: Expectation): Promise<StepOutcome> {
  const { values } = course;
  const line = values.fill(step.tpp);
  const [method = '', ...target] = line.split(' ');
  const requestId = randomUUID();
  const headers = {
    'x-request-id': requestId,
    ...headersOf(values.fill(course.given.headers ?? {})),
    ...headersOf(values.fill(step.headers ?? {})),
  };
  const call: TppCall = {
    method: method as TppCall['method'],
    path: target.join(' '),
    headers,
    ...(step.body !== undefined && { body: values.fill(step.body) as object | string }),
    ...(step.clockAhead !== undefined && {
      sign: { now: new Date(Date.now() + step.clockAhead * 1000) },
    }),
  };
  const answer = await send(course, step, call, expected);
  course.took(answer, step.as);
  return {
    what: line,
    answer: wordsOfAnswer(answer),
    unmet: unmetByAnswer(answer, expected),
    requestId: headers['x-request-id'],
    seen: answer.text,
  };
}

async function send(
  course: Course,
  { actsFor, afterSigning }: TppStep,
  call: TppCall,
  expected: Expectation,
): Promise<TppAnswer> {
  const { tpp, values } = course;
  if (actsFor !== undefined) tpp.actFor(psuOf(values.fill(actsFor)));
  try {
    const signed = tpp.signed(call);
    const changed = headersOf(values.fill(afterSigning?.headers ?? {}));
    const headers = withChanges(signed.headers, changed);
    const body = values.fill(afterSigning?.body) ?? signed.body;
    const bytes = body === undefined || Buffer.isBuffer(body) ? body : jsonOf(body);
    return await patiently(
      () => tpp.send(call.method, call.path, headers, bytes),
      (status) => status === expected.status,
    );
  } finally {
    tpp.actFor(course.psu);
  }
}

function psuOf(whom: unknown): KnownPsu | undefined {
  if (whom === 'nobody') return undefined;
  const address = (whom as { readonly address?: string } | undefined)?.address;
  const redirect = address === undefined ? undefined : readRedirect(address);
  if (redirect?.outcome === 'approved') return redirect.psu;
  throw new StepError('actsFor: "nobody", or the kept redirect of a PSU who has approved');
}

/** Names in lower case, as the client has them. */
function headersOf(headers: HeaderValues): Record<string, string | undefined> {
  const entries = Object.entries(headers);
  return Object.fromEntries(entries.map(([name, one]) => [name.toLowerCase(), one ?? undefined]));
}

function withChanges(
  headers: Readonly<Record<string, string>>,
  changed: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  const kept = Object.entries(headers).filter(([name]) => !(name.toLowerCase() in changed));
  const entries = [...kept, ...Object.entries(changed)];
  return Object.fromEntries(entries.filter((one): one is [string, string] => one[1] !== undefined));
}

function jsonOf(body: unknown): string {
  return typeof body === 'string' ? body : JSON.stringify(body);
}
