import { randomUUID } from 'node:crypto';
import { aDomesticPayment, codesOf, singlePath } from '@nordgate/testing';
import type { MadePayment } from '@nordgate/testing';
import { startTestBank } from './testing/test-bank.js';
import type { TestBank } from './testing/test-bank.js';

const psu = { 'psu-id': randomUUID(), 'tpp-session-id': 's-1' };
const early = 'amount-as-string,payment-status-before-approval';

describe('a repeated request', () => {
  let test: TestBank;
  beforeAll(async () => {
    test = await startTestBank();
  });
  afterAll(() => test.stop());

  const pay = (requestId: string, body: object = aDomesticPayment(), headers: object = {}) =>
    test.tpp.call({
      method: 'POST',
      path: singlePath,
      body,
      headers: { ...psu, 'x-request-id': requestId, ...headers },
    });

  it('makes one payment with one answer when it is repeated 50 times in parallel', async () => {
    const requestId = randomUUID();
    const answers = await Promise.all(Array.from({ length: 50 }, () => pay(requestId)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  });

  it('with another body is CONFLICT, and changes nothing', async () => {
    const requestId = randomUUID();
    const first = await pay(requestId);
    const other = await pay(requestId, aDomesticPayment({ creditorName: 'Somebody else' }));
    expect([other.status, codesOf(other)]).toEqual([409, ['CONFLICT']]);
    expect((await pay(requestId)).text).toBe(first.text);
  });

  it.each([
    ['PSU-ID', { 'psu-id': randomUUID() }],
    ['TPP-Redirect-URI', { 'tpp-redirect-uri': 'https://tpp.example/elsewhere' }],
    ['PSU-Context', { 'psu-context': 'PRIVATE' }],
  ])('with another %s is CONFLICT', async (_what, headers) => {
    const requestId = randomUUID();
    await pay(requestId);
    expect(codesOf(await pay(requestId, aDomesticPayment(), headers))).toEqual(['CONFLICT']);
  });

  it('can be corrected under the same X-Request-ID after a refusal', async () => {
    const requestId = randomUUID();
    const refused = await pay(requestId, aDomesticPayment({ creditorName: '' }));
    expect(refused.status).toBe(400);
    expect((await pay(requestId)).status).toBe(201);
  });

  it('makes a separate payment for another TPP with the same X-Request-ID', async () => {
    const requestId = randomUUID();
    const ours = (await pay(requestId)).json as MadePayment;
    const other = await test.newTpp('PSDNO-FSA-900000077');
    const call = { method: 'POST', path: singlePath, body: aDomesticPayment() } as const;
    const theirs = await other.call({ ...call, headers: { ...psu, 'x-request-id': requestId } });
    expect(theirs.status).toBe(201);
    expect((theirs.json as MadePayment).paymentId).not.toBe(ours.paymentId);
  });

  it('with an id of another TPP is RESOURCE_UNKNOWN', async () => {
    const { paymentId } = (await pay(randomUUID())).json as MadePayment;
    const other = await test.newTpp('PSDNO-FSA-900000077');
    const headers = { ...psu, 'x-accept-fix': early };
    const path = `${singlePath}/${paymentId}/status`;
    const foreign = await other.call({ method: 'GET', path, headers });
    expect([foreign.status, codesOf(foreign)]).toEqual([404, ['RESOURCE_UNKNOWN']]);
    const own = await test.tpp.call({ method: 'GET', path, headers });
    expect(own.status).toBe(200);
    const body = { paymentIds: [paymentId] };
    const basket = await other.call({
      method: 'POST',
      path: '/v1/signing-baskets',
      body,
      headers: psu,
    });
    expect([basket.status, codesOf(basket)]).toEqual([400, ['RESOURCE_UNKNOWN']]);
  });

  it('of a basket is answered with the existing basket', async () => {
    const { paymentId } = (await pay(randomUUID())).json as MadePayment;
    const headers = { ...psu, 'x-request-id': randomUUID() };
    const call = { method: 'POST', path: '/v1/signing-baskets', headers } as const;
    const body = { paymentIds: [paymentId] };
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => test.tpp.call({ ...call, body })),
    );
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers[0]?.status).toBe(201);
    const another = (await pay(randomUUID())).json as MadePayment;
    const other = await test.tpp.call({ ...call, body: { paymentIds: [another.paymentId] } });
    expect([other.status, codesOf(other)]).toEqual([409, ['CONFLICT']]);
  });
});
