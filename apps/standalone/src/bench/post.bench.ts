import { randomUUID } from 'node:crypto';
import type { Database } from '@nordgate/event-store';
import { aDomesticPayment, singlePath } from '@nordgate/testing';
import type { TppClient } from '@nordgate/testing';
import autocannon from 'autocannon';
import type { Options, Result } from 'autocannon';
import type { Comparison } from './rounds.js';

const connections = 32;
const requestsPerRound = 8000;
const insertMs = 2000;
const psu = { 'psu-id': '1f4b0d52-6b2b-4a58-9d2b-5c3f2f1f9a10', 'tpp-session-id': 'bench' };

/** Signed POST to 201 in the one-process bank against a bare named insert through pg. */
export async function postBench(tpp: TppClient, database: Database): Promise<Comparison> {
  await database.pool.query(
    'create table if not exists bench_insert (id text primary key, data jsonb)',
  );
  return {
    name: `signed POST to 201, one-process bank, ${String(connections)} connections`,
    target: 0.25,
    against: `a bare named insert through pg, ${String(connections)} in flight`,
    ours: () => postsPerSecond(tpp),
    baseline: () => insertsPerSecond(database),
  };
}

/** The requests are signed before the clock starts; each has its own X-Request-ID. */
async function postsPerSecond(tpp: TppClient): Promise<number> {
  const requests = Array.from({ length: requestsPerRound }, () =>
    tpp.signed({ method: 'POST', path: singlePath, body: aDomesticPayment(), headers: psu }),
  );
  let next = 0;
  const sent = await answered({
    url: `${tpp.options.baseUrl}${singlePath}`,
    connections,
    amount: requestsPerRound,
    requests: [
      {
        setupRequest: (request) => {
          const { headers, body } = requests[next % requestsPerRound] ?? {};
          next += 1;
          return { ...request, method: 'POST', path: singlePath, headers, body };
        },
      },
    ],
  });
  if (sent.result.non2xx > 0 || sent.result.errors > 0) {
    throw new Error(`refused ${String(sent.result.non2xx)}, errors ${String(sent.result.errors)}`);
  }
  return sent.result['2xx'] / sent.seconds;
}

/** Runs the load and clocks it to its last answer; the tool's own clock counts whole seconds. */
function answered(options: Options): Promise<{ result: Result; seconds: number }> {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    let last = started;
    const load = autocannon(options, (error: Error | null, result) => {
      if (error === null) resolve({ result, seconds: (last - started) / 1000 });
      else reject(error);
    });
    load.on('response', () => {
      last = performance.now();
    });
  });
}

async function insertsPerSecond(database: Database): Promise<number> {
  const data = JSON.stringify(aDomesticPayment());
  const started = performance.now();
  let done = 0;
  const lane = async () => {
    while (performance.now() - started < insertMs) {
      await database.pool.query({
        name: 'bench.insert',
        text: 'insert into bench_insert (id, data) values ($1, $2)',
        values: [randomUUID(), data],
      });
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: connections }, lane));
  return done / ((performance.now() - started) / 1000);
}
