import { LANGUAGES, textOf } from '@nordgate/contracts/texts';
import { aDomesticPayment, singlePath } from '@nordgate/testing';
import { createSigner } from '@nordgate/signature';
import { startStubbedGateway } from '../testing/stubbed-gateway.js';
import type { StubbedGateway } from '../testing/stubbed-gateway.js';

type Sign = ReturnType<typeof createSigner>;

interface Answered {
  readonly status: number;
  readonly message: { readonly code: string; readonly path?: string; readonly text: string };
  readonly string: string | null;
}

const body = JSON.stringify(aDomesticPayment());
const firstContact = { 'PSU-Context': 'PRIVATE' };

describe('the answer to a faulty request', () => {
  let gateway: StubbedGateway;
  let sign: Sign;
  beforeAll(async () => {
    gateway = await startStubbedGateway();
    sign = createSigner(await gateway.newSeal('PSDNO-FSA-900000001'));
  });
  afterAll(() => gateway.stop());

  /** Sends a payment; `after` are headers that are set after the signature. */
  async function pay({
    path = singlePath,
    headers = firstContact,
    after = {},
    now = new Date(),
    at = { url: gateway.url, sign },
  }: {
    readonly path?: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly after?: Readonly<Record<string, string>>;
    readonly now?: Date;
    readonly at?: { readonly url: string; readonly sign: Sign };
  }): Promise<Answered> {
    const own = {
      'X-Request-ID': crypto.randomUUID(),
      'TPP-Redirect-URI': 'https://tpp.example/back',
      'PSU-IP-Address': '192.0.2.7',
      'x-accept-fix': 'amount-as-string',
      ...headers,
    };
    const sent = at.sign({ method: 'POST', target: path, now, body, headers: own });
    const answer = await fetch(`${at.url}${path}`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', ...own, ...sent, ...after },
    });
    const { tppMessages } = (await answer.json()) as { tppMessages?: Answered['message'][] };
    const [message = { code: 'none', text: '' }] = tppMessages ?? [];
    const string = answer.headers.get('nordgate-signing-string');
    return { status: answer.status, message, string };
  }

  it('lists the products of the service for an unknown product', async () => {
    const { message } = await pay({ path: '/v1/payments/gold-bars' });
    expect(message.code).toBe('PRODUCT_UNKNOWN');
    expect(message.text).toContain(
      'The bank offers here: norwegian-domestic-credit-transfers, instant-norwegian-domestic-credit-transfers-straks, cross-border-credit-transfers, sepa-credit-transfers.',
    );
  });

  it('names the services of a product that another service has', async () => {
    const { message } = await pay({ path: '/v1/bulk-payments/sepa-credit-transfers' });
    expect(message.code).toBe('PRODUCT_INVALID');
    expect(message.text).toContain('not offered here, but in: payments.');
    expect(message.text).toContain('The bank offers here: norwegian-domestic-credit-transfers.');
  });

  it("has the time of the bank's clock for a Date that differs too much", async () => {
    const before = Math.floor(Date.now() / 1000) * 1000;
    const { message } = await pay({ now: new Date(Date.now() - 600_000) });
    expect(message).toMatchObject({ code: 'BAD_REQUEST', path: 'Date' });
    const [, time = ''] = /the time here, (.* GMT), by/.exec(message.text) ?? [];
    expect(Date.parse(time)).toBeGreaterThanOrEqual(before);
    expect(Date.parse(time)).toBeLessThanOrEqual(Date.now());
  });

  it('names PSU-Context where a payment has neither PSU-ID nor PSU-Context', async () => {
    const { message } = await pay({ headers: {} });
    expect(message).toMatchObject({ code: 'HTTP_HEADER_REQUIRED', path: 'PSU-ID' });
    expect(message.text).toContain('PSU-Context (PRIVATE or CORPORATE)');
  });

  it.each(['TPP-Redirect-URI', 'TPP-Nok-Redirect-URI', 'TPP-Session-ID', 'X-Request-ID'])(
    'names percent-encoding and the xn-- form for bytes beyond ASCII in %s',
    async (path) => {
      const asUtf8 = Buffer.from('https://blåbær.example/', 'utf8').toString('latin1');
      const { message } = await pay({ headers: { ...firstContact, [path]: asUtf8 } });
      expect(message).toMatchObject({ code: 'FORMAT_ERROR', path });
      expect(message.text).toContain('percent-encoding');
      expect(message.text).toContain('xn--');
    },
  );

  it.each([
    ['TPP-Redirect-URI', 2048],
    ['TPP-Nok-Redirect-URI', 2048],
    ['TPP-Session-ID', 128],
    ['X-Request-ID', 128],
  ])('names the limit of %s for a longer value', async (path, max) => {
    const value = 'https://tpp.example/'.padEnd(max + 1, 'x');
    const { message } = await pay({ headers: { ...firstContact, [path]: value } });
    expect(message).toMatchObject({ code: 'FORMAT_ERROR', path });
    expect(message.text).toContain(`more than ${String(max)} characters`);
  });

  it('has the signing string of the bank in the sandbox when the signature does not match', async () => {
    const { message, string } = await pay({ after: { 'X-Request-ID': 'another' } });
    expect(message).toMatchObject({ code: 'BAD_REQUEST', path: 'Signature' });
    const lines = Buffer.from(string ?? '', 'base64')
      .toString('latin1')
      .split('\n');
    expect(lines).toContain('x-request-id: another');
    expect(lines).toContain('tpp-redirect-uri: https://tpp.example/back');
  });

  it('has at most 4096 characters of the signing string', async () => {
    const long = `https://tpp.example/${'a'.repeat(4000)}`;
    const { string } = await pay({ after: { 'TPP-Redirect-URI': long } });
    expect(string).toHaveLength(4096);
    expect(Buffer.from(string ?? '', 'base64').toString('latin1')).toContain('aaaa');
  });

  it('has no signing string in production, and none where another check fails', async () => {
    expect((await pay({ path: '/v1/payments/gold-bars' })).string).toBeNull();
    expect((await pay({ now: new Date(0) })).string).toBeNull();
    const production = await startStubbedGateway({ environment: 'production' });
    try {
      const identity = await production.newSeal('PSDNO-FSA-900000001');
      const at = { url: production.url, sign: createSigner(identity) };
      const { message, string } = await pay({ at, after: { 'X-Request-ID': 'another' } });
      expect([message.path, string]).toEqual(['Signature', null]);
    } finally {
      await production.stop();
    }
  });
});

describe('the texts of both languages', () => {
  it.each([
    ['psu.corporateIdRequired', 'PSU-Context: PRIVATE'],
    ['psu.notThatAgreement', 'PSU-Context: PRIVATE'],
    ['basket.contexts', 'PSU-Context'],
    ['header.psuOrContext', 'PSU-Context'],
  ] as const)('name PSU-Context as the way out in %s', (rule, wayOut) => {
    for (const language of LANGUAGES) {
      expect(textOf({ rule, params: {} }, language)).toContain(wayOut);
    }
  });

  it.each(['payment.account-not-debitable', 'psuMessage.account-not-debitable'] as const)(
    'name the other currency of the account in %s',
    (rule) => {
      expect(textOf({ rule, params: {} }, 'en')).toContain(
        'pays in another currency than the account',
      );
      expect(textOf({ rule, params: {} }, 'nb')).toContain('en annen valuta enn kontoen');
    },
  );
});
