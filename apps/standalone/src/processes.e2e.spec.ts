import { createSigner } from '@nordgate/signature';
import {
  aDomesticPayment,
  codesOf,
  PatientTpp,
  jsonWith,
  PsuBrowser,
  runJourney,
  singlePath,
  strangerTpp,
} from '@nordgate/testing';
import type { World } from '@nordgate/testing';
import { openConsole } from './testing/console-visitor.js';
import { startTestProcesses } from './testing/test-processes.js';
import type { TestProcesses } from './testing/test-processes.js';

describe('the apps as processes that query each other over HTTP', () => {
  let test: TestProcesses;
  beforeAll(async () => {
    test = await startTestProcesses();
  });
  afterAll(() => test.stop());

  const tpp = () =>
    new PatientTpp({
      baseUrl: test.environments.gatewayUrl,
      identity: test.environments.trust.demoTpp,
      redirectUri: 'https://tpp.example/back?state=af0ifjsldkj',
      seal: test.environments.trust.bankSeal,
    });
  const world = (): World => ({
    tpp: tpp(),
    newBrowser: () => new PsuBrowser(test.environments.scaUrl),
    narrator: { part: () => undefined, step: () => undefined },
  });
  const headers = {
    'psu-id': '1f4b0d52-6b2b-4a58-9d2b-5c3f2f1f9a10',
    'tpp-session-id': 's-1',
    'x-accept-fix': 'amount-as-string,payment-status-before-approval',
  };
  const read = (path: string) => tpp().call({ method: 'GET', path, headers });

  it('print their addresses', () => {
    const told = Object.fromEntries(
      [...test.running].map(([app, { addresses }]) => [app, addresses.map(([what]) => what)]),
    );
    expect(told).toEqual({
      payments: ['internal address'],
      baskets: ['internal address'],
      accounts: ['console for TPPs', 'internal address'],
      batch: ['internal address'],
      sca: ['approval site', 'internal address'],
      gateway: ['interface for TPPs', 'internal address'],
    });
  });

  it('serve the whole journey of a TPP, with every answer sealed', async () => {
    await runJourney(world(), await strangerTpp(test.environments));
  });

  it('show a TPP its requests and payments in the console, and name the gateway that gives no answer', async () => {
    const body = aDomesticPayment();
    const made = await tpp().call({ method: 'POST', path: singlePath, body, headers });
    const { paymentId } = jsonWith<{ readonly paymentId: string }>(made, 201);
    const refused = {
      method: 'GET',
      target: '/v1/user',
      headers: { 'x-request-id': 'a' },
    } as const;
    const sign = createSigner(test.environments.trust.demoTpp);
    const spoilt = { ...sign({ ...refused, now: new Date() }), 'x-request-id': 'b' };
    await fetch(test.environments.gatewayUrl + refused.target, { headers: spoilt });
    const page = await openConsole(tpp());
    const requests = await page('/');
    expect(requests).toContain(`POST ${singlePath}`);
    // The newest is the first. The page also has requests of the journey, as many as came last.
    const spoiltRow = requests.split('<tr>').find((row) => row.includes(`GET ${refused.target}<`));
    expect(spoiltRow).toContain('BAD_REQUEST · signature not proven');
    const { host } = new URL(test.environments.deadGateway);
    expect(requests).toContain(`No answer from ${host}.`);
    expect(await page('/payments')).toContain(paymentId);
    expect(await page('/baskets')).toContain('<h1>Baskets</h1>');
    expect(await page('/customers')).toContain('14837530114');
  });

  it('answer 503 for a stopped service, and only for this service', async () => {
    const body = aDomesticPayment();
    const made = await tpp().call({ method: 'POST', path: singlePath, body, headers });
    const { paymentId } = jsonWith<{ readonly paymentId: string }>(made, 201);
    const status = `${singlePath}/${paymentId}/status`;
    expect((await read(status)).status).toBe(200);
    await test.stopOne('baskets');
    expect((await read(status)).status).toBe(200);
    await test.stopOne('payments');
    const gone = await tpp().callOnce({ method: 'GET', path: status, headers });
    expect(gone.status).toBe(503);
    expect(codesOf(gone)).toEqual(['SYSTEM_ERROR']);
  });
});
