import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { issueSandboxCa, issueTppSeal } from '@nordgate/signature/issue';
import type { IssuedPem } from '@nordgate/signature/issue';
import {
  aDomesticPayment,
  firstThat,
  PatientTpp,
  PsuBrowser,
  runJourney,
  singlePath,
  statusOf,
  strangerTpp,
} from '@nordgate/testing';
import type { World } from '@nordgate/testing';
import { Cluster } from '@nordgate/local/cluster';
import { openConsole } from './testing/console-visitor.js';

const limitMs = 600_000;
const redirectUri = 'https://tpp.example/back?state=af0ifjsldkj';

describe('the bank as processes on Kafka', () => {
  let dataDir: string;
  let cluster: Cluster;
  let otherCa: IssuedPem;
  const validity = {
    validFrom: new Date(Date.now() - 60_000),
    validTo: new Date(Date.now() + 3_600_000),
  };
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'nordgate-cluster-'));
    const trustDir = join(dataDir, 'other-trust');
    otherCa = await issueSandboxCa({ ...validity, commonName: 'Other', organisation: 'Other' });
    await mkdir(trustDir);
    await writeFile(join(trustDir, 'ca.pem'), otherCa.certificate);
    cluster = await Cluster.start({
      dataDir,
      brokers: 1,
      replicas: { gateway: 2 },
      ports: { gateway: 0, sca: 0, internal: 0, console: 0 },
      trustDir,
      say: () => undefined,
    });
  }, limitMs);
  afterAll(async () => {
    await cluster.stop();
    await rm(dataDir, { recursive: true, force: true });
  }, limitMs);

  const tppAt = (gateway: number) => {
    const baseUrl = cluster.gatewayUrls[gateway] ?? '';
    const tpp = new PatientTpp({ baseUrl, identity: cluster.trust.demoTpp, redirectUri });
    tpp.actFor({ psuId: '1f4b0d52-6b2b-4a58-9d2b-5c3f2f1f9a10', tppSessionId: 's-1' });
    return tpp;
  };
  const world = (): World => ({
    tpp: tppAt(0),
    newBrowser: () => new PsuBrowser(cluster.scaUrl),
    narrator: { part: () => undefined, step: () => undefined },
  });
  const pay = (gateway: number, requestId?: string) =>
    tppAt(gateway).call({
      method: 'POST',
      path: singlePath,
      body: aDomesticPayment(),
      ...(requestId === undefined ? {} : { headers: { 'x-request-id': requestId } }),
    });

  it(
    'passes the whole journey of the demo',
    async () => {
      const addresses = { gatewayUrl: cluster.gatewayUrls[0] ?? '', scaUrl: cluster.scaUrl };
      const stranger = await strangerTpp(addresses);
      const { tpp, ...rest } = world();
      tpp.actFor(undefined);
      await runJourney({ tpp, ...rest }, stranger);
    },
    limitMs,
  );

  const otherTpp = () =>
    issueTppSeal({
      ...validity,
      ca: otherCa,
      commonName: 'Other TPP',
      organisation: 'Other TPP AS',
      organizationIdentifier: 'PSDNO-FSA-900000007',
      roles: ['PSP_PI'],
    });

  it('accepts a TPP of an additional CA in the trust folder', async () => {
    const identity = await otherTpp();
    const baseUrl = cluster.gatewayUrls[0] ?? '';
    const tpp = new PatientTpp({ baseUrl, identity, redirectUri });
    const answer = await tpp.call({ method: 'GET', path: '/v1/sandbox/customers' });
    expect(answer.status).toBe(200);
  });

  it('shows at one gateway a payment that another one has accepted', async () => {
    const made = await pay(0);
    expect(made.status).toBe(201);
    const { paymentId } = made.json as { readonly paymentId: string };
    expect(await statusOf({ ...world(), tpp: tppAt(1) }, singlePath, paymentId)).toBe('RCVD');
  });

  it('makes one payment of a request that is repeated at another gateway at the same time', async () => {
    const requestId = crypto.randomUUID();
    const answers = await Promise.all([0, 1, 0, 1].map((gateway) => pay(gateway, requestId)));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    const ids = answers.map(({ json }) => (json as { readonly paymentId: string }).paymentId);
    expect(new Set(ids).size).toBe(1);
  });

  it('shows in the console what a TPP sent to each gateway, newest first, and nothing of another TPP', async () => {
    const requestIds = ['console-a', 'console-b', 'console-c'].map(() => crypto.randomUUID());
    const [a = '', b = '', c = ''] = requestIds;
    const sent: readonly (readonly [number, string])[] = [
      [0, a],
      [1, b],
      [0, c],
    ];
    for (const [gateway, requestId] of sent) {
      const headers = { 'x-request-id': requestId };
      const path = `/v1/sandbox/customers/${requestId}`;
      expect((await tppAt(gateway).call({ method: 'GET', path, headers })).status).toBe(404);
    }
    const page = await openConsole(tppAt(1));
    const shown = [...(await page('/')).matchAll(/customers\/([0-9a-f-]{36})/g)].map(
      ([, id]) => id,
    );
    expect(shown).toEqual([c, b, a]);
    const identity = await otherTpp();
    const baseUrl = cluster.gatewayUrls[0] ?? '';
    const other = await openConsole(new PatientTpp({ baseUrl, identity, redirectUri }));
    expect(await other('/')).not.toContain('/v1/sandbox/customers/');
    await cluster.of('gateway')[0]?.stop();
    const without = await page('/');
    expect(without).toContain(b);
    expect(without).toContain('No answer from 127.0.0.1:');
    expect(without).not.toContain(a);
    await cluster.of('gateway')[0]?.start();
  });

  it('answers 503 with Retry-After while a service is down, and 200 after its restart', async () => {
    const made = (await pay(0)).json as { readonly paymentId: string };
    const [payments] = cluster.of('payments');
    await payments?.kill9();
    const path = `${singlePath}/${made.paymentId}/status`;
    const asked = await tppAt(0).callOnce({ method: 'GET', path });
    expect(asked.status).toBe(503);
    expect(asked.headers['retry-after']).toMatch(/^\d+$/);
    await payments?.start();
    expect(await statusOf(world(), singlePath, made.paymentId)).toBe('RCVD');
  });

  it('accepts payments as RCVD while the payments service is down', async () => {
    const [payments] = cluster.of('payments');
    await payments?.kill9();
    const made = await pay(0);
    expect(made.status).toBe(201);
    const { paymentId, transactionStatus } = made.json as Record<string, string>;
    expect(transactionStatus).toBe('RCVD');
    await payments?.start();
    const status = () =>
      tppAt(0).call({
        method: 'GET',
        path: `${singlePath}/${paymentId ?? ''}/status`,
        headers: { 'x-accept-fix': 'payment-status-before-approval' },
      });
    await firstThat('the payment is known', status, (answer) => answer.status === 200, {
      everyMs: 100,
    });
  });

  it(
    'ends every process with exit code 0 on SIGTERM',
    async () => {
      for (const app of cluster.apps) {
        expect([app.name, await app.stop()]).toEqual([app.name, 0]);
      }
      await Promise.all(cluster.apps.map((app) => app.start()));
      expect((await pay(1)).status).toBe(201);
    },
    limitMs,
  );
});
