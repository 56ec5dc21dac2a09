import { createSecretKey } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import {
  GetAccess,
  GetAccountAccess,
  GetActingCustomer,
  GetConsentInForce,
  GetCustomerOfPsu,
  GetOpenBaskets,
  GetReadableAccounts,
  GetSandboxAgreements,
  GetSession,
} from '@nordgate/contracts/queries';
import { publicIdOf } from '@nordgate/contracts/rules';
import { createSigner } from '@nordgate/signature';
import { startStubbedGateway } from '../testing/stubbed-gateway.js';
import type { StubbedGateway } from '../testing/stubbed-gateway.js';

const tpp = 'PSDNO-FSA-900000001';
const ids = { current: 'A', keys: { A: createSecretKey(Buffer.alloc(32, 7)) } };
const psuId = '1f4b0d52-6b2b-4a58-9d2b-5c3f2f1f9a10';
const endsAt = '2030-01-01T12:00:00Z';

/** A path of a route, with an account's id that was made for this TPP. */
function pathOf(url: string): string {
  const kind = url.startsWith('/v1/card-accounts') ? 'card-account' : 'account';
  return url
    .replace(':product', 'norwegian-domestic-credit-transfers')
    .replace(':id', publicIdOf({ kind, streamId: '1'.repeat(32) }, tpp, ids))
    .replaceAll(/:\w+/g, '1')
    .replace(/transactions$/, 'transactions?bookingStatus=booked');
}

describe('a path of the interface', () => {
  let gateway: StubbedGateway;
  let sign: ReturnType<typeof createSigner>;
  /** The methods of each path. */
  const methodsOf = new Map<string, string[]>();
  /** Whether each question about access to accounts was a counted read. */
  const countedReads: boolean[] = [];
  beforeAll(async () => {
    const answer = (query: unknown) => {
      if (query instanceof GetCustomerOfPsu) return { customerId: psuId };
      if (query instanceof GetAccess) return { access: 'allowed', customerId: psuId };
      if (query instanceof GetActingCustomer) return { customerId: psuId, contexts: [] };
      if (query instanceof GetConsentInForce) return { customerId: psuId };
      if (query instanceof GetReadableAccounts || query instanceof GetSandboxAgreements) return [];
      if (query instanceof GetSession)
        return { session: 'live', psuId, context: 'PRIVATE', endsAt };
      if (query instanceof GetOpenBaskets) return {};
      if (!(query instanceof GetAccountAccess)) return undefined;
      countedReads.push(query.read !== null);
      const nothing = { accounts: [], cardAccounts: [], idKeys: {} };
      return { access: 'allowed', customerId: query.psuId, ...nothing };
    };
    gateway = await startStubbedGateway({ ids }, { answer });
    sign = createSigner(await gateway.newSeal(tpp, ['PSP_PI', 'PSP_AI', 'PSP_IC']));
    for (const { url, method } of gateway.routes) {
      methodsOf.set(url, [...(methodsOf.get(url) ?? []), method]);
    }
  });
  afterAll(() => gateway.stop());

  async function call(method: string, url: string) {
    const target = pathOf(url);
    const own = {
      'X-Request-ID': crypto.randomUUID(),
      'TPP-Redirect-URI': 'https://tpp.example/back',
      'TPP-Session-ID': 's-1',
      'PSU-ID': psuId,
    };
    const headers = { ...own, ...sign({ method, target, now: new Date(), headers: own }) };
    const sent = request(`${gateway.url}${target}`, { method, headers });
    sent.end();
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    const { statusCode, headers: received } = answer;
    return { status: statusCode, allow: received['allow'], body: await text(answer) };
  }

  const readPaths = () => [...methodsOf].filter(([, methods]) => methods.includes('GET'));

  it('answers HEAD as GET without a body, on every path that has GET', async () => {
    expect(readPaths().length).toBeGreaterThan(30);
    const failed: string[] = [];
    for (const [url] of readPaths()) {
      const { status } = await call('GET', url);
      if (status === undefined || status >= 500) failed.push(url);
      const allow = undefined;
      expect([url, await call('HEAD', url)]).toEqual([url, { status, allow, body: '' }]);
    }
    expect(failed).toEqual([]);
  });

  it('spends no read for HEAD, on every path where GET spends one', async () => {
    const spending: string[] = [];
    for (const [url] of readPaths()) {
      countedReads.splice(0);
      await call('GET', url);
      if (!countedReads.includes(true)) continue;
      spending.push(url);
      countedReads.splice(0);
      await call('HEAD', url);
      expect([url, countedReads]).toEqual([url, [false]]);
    }
    expect(spending.length).toBeGreaterThan(5);
  });

  it.each(['HEAD', 'OPTIONS', 'TRACE'])(
    'answers %s with 405 and Allow wherever that method is not served',
    async (method) => {
      for (const [url, methods] of methodsOf) {
        if (method === 'HEAD' && methods.includes('GET')) continue;
        const served = methods.includes('GET') ? [...methods, 'HEAD'] : methods;
        const { status, allow, body } = await call(method, url);
        expect([url, status, allow?.split(', ')]).toEqual([url, 405, [...new Set(served)].sort()]);
        expect(body.includes('BAD_REQUEST')).toBe(method !== 'HEAD');
      }
    },
  );

  it.each(['HEAD', 'OPTIONS', 'TRACE'])('that is unknown is 404 for %s', async (method) => {
    expect((await call(method, '/v1/nowhere')).status).toBe(404);
  });
});
