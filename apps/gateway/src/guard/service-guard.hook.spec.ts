import { GetMaintenance } from '@nordgate/contracts/queries';
import type { MaintenanceWindow } from '@nordgate/contracts/rules';
import { issueBankSeal, issueSandboxCa } from '@nordgate/signature/issue';
import type { ServedRoute } from '../request/route.decorator.js';
import { responseSealOf } from '../seal/mounted-seal.js';
import { startStubbedGateway } from '../testing/stubbed-gateway.js';
import type { StubbedGateway } from '../testing/stubbed-gateway.js';
import { onlyReads } from './service-guard.hook.js';

const hourMs = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * hourMs).toISOString();
const aWindow = (readsGoOn: boolean): MaintenanceWindow => ({
  from: inHours(-1),
  until: inHours(1),
  readsGoOn,
});

/** A gateway with every route that there is, the optional ones of a sandbox included. */
async function aGateway(windows: readonly MaintenanceWindow[]): Promise<StubbedGateway> {
  const validity = {
    validFrom: new Date(Date.now() - hourMs),
    validTo: new Date(Date.now() + hourMs),
  };
  const ca = await issueSandboxCa({ ...validity, commonName: 'CA', organisation: 'CA' });
  const organizationIdentifier = 'PSDNO-FSA-900000002';
  const named = { commonName: 'Seal', organisation: 'Bank', organizationIdentifier };
  const seal = await issueBankSeal({ ...validity, ca, ...named });
  return startStubbedGateway(
    { responseSeal: responseSealOf(seal), console: { url: 'https://console.example' } },
    { answer: (query) => (query instanceof GetMaintenance ? windows : undefined) },
  );
}

const call = ({ url }: StubbedGateway, route: Pick<ServedRoute, 'method' | 'url'>) =>
  fetch(`${url}${route.url.replace(/:\w+/g, 'x')}`, { method: route.method, redirect: 'manual' });

describe.each([
  ['without reads', false],
  ['with reads', true],
])('a gateway in maintenance %s', (_how, readsGoOn) => {
  const window = aWindow(readsGoOn);
  let gateway: StubbedGateway;
  beforeAll(async () => {
    gateway = await aGateway([window]);
  });
  afterAll(() => gateway.stop());

  it('answers every route with 503 and Retry-After, or goes on', async () => {
    const answers: string[] = [];
    // One after the other: an address may open a hundred connections.
    for (const route of gateway.routes) {
      const answer = await call(gateway, route);
      await answer.body?.cancel();
      const isAway = answer.status === 503 && answer.headers.has('retry-after');
      answers.push(`${route.method} ${route.url}: ${isAway ? 'away' : 'goes on'}`);
    }
    const expected = gateway.routes.map((route) => {
      const { method, url, requirements } = route;
      const goesOn = requirements === 'unsigned' || (readsGoOn && onlyReads(method, requirements));
      return `${method} ${url}: ${goesOn ? 'goes on' : 'away'}`;
    });
    expect(answers).toEqual(expected);
    expect(new Set(answers.map((one) => one.split(': ')[1])).size).toBe(2);
    expect(answers.length).toBeGreaterThan(60);
  });

  it('says until when, in the language of the request, and sends nobody away for longer', async () => {
    const answer = await fetch(`${gateway.url}/v1/signing-baskets`, {
      method: 'POST',
      headers: { 'accept-language': 'nb' },
    });
    const { tppMessages } = (await answer.json()) as {
      tppMessages: { code: string; text: string }[];
    };
    expect(tppMessages).toEqual([
      {
        category: 'ERROR',
        code: 'SYSTEM_ERROR',
        text: `Banken vedlikeholdes til senest ${window.until}. Forespørselen ble ikke tatt imot; Retry-After sier når den kan sendes på nytt.`,
      },
    ]);
    expect(Number(answer.headers.get('retry-after'))).toBe(600);
  });

  it('marks the duration of a refusal, which no service level counts', async () => {
    await (await fetch(`${gateway.url}/v1/signing-baskets`, { method: 'POST' })).body?.cancel();
    const { telemetry, url } = gateway;
    const durations = (await telemetry.scrape())
      .split('\n')
      .filter((line) => line.startsWith('nordgate_http_request_duration_seconds_count'));
    const away = durations.filter((line) => line.includes('http_response_status_code="503"'));
    expect(away).not.toEqual([]);
    for (const line of away) expect(line).toContain('nordgate_cause="maintenance"');
    await (await fetch(`${url}/v1/status`)).body?.cancel();
    const others = durations.filter((line) => !line.includes('code="503"'));
    for (const line of others) expect(line).not.toContain('nordgate_cause');
  });

  it('tells everybody at /v1/status', async () => {
    const answer = await fetch(`${gateway.url}/v1/status`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('public, max-age=30');
    expect(await answer.json()).toEqual({
      state: readsGoOn ? 'reads' : 'maintenance',
      maintenance: window,
      planned: [],
      switchedOff: { products: [], operations: [] },
      versions: { interface: expect.any(String) as string, release: expect.any(String) as string },
    });
  });
});

describe('a window that does not run', () => {
  it.each([
    ['is ahead', inHours(1), inHours(2), 'open', 1],
    ['is over', inHours(-2), inHours(-1), 'open', 0],
  ])('changes nothing when it %s', async (_what, from, until, state, planned) => {
    const gateway = await aGateway([{ from, until, readsGoOn: false }]);
    try {
      const answer = await fetch(`${gateway.url}/v1/signing-baskets`, { method: 'POST' });
      expect(answer.status).toBe(400);
      const status = (await (await fetch(`${gateway.url}/v1/status`)).json()) as {
        state: string;
        planned: object[];
      };
      expect(status.state).toBe(state);
      expect(status.planned).toHaveLength(planned);
    } finally {
      await gateway.stop();
    }
  });
});
