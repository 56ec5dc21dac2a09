import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { startEmbeddedServer } from '@nordgate/local/postgres';
import { services } from '@nordgate/standalone/config';
import { aDomesticPayment, singlePath, uncheckedTpp } from '@nordgate/testing';
import { TppClient } from '@nordgate/tpp-client';
import type { TppCall } from '@nordgate/tpp-client';
import { somePayments, statusPathOf } from '../get/get-status.bench.js';
import { startUnlimitedBank } from '../unlimited-bank.js';
import { peerPayment } from './payment-body.js';
import { pin, postmasterOf } from './process-time.js';
import type { MeasuredServer } from './process-time.js';

/** The two requests of the bench. */
export type RequestKind = 'POST' | 'GET';

/** A server of the bench with its own PostgreSQL, and how to make signed requests for it. */
export interface Contestant extends MeasuredServer {
  readonly tpp: TppClient;
  call(kind: RequestKind, n: number): TppCall;
  stop(): Promise<void>;
}

const psu = { 'psu-id': '1f4b0d52-6b2b-4a58-9d2b-5c3f2f1f9a10', 'tpp-session-id': 'bench' };
const fix = { 'x-accept-fix': 'amount-as-string,payment-status-before-approval' };
const production = { NODE_ENV: 'production' };

/** A bank of the bench. */
export interface BankContestant extends Contestant {
  /** The database of payments. */
  readonly paymentsUrl: string;
}

async function startDatabase(dataDir: string, names: readonly string[]) {
  const log = () => undefined;
  const server = await startEmbeddedServer({ dataDir: join(dataDir, 'postgres'), log });
  for (const name of names) await server.ensureDatabase(name);
  return { ...server, postmaster: await postmasterOf(server.url(names[0] ?? '')) };
}

/** The one-process bank, whose answers are sealed or not, with these settings besides. */
export async function startBank(
  dataDir: string,
  seal: 'on' | 'off',
  settings: Readonly<Record<string, string>> = {},
): Promise<BankContestant> {
  const server = await startDatabase(
    dataDir,
    services.map((service) => `bank_${service}`),
  );
  const urls = services.map((service) => [
    `DATABASE_URL_${service.toUpperCase()}`,
    server.url(`bank_${service}`),
  ]);
  const env = {
    ...production,
    ...(Object.fromEntries(urls) as Record<string, string>),
    RESPONSE_SEAL: seal,
    ...settings,
  };
  const folder = join(dataDir, 'bank');
  const bank = await startUnlimitedBank({ dataDir: folder, env });
  const tpp = await uncheckedTpp(bank.addresses, folder);
  tpp.actFor({ psuId: psu['psu-id'], tppSessionId: psu['tpp-session-id'] });
  const ids = await somePayments(tpp);
  const measured = { pid: bank.pid, postmaster: server.postmaster };
  await pin(measured);
  return {
    ...measured,
    tpp,
    paymentsUrl: server.url('bank_payments'),
    call: (kind, n) =>
      kind === 'POST'
        ? { method: 'POST', path: singlePath, headers: psu, body: aDomesticPayment() }
        : { method: 'GET', path: statusPathOf(ids, n), headers: fix },
    async stop() {
      await bank.stop();
      await server.stop();
    },
  };
}

/** The plain CRUD server. It takes requests of the same TPP. */
export async function startPeer(
  dataDir: string,
  identity: TppClient['options']['identity'],
): Promise<Contestant> {
  const server = await startDatabase(dataDir, ['peer']);
  const child = fork(join(import.meta.dirname, 'crud-server.js'), [server.url('peer')], {
    env: { ...process.env, ...production },
  });
  const [{ url: baseUrl }] = (await once(child, 'message')) as [{ readonly url: string }];
  const tpp = new TppClient({ baseUrl, identity, redirectUri: 'https://tpp.example/back' });
  const path = '/v1/payments/sepa-credit-transfers';
  const sign = { wrap: 'plain' } as const;
  const post = { method: 'POST', path, body: peerPayment, sign, headers: psu } as const;
  const { json } = await tpp.call(post);
  const { paymentId } = json as { readonly paymentId: string };
  const measured = { pid: child.pid ?? 0, postmaster: server.postmaster };
  await pin(measured);
  return {
    ...measured,
    tpp,
    call: (kind) =>
      kind === 'POST'
        ? post
        : { method: 'GET', path: `${path}/${paymentId}/status`, sign, headers: psu },
    async stop() {
      const gone = once(child, 'exit');
      child.disconnect();
      await gone;
      await server.stop();
    },
  };
}
