import { jest } from '@jest/globals';
import { paymentProducts } from '@nordgate/contracts/http';
import { aDomesticPayment, errorsOf, singlePath } from '@nordgate/testing';
import { TppClient } from '@nordgate/tpp-client';
import type { TppAnswer, TppCall } from '@nordgate/tpp-client';
import { bytesOf, rawRequest, statusesIn } from '../testing/raw-request.js';
import { unavailable } from '../reply/request-error.js';
import { startStubbedGateway } from '../testing/stubbed-gateway.js';
import type { StubbedGateway } from '../testing/stubbed-gateway.js';
import { BodyTurns } from './body-turns.js';
import { costOf } from './rate-limits.hook.js';

/** A rate that a bucket of ten seconds does not refill within a test. */
const oneInAWhile = 0.1;
const plenty = 1000;
const payment: TppCall = {
  method: 'POST',
  path: singlePath,
  body: aDomesticPayment(),
  headers: { 'psu-context': 'PRIVATE' },
};

const bulkExample = paymentProducts[0]?.services['bulk-payments']?.body.example as {
  readonly payments: readonly object[];
};
const bulkOf = (count: number): TppCall => ({
  ...payment,
  path: '/v1/bulk-payments/norwegian-domestic-credit-transfers',
  body: {
    ...bulkExample,
    requestedExecutionDate: undefined,
    payments: Array.from({ length: count }, () => bulkExample.payments[0]),
  },
});

describe('rate limits', () => {
  let gateway: StubbedGateway | undefined;
  afterEach(() => gateway?.stop());

  const started = async (perTpp: number, perAddress: number, trustedProxies?: string) => {
    gateway = await startStubbedGateway({ rates: { perTpp, perAddress }, trustedProxies });
    return gateway;
  };
  const tppOf = async (edge: StubbedGateway, id: string) => {
    const identity = await edge.newSeal(id);
    return new TppClient({ baseUrl: edge.url, identity, redirectUri: 'https://tpp.example/back' });
  };
  const turnedAwayAt = async ({ telemetry }: StubbedGateway) => {
    const line = /^nordgate_gateway_turned_away_total\{.*cause="address-rate".*\} (\d+)/m;
    return Number(line.exec(await telemetry.scrape())?.[1] ?? 0);
  };
  const outcome = (answer: TppAnswer) => [
    answer.status,
    ...errorsOf(answer).map(({ code }) => code),
  ];

  it('answer 429 to one TPP and admit the others', async () => {
    const edge = await started(oneInAWhile, plenty);
    const [one, other] = [await tppOf(edge, 'PSDNO-FSA-1'), await tppOf(edge, 'PSDNO-FSA-2')];
    expect(outcome(await one.call(payment))).toEqual([201]);
    const refused = await one.call(payment);
    expect(outcome(refused)).toEqual([429, 'ACCESS_EXCEEDED']);
    expect(refused.headers['retry-after']).toMatch(/^[1-9]\d*$/);
    expect(outcome(await other.call(payment))).toEqual([201]);
    expect(edge.bus.sent).toHaveLength(2);
  });

  it('answer 429 to a TPP that writes to the sandbox too fast, whatever it writes, and admit the rest', async () => {
    const rates = { perTpp: plenty, perAddress: plenty, sandboxWritesPerTpp: oneInAWhile };
    const edge = (gateway = await startStubbedGateway({ rates }));
    const [one, other] = [await tppOf(edge, 'PSDNO-FSA-1'), await tppOf(edge, 'PSDNO-FSA-2')];
    const customer = { customerName: 'Kari', customerType: 'PRIVATE' };
    const making: TppCall = { method: 'POST', path: '/v1/sandbox/customers', body: customer };
    const removing: TppCall = {
      method: 'DELETE',
      path: '/v1/sandbox/customers/0123abcd-0123-4abc-8abc-0123456789ab',
    };
    expect((await one.call(making)).status).not.toBe(429);
    const refused = await one.call(making);
    expect(outcome(refused)).toEqual([429, 'ACCESS_EXCEEDED']);
    expect(refused.headers['retry-after']).toMatch(/^[1-9]\d*$/);
    expect(outcome(await one.call(removing))).toEqual([429, 'ACCESS_EXCEEDED']);
    const reading: TppCall = { method: 'GET', path: '/v1/sandbox/customers' };
    expect((await one.call(reading)).status).not.toBe(429);
    expect(outcome(await one.call(payment))).toEqual([201]);
    expect((await other.call(making)).status).not.toBe(429);
  });

  it('charge a large body by its size, and admit the others', async () => {
    const edge = await started(2 * oneInAWhile, plenty);
    const [one, other] = [await tppOf(edge, 'PSDNO-FSA-1'), await tppOf(edge, 'PSDNO-FSA-2')];
    expect(outcome(await one.call(bulkOf(400)))).toEqual([201]);
    expect(outcome(await one.call(payment))).toEqual([429, 'ACCESS_EXCEEDED']);
    for (let small = 0; small < 2; small += 1) {
      expect(outcome(await other.call(payment))).toEqual([201]);
    }
    const refused = await other.call(bulkOf(400));
    expect(outcome(refused)).toEqual([429, 'ACCESS_EXCEEDED']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(1);
  });

  it.each([
    [0, 1],
    [16_383, 1],
    [16_384, 2],
    [65_536, 5],
    [1_048_576, 65],
  ])('charge a request with a body of %i bytes as %i small ones', (bytes, cost) => {
    expect(costOf(bytes)).toBe(cost);
  });

  it('let large bodies wait for their turn, and parse none without it', async () => {
    const take = jest.spyOn(BodyTurns.prototype, 'take').mockRejectedValue(unavailable());
    try {
      const edge = await started(plenty, plenty);
      const tpp = await tppOf(edge, 'PSDNO-FSA-1');
      const refused = await tpp.call(bulkOf(400));
      expect(outcome(refused)).toEqual([503, 'SYSTEM_ERROR']);
      const [[id, bytes] = []] = take.mock.calls;
      expect([id, Number(bytes) > 65_536]).toEqual(['PSDNO-FSA-1', true]);
      expect(edge.bus.sent).toHaveLength(0);
    } finally {
      take.mockRestore();
    }
  });

  it('do not count requests whose signature of a TPP fails', async () => {
    const edge = await started(oneInAWhile, plenty);
    const tpp = await tppOf(edge, 'PSDNO-FSA-1');
    const { headers } = tpp.signed(payment);
    const forged = await tpp.send('POST', singlePath, headers, '{}');
    expect(outcome(forged)).toEqual([400, 'BAD_REQUEST']);
    expect(outcome(await tpp.call(payment))).toEqual([201]);
  });

  it('answer 429 to one address before verification, at unsigned routes too', async () => {
    const edge = await started(plenty, oneInAWhile);
    const before = await turnedAwayAt(edge);
    const ask = (path: string, ...further: string[]) =>
      rawRequest(
        edge.url,
        bytesOf([`GET ${path} HTTP/1.1`, 'host: bank', 'connection: close', ...further]),
      );
    expect(statusesIn(await ask('/v1/user'))).toEqual([400]);
    const refused = await ask('/v1/user', 'x-forwarded-for: 192.0.2.9');
    expect(statusesIn(refused)).toEqual([429]);
    expect(refused).toContain('"code":"ACCESS_EXCEEDED"');
    expect(refused).toMatch(/\r\nretry-after: 10\r\n/);
    for (const path of ['/health/live', '/docs', '/v1/openapi.json']) {
      expect(statusesIn(await ask(path))).toEqual([429]);
    }
    expect(await turnedAwayAt(edge)).toBe(before + 4);
  });

  it('use the X-Forwarded-For of a trusted proxy only', async () => {
    const edge = await started(plenty, oneInAWhile, '127.0.0.0/8, ::1');
    const from = (addresses: string) =>
      rawRequest(
        edge.url,
        bytesOf([
          'GET /v1/user HTTP/1.1',
          'host: bank',
          'connection: close',
          `x-forwarded-for: ${addresses}`,
        ]),
      );
    expect(statusesIn(await from('192.0.2.1'))).toEqual([400]);
    expect(statusesIn(await from('192.0.2.2'))).toEqual([400]);
    expect(statusesIn(await from('198.51.100.1, 192.0.2.2'))).toEqual([429]);
  });
});
