import { createHash } from 'node:crypto';
import type { TppAnswer, TppCall, TppClient } from '@nordgate/tpp-client';
import { DescribedTpp } from '../described/described-tpp.js';
import { aDomesticPayment } from '../payment-bodies.js';
import { singlePath } from './payments.js';
import { codesOf, demand } from './world.js';
import type { World } from './world.js';

/** Requests that the gateway has to answer with 400 (specification 5, 7). */
export async function seeRefusals(world: World, stranger: TppClient): Promise<void> {
  const { narrator } = world;
  const tpp = withoutSealCheck(world.tpp);
  const call: TppCall = { method: 'POST', path: singlePath, body: aDomesticPayment() };
  const send = (headers: Record<string, string>, body?: Buffer) =>
    tpp.send(call.method, call.path, headers, body);
  const { headers, body } = tpp.signed(call);
  const unsigned = Object.fromEntries(
    Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'signature'),
  );
  const late = new Date(Date.now() - 61_000);
  const tampered = Buffer.from(String(body).replace('125.50', '925.50'));
  const wrong = { ...headers, ...wronglySigned(headers) };
  const cases: [string, Promise<TppAnswer>, string][] = [
    ['unsigned', send(unsigned, body), 'HTTP_HEADER_REQUIRED'],
    ['wrongly signed', send(wrong, body), 'BAD_REQUEST'],
    ['tampered body', send(headers, tampered), 'BAD_REQUEST'],
    ['Date 61 s off', tpp.call({ ...call, sign: { now: late } }), 'BAD_REQUEST'],
    ['unknown certificate', stranger.call(call), 'BAD_REQUEST'],
  ];
  for (const [what, pending, code] of cases) {
    const answer = await pending;
    demand(answer.status === 400, `${what}: status 400`, answer.text);
    demand(codesOf(answer).join() === code, `${what}: ${code}`, answer.text);
    narrator.step(what, `400 ${code}`);
  }
}

/** The same TPP for answers to requests that the bank does not verify: those have no seal. */
function withoutSealCheck({ options }: TppClient): TppClient {
  const { baseUrl, identity, redirectUri } = options;
  return new DescribedTpp({ baseUrl, identity, redirectUri });
}

/** Another X-Request-ID under the old signature, so the signature does not match. */
function wronglySigned(headers: Record<string, string>): Record<string, string> {
  const digest = createHash('md5').update(JSON.stringify(headers)).digest('hex');
  return { 'x-request-id': `${digest.slice(0, 8)}-0000-4000-8000-${digest.slice(0, 12)}` };
}
