import { runJourney, strangerTpp } from '@nordgate/testing';
import type { PatientTpp, World } from '@nordgate/testing';
import type { TppAnswer, TppCall, TppClient } from '@nordgate/tpp-client';
import { bodyOf, describedOperations, madePath, sendAs } from './testing/sandbox-operations.js';
import type { Method } from './testing/sandbox-operations.js';
import { startTestBank } from './testing/test-bank.js';
import type { TestBank } from './testing/test-bank.js';

const reset = { method: 'POST', path: '/v1/sandbox/initialize' } as const;

let test: TestBank;
beforeAll(async () => {
  test = await startTestBank();
});
afterAll(() => test.stop());

/** The link to the pages of the bank names its generation: the bank asks which world the link is of. */
const link = /\/(?:sign|confirm)\/[0-9a-f]{32}\.\d+\//u;
/** An id in a generation, at the end of a text or of a part of a path. Ids have a hyphen or are 32 digits; amounts are not. */
const inAnyGeneration = /(?:\w*-[\w-]*|[0-9a-f]{32})\.[1-9]\d{0,9}(?=$|[/?#"\s])/gu;
const isNumber = (text: string) => /^-?\d+\.\d+$/u.test(text);
const isAddress = (text: string) => /^https?:\/\/[\d.:]+/u.test(text);

/** The texts in an answer that show a generation. */
function generationsIn(value: unknown): readonly string[] {
  if (typeof value === 'object' && value !== null)
    return Object.values(value).flatMap(generationsIn);
  if (typeof value !== 'string' || isNumber(value) || link.test(value)) return [];
  const text = isAddress(value) ? new URL(value).pathname : value;
  return text.match(inAnyGeneration) ?? [];
}

const shownBy = ({ json, headers }: TppAnswer) =>
  [headers['location'], json].flatMap(generationsIn);

/** Lets a TPP note each call whose answer shows a generation. */
function watch<Tpp extends TppClient>(tpp: Tpp, shown: string[]): Tpp {
  const call = tpp.call.bind(tpp);
  tpp.call = async (sent: TppCall) => {
    const answer = await call(sent);
    for (const text of shownBy(answer)) shown.push(`${sent.method} ${sent.path}: ${text}`);
    return answer;
  };
  return tpp;
}

describe('the ids of a sandbox', () => {
  let tpp: PatientTpp;
  beforeAll(async () => {
    tpp = await test.newTpp('PSDNO-FSA-870000001', ['PSP_AI']);
    expect((await tpp.call(reset)).status).toBe(200);
  });

  it.each(describedOperations)('have no generation in the answer to %s', async (name) => {
    const [method, described = ''] = name.split(' ') as [Method, string];
    const shown: string[] = [];
    const send = sendAs(watch(tpp, shown));
    const answer = await send(method, (await madePath(send, described)).path, bodyOf(name));
    expect([200, 201, 202, 204]).toContain(answer.status);
    expect(shown).toEqual([]);
  });

  it('have no generation in what a TPP gets in the journey of all products', async () => {
    const shown: string[] = [];
    const world: World = test.world();
    const watched = { ...world, tpp: watch(world.tpp, shown) };
    await runJourney(watched, await strangerTpp(test.bank));
    expect(shown).toEqual([]);
  });
});
