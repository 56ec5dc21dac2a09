import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { openDatabase } from '@nordgate/event-store';
import { aDomesticPayment, singlePath, TppClient } from '@nordgate/testing';
import type { Cluster } from '../../cluster/cluster.js';
import { trustFolder } from '../../cluster/cluster-plan.js';
import { requestOctets, requestsPerSecond } from '../http-load.js';
import type { Comparison } from '../rounds.js';

const connections = 32;
const requestsPerRound = 8000;
const payments = 50;
const fix = { 'x-accept-fix': 'amount-as-string,payment-status-before-approval' };

/** Signed GETs of a payment's status, over the gateway and the payments process. */
export async function getStatusBench(
  cluster: Cluster,
  tpp: TppClient,
): Promise<Comparison & { stop(): Promise<void> }> {
  const ids = await somePayments(tpp);
  const streams = await streamsOf(cluster.databaseUrl('payments'), ids.length);
  const server = await startInlineServer(cluster);
  const inline = new TppClient({ ...tpp.options, baseUrl: server.url });
  return {
    name: `signed GET status through the processes, ${String(connections)} connections`,
    target: 1.2,
    against: 'a Fastify server that verifies inline and reads one row through pg',
    ours: () => rateOf(tpp, (n) => `${singlePath}/${ids[n % ids.length] ?? ''}/status`),
    baseline: () => rateOf(inline, (n) => `/${streams[n % streams.length] ?? ''}/status`),
    stop: () => server.stop(),
  };
}

async function somePayments(tpp: TppClient): Promise<string[]> {
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

function rateOf(tpp: TppClient, pathOf: (n: number) => string): Promise<number> {
  const { baseUrl } = tpp.options;
  const requests = Array.from({ length: requestsPerRound }, (_, n) => {
    const call = { method: 'GET', path: pathOf(n), headers: fix } as const;
    return requestOctets({ ...call, ...tpp.signed(call) }, new URL(baseUrl).host);
  });
  return requestsPerSecond(baseUrl, requests, { connections, status: 200 });
}

async function startInlineServer(cluster: Cluster) {
  const child: ChildProcess = fork(
    join(import.meta.dirname, 'inline-server.js'),
    [cluster.databaseUrl('payments'), trustFolder(cluster.options.dataDir)],
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
