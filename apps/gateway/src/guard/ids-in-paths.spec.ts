import { PSD2_ROLES } from '@nordgate/signature';
import { TppClient } from '@nordgate/tpp-client';
import type { TppCall } from '@nordgate/tpp-client';
import { startStubbedGateway } from '../testing/stubbed-gateway.js';
import type { StubbedGateway } from '../testing/stubbed-gateway.js';

const psu = {
  'psu-id': '1f4b0d52-6b2b-4a58-9d2b-5c3f2f1f9a10',
  'tpp-session-id': 'session',
  'psu-ip-address': '192.0.2.7',
};
const dates = { bookingStatus: 'booked', dateFrom: '2030-01-01' };

describe('an id in a path', () => {
  let gateway: StubbedGateway;
  let tpp: TppClient;
  beforeAll(async () => {
    gateway = await startStubbedGateway({ rates: { perTpp: 1e6, perAddress: 1e6 } });
    const identity = await gateway.newSeal('PSDNO-FSA-900000001', PSD2_ROLES);
    tpp = new TppClient({ baseUrl: gateway.url, identity, redirectUri: 'https://tpp.example/' });
  });
  afterAll(() => gateway.stop());

  async function outcomeOf(method: string, path: string): Promise<string> {
    const query = path.endsWith('/transactions') && method === 'GET';
    const target = query ? `${path}?${new URLSearchParams(dates).toString()}` : path;
    const body = method === 'GET' || method === 'DELETE' ? {} : { body: {} };
    const call = { method: method as TppCall['method'], path: target, headers: psu, ...body };
    const { status, json } = await tpp.call(call);
    const { tppMessages = [] } = json as { tppMessages?: readonly { code: string }[] };
    return [status, ...tppMessages.map(({ code }) => code)].join(' ');
  }

  /** The routes with an id, and which of their parameters it is. */
  const routesWithIds = () =>
    gateway.routes.flatMap(({ method, url, requirements }) => {
      const names = [...url.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
      const ids = requirements === 'unsigned' ? [] : names.filter((name) => name !== 'product');
      return ids.map((name) => ({ method, url, name }));
    });
  const filled = (url: string, name: string, id: string) =>
    url
      .replace(':product', 'norwegian-domestic-credit-transfers')
      .replace(`:${name}`, id)
      .replaceAll(/:\w+/g, 'other');

  it('is judged alike on every route whatever its length', async () => {
    expect(routesWithIds().length).toBeGreaterThan(60);
    for (const { method, url, name } of routesWithIds()) {
      const [short, ...longer] = await Promise.all(
        [1, 100, 101, 8000].map((length) =>
          outcomeOf(method, filled(url, name, 'x'.repeat(length))),
        ),
      );
      const route = `${method} ${url} ${name}`;
      expect([route, ...longer]).toEqual([route, short, short, short]);
      if (method === 'GET' || method === 'DELETE') expect(short).toBe('404 RESOURCE_UNKNOWN');
    }
  });

  it.each([
    ...[0, 1, 36, 100, 101, 1000, 8000, 10_000].map((length) => 'x'.repeat(length)),
    ...['%41', 'a%2Fb', '%00', '%0d%0a', '%E2%82%AC', '..%2f', "~!$&()*+,;=:@'", '.x', '%25zz'],
  ])('is unknown, whatever it is: %#', async (id) => {
    const outcome = await outcomeOf('GET', `/v1/signing-baskets/${id}`);
    // Without an id it is the path of another resource, which has no GET.
    expect(outcome).toBe(id === '' ? '404 NOT_FOUND' : '404 RESOURCE_UNKNOWN');
  });

  it.each(['%zz', '%', '%ff', '%c3%28'])(
    'is a malformed request when it cannot be decoded: %s',
    async (id) => {
      expect(await outcomeOf('GET', `/v1/signing-baskets/${id}`)).toBe('400 BAD_REQUEST');
    },
  );

  it('is no longer read above the limit of a request line', async () => {
    const id = 'x'.repeat(12_288);
    expect(await outcomeOf('GET', `/v1/signing-baskets/${id}`)).toBe('414 BAD_REQUEST');
  });
});
