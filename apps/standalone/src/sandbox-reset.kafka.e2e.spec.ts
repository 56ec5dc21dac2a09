import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '@nordgate/event-store';
import type { Database } from '@nordgate/event-store';
import { Cluster } from '@nordgate/local/cluster';
import {
  aDomesticPayment,
  clockPath,
  codesOf,
  PatientTpp,
  eventually,
  jsonWith,
  pageOf,
  PsuBrowser,
  scaRedirectOf,
  singlePath,
} from '@nordgate/testing';
import type { Clock } from '@nordgate/testing';
import type { TppAnswer, TppCall } from '@nordgate/tpp-client';

const limitMs = 600_000;
const reset: TppCall = {
  method: 'POST',
  path: '/v1/sandbox/initialize',
  headers: { 'x-request-id': randomUUID() },
};
const payment: TppCall = {
  method: 'POST',
  path: singlePath,
  body: aDomesticPayment(),
  headers: { 'x-request-id': randomUUID() },
};
const seen = (answer: TppAnswer) => [answer.status, ...codesOf(answer)];

describe('a sandbox whose services are killed', () => {
  let dataDir: string;
  let cluster: Cluster;
  let accounts: Database;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'nordgate-reset-'));
    const replicas = { gateway: 2 };
    cluster = await Cluster.start({ dataDir, brokers: 1, replicas, say: () => undefined });
    const url = cluster.databaseUrl('accounts');
    accounts = await openDatabase({ url, applicationName: 'test', migrations: [], poolMax: 2 });
  }, limitMs);
  afterAll(async () => {
    await accounts.close();
    await cluster.stop();
    await rm(dataDir, { recursive: true, force: true });
  }, limitMs);

  const tppAt = (gateway: number) => {
    const baseUrl = cluster.gatewayUrls[gateway] ?? '';
    const redirectUri = 'https://tpp.example/back?state=af0ifjsldkj';
    const tpp = new PatientTpp({ baseUrl, identity: cluster.trust.demoTpp, redirectUri });
    tpp.actFor({ psuId: '1f4b0d52-6b2b-4a58-9d2b-5c3f2f1f9a10', tppSessionId: 's-1' });
    return tpp;
  };
  const statusAt = (gateway: number, paymentId: string) =>
    tppAt(gateway).call({
      method: 'GET',
      path: `${singlePath}/${paymentId}/status`,
      headers: { 'x-accept-fix': 'amount-as-string,payment-status-before-approval' },
    });
  /** How often each stream was opened or counted by a reset; one number when all were as often. */
  const resetsPerStream = async () => {
    const { rows } = await accounts.pool.query<{ resets: string }>(
      `select distinct count(*) as resets from es.event
        where type in ('SandboxInitialised', 'CustomerRegistered', 'AccountOpened',
                       'CardAccountOpened', 'AgreementSigned')
        group by stream_id`,
    );
    return rows.map(({ resets }) => Number(resets));
  };
  /** Holds back every append in accounts, so that a kill meets a reset half-way. */
  const holdAppends = async () => {
    const client = await accounts.pool.connect();
    await client.query('begin');
    // On a slow machine the append comes later than PostgreSQL lets a transaction idle.
    await client.query('set local idle_in_transaction_session_timeout = 0');
    await client.query('lock table es.event in share mode');
    const waiting = `select pid from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`;
    const waiters = async () => (await accounts.pool.query(waiting)).rowCount ?? 0;
    return {
      whenOneWaits: () => eventually('an append waits', async () => (await waiters()) > 0),
      async release() {
        await client.query('rollback');
        client.release();
        await eventually('no append waits', async () => (await waiters()) === 0);
      },
    };
  };

  it(
    'resets completely or not at all, once, and afterwards nothing from before is visible at any gateway',
    async () => {
      const made = jsonWith<{ paymentId: string }>(await tppAt(0).call(payment), 201);
      const href = scaRedirectOf(made);
      expect(seen(await statusAt(1, made.paymentId))).toEqual([200]);

      const held = await holdAppends();
      const broken = tppAt(0).callOnce(reset);
      await held.whenOneWaits();
      const [service] = cluster.of('accounts');
      await service?.kill9();
      await held.release();
      expect((await resetsPerStream()).length).toBeLessThanOrEqual(1);
      expect(seen(await broken)).toEqual([503, 'SYSTEM_ERROR']);
      const refused = await tppAt(1).callOnce(payment);
      expect(seen(refused)).toEqual([503, 'SYSTEM_ERROR']);
      expect(refused.headers['retry-after']).toMatch(/^\d+$/u);

      await service?.start();
      await eventually('the reset is repeated', async () => {
        return (await tppAt(1).call(reset)).status === 200;
      });
      expect(await resetsPerStream()).toEqual([1]);
      for (const gateway of [0, 1]) {
        const gone = await statusAt(gateway, made.paymentId);
        expect(seen(gone)).toEqual([404, 'RESOURCE_UNKNOWN']);
      }
      const old = await new PsuBrowser(cluster.scaUrl).open(`${href}?waited=10`);
      expect(pageOf(old).status).toBe(404);
      const repeated = await Promise.all([0, 1].map((gateway) => tppAt(gateway).call(payment)));
      const ids = repeated.map((one) => jsonWith<{ paymentId: string }>(one, 201).paymentId);
      expect(new Set([made.paymentId, ...ids]).size).toBe(2);
      expect(seen(await statusAt(0, ids[1] ?? ''))).toEqual([200]);
    },
    limitMs,
  );

  it(
    'is known to every gateway and to the approval site when it is answered',
    async () => {
      for (let round = 0; round < 5; round += 1) {
        const made = jsonWith<{ paymentId: string }>(
          await tppAt(round % 2).call({ ...payment, headers: {} }),
          201,
        );
        const headers = { 'x-request-id': randomUUID() };
        const answer = await tppAt(0).call({ ...reset, headers });
        expect(seen(answer)).toEqual([200]);
        expect(seen(await statusAt(1, made.paymentId))).toEqual([404, 'RESOURCE_UNKNOWN']);
        const href = `${scaRedirectOf(made)}?waited=10`;
        const page = await new PsuBrowser(cluster.scaUrl).open(href);
        expect(pageOf(page).status).toBe(404);
      }
    },
    limitMs,
  );

  it(
    'leaves a clock that moves through the kills of batch and accounts, at every gateway',
    async () => {
      const month = 30 * 86_400_000;
      const clockAt = async (gateway: number) =>
        jsonWith<Clock>(await tppAt(gateway).call({ method: 'GET', path: clockPath }), 200);
      const made = jsonWith<{ paymentId: string }>(
        await tppAt(0).call({ ...payment, headers: { 'x-request-id': randomUUID() } }),
        201,
      );
      const body = { advance: 'P30D' };
      const once = { 'x-request-id': randomUUID() };
      const move = () => tppAt(0).call({ method: 'PUT', path: clockPath, body, headers: once });
      const begun = jsonWith<Clock>(await move(), 202);
      for (const name of ['batch', 'accounts'] as const) await cluster.of(name)[0]?.kill9();
      for (const name of ['batch', 'accounts'] as const) await cluster.of(name)[0]?.start();
      await eventually('the clock is ready', async () => (await clockAt(1)).state === 'ready');
      expect(jsonWith<Clock>(await move(), 202)).toEqual(begun);
      for (const gateway of [0, 1]) {
        const ahead = Date.parse((await clockAt(gateway)).now) - Date.now();
        expect(Math.abs(ahead - month)).toBeLessThan(60 * 60_000);
        const { json } = await statusAt(gateway, made.paymentId);
        expect(json).toMatchObject({ transactionStatus: 'RJCT' });
      }
    },
    limitMs,
  );
});
