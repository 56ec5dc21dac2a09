import {
  createPublicKey,
  createSecretKey,
  generateKeyPairSync,
  X509Certificate,
} from 'node:crypto';
import { GetApprovedPayments, GetTppRequests } from '@nordgate/contracts/queries';
import type { KeptRequest } from '@nordgate/contracts/queries';
import { consoleCodeHash } from '@nordgate/contracts/rules';
import { testDatabase } from '@nordgate/event-store/testing';
import type { TestDatabase } from '@nordgate/event-store/testing';
import type { Bus, Message } from '@nordgate/messaging';
import { ServiceUnavailableError } from '@nordgate/service';
import type { InstanceQueries, QueryClient } from '@nordgate/service';
import { issueSandboxCa, readTppCertificate, createTrustStore } from '@nordgate/signature';
import type { IssuedPem } from '@nordgate/signature';
import { EC_P256, opensslRequest, withBrokenSignature } from '@nordgate/signature/testing';
import { createLog } from '@nordgate/telemetry';
import { Console1790000000006 } from '../migrations/6-console.migration.js';
import { ConsoleActions } from './console-actions.routes.js';
import { ConsoleBank } from './console-bank.service.js';
import { ConsoleBrowsing } from './console-browsing.routes.js';
import { ConsoleGuard } from './console-visit.guard.js';
import { ConsoleVisits } from './console-visits.queries.js';
import { ConsoleServer } from './console.server.js';

const [a, b] = ['PSDNO-FSA-900000001', 'PSDNO-FSA-900000002'] as const;

function request(id: string, at: string): KeptRequest {
  return {
    ...{ id, at, method: 'GET', target: `/v1/${id}`, status: 400, requestId: null, traceId: null },
    ...{ isProven: false, headers: [], messages: [], verdict: null },
  };
}

/** The last requests at the gateway. */
const kept: Readonly<Record<string, readonly KeptRequest[]>> = {
  [a]: [request('late', '2030-01-01T00:00:02Z'), request('early', '2030-01-01T00:00:00Z')],
  [b]: [request('of-b', '2030-01-02T00:00:00Z')],
};

const sent: { readonly topic: string; readonly message: Message }[] = [];
let isGatewayDown = false;
/** Whether there is a second gateway, which gives no answer. */
let isSecondDown = false;

const approved = [{ paymentId: 'payment-1', version: 2 }];
const queries: QueryClient & InstanceQueries = {
  ask: (query) => Promise.resolve((query instanceof GetApprovedPayments ? approved : 0) as never),
  askEach: (query) => {
    const own = query instanceof GetTppRequests ? (kept[query.tpp] ?? []) : [];
    const error = new ServiceUnavailableError('down');
    const silent = { instance: 'gateway-2:8090', error };
    const first = isGatewayDown
      ? { instance: 'gateway-1:8090', error }
      : { instance: 'gateway-1:8090', answer: own as never };
    return Promise.resolve(isSecondDown ? [first, silent] : [first]);
  },
};

const bus = {
  publish: (topic: string, messages: readonly Message[]) => {
    sent.push(...messages.map((message) => ({ topic, message })));
    return Promise.resolve();
  },
} as unknown as Bus;

let database: TestDatabase;
let visits: ConsoleVisits;
let ca: IssuedPem;
beforeAll(async () => {
  database = await testDatabase('console', [Console1790000000006]);
  visits = new ConsoleVisits(database);
  const validTo = new Date(Date.now() + 86_400_000 * 100);
  const validity = { validFrom: new Date(Date.now() - 3_600_000), validTo };
  ca = await issueSandboxCa({ ...validity, commonName: 'CA', organisation: 'CA' });
});
afterAll(() => database.close());

let url: string;
let server: ConsoleServer;
beforeEach(async () => {
  [sent.length, isGatewayDown, isSecondDown] = [0, false, false];
  const settings = {
    ...{ host: '127.0.0.1', port: 0, ca },
    ids: { current: 'A', keys: { A: createSecretKey(Buffer.alloc(32)) } },
    onListening: (address: string) => (url = address),
  };
  const bank = new ConsoleBank(queries, bus, settings);
  const guard = new ConsoleGuard(settings, visits);
  const actions = new ConsoleActions(bank, guard, settings);
  const log = createLog({ app: 'console', level: 'silent' });
  server = new ConsoleServer(settings, log, new ConsoleBrowsing(bank, guard), actions);
  await server.onApplicationBootstrap();
});
afterEach(() => server.onModuleDestroy());

let codes = 0;
async function newCode(tpp: string): Promise<string> {
  const code = `code-${String((codes += 1))}`;
  await visits.keep(consoleCodeHash(code), tpp);
  return code;
}

interface Sent {
  readonly cookie?: string;
  readonly form?: Readonly<Record<string, string>>;
  readonly origin?: string;
}

const call = (path: string, { cookie, form, origin }: Sent = {}) =>
  fetch(`${url}${path}`, {
    redirect: 'manual',
    headers: { ...(cookie && { cookie }), ...(origin && { origin }) },
    ...(form && { method: 'POST', body: new URLSearchParams(form) }),
  });

async function visitOf(tpp: string): Promise<{ cookie: string; token: string }> {
  const answer = await call('/visit', { form: { code: await newCode(tpp) } });
  const [cookie = ''] = (answer.headers.get('set-cookie') ?? '').split(';');
  const page = await (await call('/actions', { cookie })).text();
  return { cookie, token: /name="token" value="([^"]+)"/.exec(page)?.[1] ?? '' };
}

describe('a code of the console', () => {
  it('opens one visit, whose cookie no script and no other site can use', async () => {
    const code = await newCode(a);
    const first = await call('/visit', { form: { code } });
    expect([first.status, first.headers.get('location')]).toEqual([303, '/']);
    expect(first.headers.get('set-cookie')).toMatch(/HttpOnly; SameSite=Strict/);
    const second = await call('/visit', { form: { code } });
    expect([second.status, second.headers.get('set-cookie')]).toEqual([400, null]);
  });

  it('opens nothing when it has expired', async () => {
    const code = await newCode(a);
    await database.pool.query('update console_code set expires_at = clock_timestamp()');
    expect((await call('/visit', { form: { code } })).status).toBe(400);
  });

  it('expires when it did before a repeat of the request that made it', async () => {
    const hash = consoleCodeHash('repeated');
    const [first, again] = [await visits.keep(hash, a), await visits.keep(hash, a)];
    expect(again).toEqual(first);
  });

  it('may be tried ten times by one address, and then no right code helps', async () => {
    for (let n = 0; n < 10; n += 1) await call('/visit', { form: { code: 'wrong' } });
    const answer = await call('/visit', { form: { code: await newCode(a) } });
    expect([answer.status, answer.headers.get('set-cookie')]).toEqual([429, null]);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  });
});

describe('a visit to the console', () => {
  it('shows the requests of its TPP, and no request of another TPP', async () => {
    const page = await (await call('/', await visitOf(a))).text();
    const shown = [...page.matchAll(/GET \/v1\/([a-z-]+)/g)].map(([, id]) => id);
    expect(shown).toEqual(['late', 'early']);
  });

  it('answers 404 for a request of another TPP', async () => {
    const [own, other] = [await visitOf(a), await visitOf(b)];
    expect((await call('/requests/late', own)).status).toBe(200);
    expect((await call('/requests/late', other)).status).toBe(404);
  });

  it('is over after its end, and after its hour', async () => {
    const [ended, old] = [await visitOf(a), await visitOf(a)];
    await call('/visit/end', { cookie: ended.cookie, form: { token: ended.token } });
    expect((await call('/actions', ended)).status).toBe(401);
    expect((await call('/actions', old)).status).toBe(200);
    await database.pool.query('update console_visit set expires_at = clock_timestamp()');
    expect((await call('/actions', old)).status).toBe(401);
  });

  it('answers 503 with a page and Retry-After while the gateway does not answer', async () => {
    isGatewayDown = true;
    const answer = await call('/', await visitOf(a));
    expect([answer.status, answer.headers.get('retry-after'), await answer.text()]).toEqual([
      503,
      '1',
      expect.stringContaining('does not answer'),
    ]);
  });

  it('shows the requests at one gateway and names the other, which gives no answer', async () => {
    isSecondDown = true;
    const own = await visitOf(a);
    const answer = await call('/', own);
    const page = await answer.text();
    expect(answer.status).toBe(200);
    expect(page).toContain('GET /v1/late');
    expect(page).toContain('No answer from gateway-2:8090.');
    const unknown = await call('/requests/unknown', own);
    expect([unknown.status, await unknown.text()]).toEqual([
      404,
      expect.stringContaining('No answer from gateway-2:8090.'),
    ]);
    isSecondDown = false;
    expect(await (await call('/', own)).text()).not.toContain('No answer');
  });

  it('forbids scripts, frames and foreign forms on every answer', async () => {
    for (const path of ['/', '/no-such-page', '/assets/console.css']) {
      const policy = (await call(path)).headers.get('content-security-policy');
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("frame-ancestors 'none'");
    }
  });
});

describe('an action of the console', () => {
  it('tells batch and accounts in the name of the TPP', async () => {
    const { cookie, token } = await visitOf(a);
    await call('/actions/batch-run', { cookie, form: { token } });
    await call('/actions/reset', { cookie, form: { token, sure: 'yes' } });
    expect(sent.map(({ topic, message: { headers } }) => [topic, headers['ce_type']])).toEqual([
      ['batch.commands.v1', 'OpenRun'],
      ['accounts.commands.v1', 'InitialiseSandbox'],
    ]);
    expect(JSON.parse(sent[0]?.message.value ?? '')).toMatchObject({ awaits: approved });
    const actors = sent.map(({ message }) => Object.values(message.headers).includes(a));
    expect(actors).toEqual([true, true]);
  });

  it('does nothing without the token of the visit, from another site, or without a visit', async () => {
    const { cookie, token } = await visitOf(a);
    const other = await visitOf(a);
    const [run, foreign] = ['/actions/batch-run', 'https://evil.example'];
    expect((await call(run, { cookie, form: {} })).status).toBe(403);
    expect((await call(run, { cookie, form: { token: other.token } })).status).toBe(403);
    expect((await call(run, { cookie, form: { token }, origin: foreign })).status).toBe(403);
    expect((await call(run, { form: { token } })).status).toBe(401);
    expect(sent).toEqual([]);
  });

  it('resets nothing that the developer has not confirmed', async () => {
    const { cookie, token } = await visitOf(a);
    await call('/actions/reset', { cookie, form: { token } });
    expect(sent).toEqual([]);
  });
});

describe('a test certificate of the console', () => {
  const pemsIn = (page: string) =>
    [...page.matchAll(/-----BEGIN ([A-Z ]+)-----[^<]+/g)].map(([pem, kind]) => ({ kind, pem }));

  async function made(form: Readonly<Record<string, string>>) {
    const { cookie, token } = await visitOf(b);
    const answer = await call('/certificate', { cookie, form: { token, ...form } });
    const page = await answer.text();
    return { status: answer.status, pems: pemsIn(page), page };
  }

  it('is for the TPP of the visit and the key that was sent', async () => {
    const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const key = publicKey.export({ format: 'pem', type: 'spki' }).toString();
    const { pems } = await made({ key, role: 'PSP_AI' });
    expect(pems.map(({ kind }) => kind)).toEqual(['CERTIFICATE']);
    const certificate = new X509Certificate(pems[0]?.pem ?? '');
    expect(certificate.publicKey.equals(createPublicKey(key))).toBe(true);
    const store = createTrustStore({ certificates: [ca.certificate] });
    const read = readTppCertificate(certificate.raw.toString('base64'), store, new Date());
    expect(read).toMatchObject({ tppId: b, roles: ['PSP_AI'] });
  });

  it('is for the key of the certificate request that was sent, and for no name in the request', async () => {
    const { request: key, publicKey } = await opensslRequest(['-newkey', 'rsa:2048']);
    const { pems } = await made({ key, role: 'PSP_PI' });
    expect(pems.map(({ kind }) => kind)).toEqual(['CERTIFICATE']);
    const certificate = new X509Certificate(pems[0]?.pem ?? '');
    expect(certificate.publicKey.equals(createPublicKey(publicKey))).toBe(true);
    expect(certificate.subject).toContain(b);
    expect(certificate.subject).not.toContain('tpp.example');
  });

  it('comes with a new private key when no key was sent', async () => {
    const [first, second] = [await made({ key: '' }), await made({ key: '' })];
    expect(first.pems.map(({ kind }) => kind)).toEqual(['CERTIFICATE', 'PRIVATE KEY']);
    expect(second.pems[1]).not.toEqual(first.pems[1]);
  });

  const { privateKey, publicKey: shortKey } = generateKeyPairSync('rsa', { modulusLength: 1024 });
  const { publicKey: curveKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  it.each([
    ['a short key', shortKey.export({ format: 'pem', type: 'spki' }).toString()],
    ['a key of a curve', curveKey.export({ format: 'pem', type: 'spki' }).toString()],
    ['a private key', privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()],
    ['no PEM', 'key'],
    ['a PEM without its end', shortKey.export({ format: 'pem', type: 'spki' }).slice(0, 90)],
    ['a PEM of no base64', '-----BEGIN CERTIFICATE REQUEST-----\n%%%\n'],
    ['as much text as a form may have', '-----BEGIN PUBLIC KEY-----\n'.padEnd(15_000, 'A')],
  ])('is not made for %s, and the page says what is wanted', async (_what, key) => {
    const { status, pems, page } = await made({ key: String(key) });
    expect({ status, pems }).toEqual({ status: 400, pems: [] });
    expect(page).toContain('public key of RSA with 2048 bits or more, as PEM');
  });

  it.each([
    ['has a short key', async () => (await opensslRequest(['-newkey', 'rsa:1024'])).request],
    ['has a key of a curve', async () => (await opensslRequest(EC_P256)).request],
    [
      'is not signed with its key',
      async () => withBrokenSignature((await opensslRequest(['-newkey', 'rsa:2048'])).request),
    ],
  ])('is not made for a certificate request that %s', async (_what, request) => {
    const { status, pems, page } = await made({ key: await request() });
    expect({ status, pems }).toEqual({ status: 400, pems: [] });
    expect(page).toContain('This is no certificate request');
  });

  it('is not made for a form of a megabyte, and the page says that it is too long', async () => {
    const { status, pems, page } = await made({ key: 'A'.repeat(1_000_000) });
    expect({ status, pems }).toEqual({ status: 413, pems: [] });
    expect(page).toContain('The form is too long.');
  });
});
