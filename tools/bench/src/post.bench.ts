import type { Database } from '@nordgate/event-store';
import { aDomesticPayment, singlePath } from '@nordgate/testing';
import type { TppClient } from '@nordgate/tpp-client';
import { BareInsert } from './bare-insert.js';
import { requestBytes, requestsPerSecond } from './http-load.js';
import type { Comparison } from './rounds.js';

const connections = 32;
const requestsPerRound = 8000;
const insertMs = 2000;
/** On a shared machine single rounds vary between 0.17 and 0.32. */
const rounds = 15;
/** Rounds until the JIT compiler has optimised both sides. */
const warmUpsDefault = 4;
const psu = { 'psu-id': '1f4b0d52-6b2b-4a58-9d2b-5c3f2f1f9a10', 'tpp-session-id': 'bench' };

/** Signed POST to 201 against a bare named insert through pg. */
export async function postBench(
  tpp: TppClient,
  database: Database,
  way: 'one-process bank' | 'through Kafka',
  { target, warmUps = warmUpsDefault }: Pick<Comparison, 'target' | 'warmUps'>,
): Promise<Comparison> {
  const insert = await BareInsert.into(database);
  return {
    name: `signed POST to 201, ${way}, ${String(connections)} connections`,
    target,
    rounds,
    warmUps,
    against: `a bare named insert through pg, ${String(connections)} in flight`,
    ours: () => postsPerSecond(tpp),
    baseline: () => insertsPerSecond(insert),
  };
}

/** The requests are signed before the measurement starts. Each has its own X-Request-ID. */
export function postsPerSecond(tpp: TppClient, count = requestsPerRound): Promise<number> {
  const { baseUrl } = tpp.options;
  const call = { method: 'POST', path: singlePath, headers: psu } as const;
  const requests = Array.from({ length: count }, () => {
    const signed = tpp.signed({ ...call, body: aDomesticPayment() });
    return requestBytes({ ...call, ...signed }, new URL(baseUrl).host);
  });
  return requestsPerSecond(baseUrl, requests, { connections, status: 201 });
}

async function insertsPerSecond(insert: BareInsert): Promise<number> {
  const started = performance.now();
  let done = 0;
  const worker = async () => {
    while (performance.now() - started < insertMs) {
      await insert.once();
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: connections }, worker));
  return done / ((performance.now() - started) / 1000);
}
