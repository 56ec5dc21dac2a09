import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { openDatabase } from '@nordgate/event-store';
import { aDomesticPayment, singlePath } from '@nordgate/testing';
import { TppClient } from '@nordgate/tpp-client';
import { requestBytes, requestsPerSecond } from '../http-load.js';
import type { Comparison } from '../rounds.js';

const connections = 32;
const requestsPerRound = 4000;
/** Many short rounds: a change of the machine's speed then affects few of them. */
const rounds = 15;
const payments = 50;
const fix = { 'x-accept-fix': 'amount-as-string,payment-status-before-approval' };

/** A bank whose payments are read. */
interface ReadBank {
  readonly way: 'in one process' | 'through the processes';
  /** A TPP that acts for a PSU. */
  readonly tpp: TppClient;
  readonly paymentsUrl: string;
  /** The CA that the bank trusts, as PEM. */
  readonly ca: string;
}

/** Signed GETs of a payment's status. */
export async function getStatusBench(
  bank: ReadBank,
): Promise<Comparison & { stop(): Promise<void> }> {
  const { way, tpp, paymentsUrl } = bank;
  const ids = await somePayments(tpp);
  const streams = await streamsOf(paymentsUrl, ids.length);
  const server = await startInlineServer(bank);
  const inline = new TppClient({ ...tpp.options, baseUrl: server.url });
  return {
    name: `signed GET status ${way}, ${String(connections)} connections`,
    target: 1.2,
    rounds,
    against: 'a Fastify server that verifies inline and reads one row through pg',
    ours: () => getsPerSecond(tpp, (n) => statusPathOf(ids, n)),
    baseline: () => getsPerSecond(inline, (n) => `/${streams[n % streams.length] ?? ''}/status`),
    stop: () => server.stop(),
  };
}

/** The path of the status of one of some payments. */
export function statusPathOf(ids: readonly string[], n: number): string {
  return `${singlePath}/${ids[n % ids.length] ?? ''}/status`;
}

/** The ids of new payments of a TPP. */
export async function somePayments(tpp: TppClient): Promise<string[]> {
  const made = Array.from({ length: payments }, async () => {
    const call = { method: 'POST', path: singlePath, body: aDomesticPayment() } as const;
    const { json } = await tpp.call(call);
    return (json as { readonly paymentId: string }).paymentId;
  });
  return Promise.all(made);
}

async function streamsOf(url: string, count: number): Promise<string[]> {
  const options = { url, applicationName: 'nordgate-bench', migrations: [], poolMax: 1 };
  const database = await openDatabase(options);
  const { rows } = await database.pool.query<{ stream_id: string }>(
    'select stream_id from es.stream limit $1',
    [count],
  );
  await database.close();
  return rows.map(({ stream_id }) => stream_id);
}

/** Signed GETs with answers of 200 per second. They are signed before the measurement starts. */
export function getsPerSecond(tpp: TppClient, pathOf: (n: number) => string): Promise<number> {
  const { baseUrl } = tpp.options;
  const requests = Array.from({ length: requestsPerRound }, (_, n) => {
    const call = { method: 'GET', path: pathOf(n), headers: fix } as const;
    return requestBytes({ ...call, ...tpp.signed(call) }, new URL(baseUrl).host);
  });
  return requestsPerSecond(baseUrl, requests, { connections, status: 200 });
}

async function startInlineServer({ paymentsUrl, ca }: ReadBank) {
  const child: ChildProcess = fork(
    join(import.meta.dirname, 'inline-server.js'),
    [paymentsUrl, ca],
    { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] },
  );
  if (child.stdout === null) throw new Error('the baseline has no output');
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return {
    url: String(line).trim(),
    async stop() {
      const gone = once(child, 'exit');
      child.disconnect();
      await gone;
    },
  };
}
