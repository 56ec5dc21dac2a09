import { randomUUID } from 'node:crypto';
import { bankingDayNear } from '@nordgate/contracts/rules';
import {
  aDomesticPayment,
  codesOf,
  periodicPath,
  aPeriodicPayment,
  singlePath,
} from '@nordgate/testing';
import type { MadePayment } from '@nordgate/testing';
import type { TppAnswer } from '@nordgate/tpp-client';
import { startTestBank } from './testing/test-bank.js';
import type { TestBank } from './testing/test-bank.js';

const psu = { 'psu-id': randomUUID(), 'tpp-session-id': 's-1' };

interface Message {
  readonly category: string;
  readonly code: string;
  readonly path?: string;
  readonly text?: string;
}

describe('the rulings of the interface', () => {
  let test: TestBank;
  beforeAll(async () => {
    test = await startTestBank();
  });
  afterAll(() => test.stop());

  const post = (path: string, body: object, headers: object = {}) =>
    test.tpp.call({ method: 'POST', path, body, headers: { ...psu, ...headers } });
  const get = (path: string, headers: object = {}) =>
    test.tpp.call({ method: 'GET', path, headers: { ...psu, ...headers } });
  const messagesOf = ({ json }: TppAnswer) =>
    (json as { tppMessages?: readonly Message[] }).tppMessages ?? [];
  const paid = async (headers: object = {}) =>
    (await post(singlePath, aDomesticPayment(), headers)).json as MadePayment;

  it('shows nothing of a single domestic payment before its approval, and names the fix', async () => {
    const { paymentId } = await paid();
    for (const path of [`${singlePath}/${paymentId}`, `${singlePath}/${paymentId}/status`]) {
      const hidden = await get(path);
      expect([hidden.status, codesOf(hidden)]).toEqual([404, ['RESOURCE_UNKNOWN']]);
      expect(messagesOf(hidden)[0]?.text).toContain('payment-status-before-approval');
      const shown = await get(path, { 'x-accept-fix': 'payment-status-before-approval' });
      expect(shown.json).toMatchObject({ transactionStatus: 'RCVD' });
    }
  });

  it('shows a periodic payment before its approval', async () => {
    const { paymentId } = (await post(periodicPath, aPeriodicPayment())).json as MadePayment;
    const shown = await get(`${periodicPath}/${paymentId}`);
    expect(shown.json).toMatchObject({ transactionStatus: 'RCVD', frequency: 'Monthly' });
    const { nextExecutionDates: dates } = shown.json as { nextExecutionDates: string[] };
    expect(dates.length).toBe(6);
    expect(dates[0]).toMatch(/^\d{4}-(02-2[89]|03-0\d)$/);
    const other = await get(`${singlePath}/${paymentId}`);
    expect([other.status, codesOf(other)]).toEqual([404, ['RESOURCE_UNKNOWN']]);
  });

  it('warns of an unknown fix and of the deprecated city in a 201', async () => {
    const creditorAddress = { street: 'Storgata', city: 'Oslo', country: 'NO' };
    const answer = await post(singlePath, aDomesticPayment({ creditorAddress }), {
      'x-accept-fix': 'amount-as-string, tomorrow',
    });
    expect(answer.status).toBe(201);
    // On a closed day, the bank also says that it executes the payment later.
    const paths = messagesOf(answer)
      .filter(({ code }) => code !== 'EXECUTION_DATE_INVALID')
      .map(({ category, code, path }) => [category, code, path]);
    expect(paths).toEqual([
      ['WARNING', 'FORMAT_ERROR', 'x-accept-fix'],
      ['WARNING', 'FORMAT_ERROR', '/creditorAddress/city'],
    ]);
  });

  it('accepts a basket without Digest, and rejects a payment without Digest', async () => {
    const { paymentId } = await paid();
    const unsigned = (path: string, body: object) => {
      const { headers, body: bytes } = test.tpp.signed({ method: 'POST', path, headers: psu });
      const json = { ...headers, 'content-type': 'application/json' };
      return test.tpp.send('POST', path, json, bytes ?? JSON.stringify(body));
    };
    const basket = await unsigned('/v1/signing-baskets', { paymentIds: [paymentId] });
    expect(basket.status).toBe(201);
    const payment = await unsigned(singlePath, aDomesticPayment());
    expect([payment.status, codesOf(payment)]).toEqual([400, ['HTTP_HEADER_REQUIRED']]);
    expect(messagesOf(payment)[0]?.path).toBe('Digest');
  });

  it('rejects basket members of different contexts, and members of another open basket', async () => {
    const own = await paid();
    const company = { 'psu-context': 'CORPORATE', 'psu-corporate-id': randomUUID() };
    const theirs = await paid(company);
    const mixed = { paymentIds: [own.paymentId, theirs.paymentId] };
    expect(codesOf(await post('/v1/signing-baskets', mixed))).toEqual(['FORMAT_ERROR']);
    const first = await post('/v1/signing-baskets', { paymentIds: [own.paymentId] });
    expect(first.status).toBe(201);
    const second = await post('/v1/signing-baskets', { paymentIds: [own.paymentId] });
    expect([second.status, codesOf(second)]).toEqual([409, ['CONFLICT']]);
  });

  it('rejects basket members of another PSU-ID and accepts one made at first contact', async () => {
    const own = await paid();
    const another = await paid({ 'psu-id': randomUUID() });
    const mixed = { paymentIds: [own.paymentId, another.paymentId] };
    const refused = await post('/v1/signing-baskets', mixed);
    expect([refused.status, codesOf(refused)]).toEqual([400, ['RESOURCE_UNKNOWN']]);
    expect(messagesOf(refused)[0]?.path).toBe('/paymentIds/1');
    const headers = { 'psu-id': undefined, 'tpp-session-id': undefined, 'psu-context': 'PRIVATE' };
    const first = (await post(singlePath, aDomesticPayment(), headers)).json as MadePayment;
    const joined = { paymentIds: [own.paymentId, first.paymentId] };
    expect((await post('/v1/signing-baskets', joined)).status).toBe(201);
  });

  it('accepts a basket of one agreement, whether PSU-Context comes with a member or not', async () => {
    const company = { 'psu-corporate-id': randomUUID() };
    const [one, two, other] = [
      await paid({ ...company, 'psu-context': 'CORPORATE' }),
      await paid(company),
      await paid({ 'psu-corporate-id': randomUUID() }),
    ];
    const basketOf = (...members: readonly MadePayment[]) =>
      post('/v1/signing-baskets', { paymentIds: members.map((m) => m.paymentId) }, company);
    const refused = await basketOf(one, other);
    expect([refused.status, codesOf(refused)]).toEqual([400, ['FORMAT_ERROR']]);
    expect(messagesOf(refused)[0]?.path).toBe('/paymentIds');
    expect((await basketOf(one, two)).status).toBe(201);
  });

  it('rejects 0, 11 and repeated basket members', async () => {
    const ids = Array.from({ length: 11 }, (_, i) => `id-${String(i)}`);
    for (const paymentIds of [[], ids, ['a', 'a']]) {
      const answer = await post('/v1/signing-baskets', { paymentIds });
      expect([answer.status, codesOf(answer)]).toEqual([400, ['FORMAT_ERROR']]);
    }
  });

  it('shows a resource only for its PSU', async () => {
    const { paymentId } = await paid();
    const path = `${singlePath}/${paymentId}/status`;
    const fix = { 'x-accept-fix': 'payment-status-before-approval' };
    const nobody = await get(path, { ...fix, 'psu-id': undefined, 'tpp-session-id': undefined });
    expect([nobody.status, codesOf(nobody)]).toEqual([400, ['HTTP_HEADER_REQUIRED']]);
    const another = await get(path, { ...fix, 'psu-id': randomUUID() });
    expect([another.status, codesOf(another)]).toEqual([404, ['RESOURCE_UNKNOWN']]);
  });

  it('answers in UTF-8 JSON, in the requested language, with the same X-Request-ID', async () => {
    const requestId = randomUUID();
    const answer = await get(`${singlePath}/x`, {
      'accept-language': 'nb',
      'x-request-id': requestId,
    });
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'content-language': 'nb',
      'cache-control': 'no-store',
      'x-request-id': requestId,
    });
    expect(messagesOf(answer)[0]?.text).toBe('Ingen slik ressurs tilhører denne tredjeparten.');
  });

  it('answers with links that have href and verbs', async () => {
    const fixes = { 'x-accept-fix': 'amount-as-string, payment-status-before-approval' };
    const { json, headers } = await post(singlePath, aDomesticPayment(), fixes);
    const { paymentId, _links: links } = json as MadePayment & { _links: object };
    expect(headers['location']).toBe(`${singlePath}/${paymentId}`);
    expect(links).toEqual({
      scaRedirect: { href: expect.stringContaining('/sign/') as string, verbs: ['GET'] },
      self: { href: `${singlePath}/${paymentId}`, verbs: ['GET'] },
      status: { href: `${singlePath}/${paymentId}/status`, verbs: ['GET'] },
      scaStatus: {
        href: expect.stringContaining(`${singlePath}/${paymentId}/authorisations/`) as string,
        verbs: ['GET'],
      },
    });
  });

  it.each([
    ['amount-as-string', 'as its value says'],
    ['longer-names', 'by default'],
  ])('takes and tells amounts as strings with x-accept-fix %s, %s', async (fix) => {
    const headers = { 'x-accept-fix': fix };
    const amount = { amount: '99.50', currency: 'NOK' };
    const made = await post(periodicPath, aPeriodicPayment({ instructedAmount: amount }), headers);
    expect(made.status).toBe(201);
    const { paymentId } = made.json as MadePayment;
    const shown = await get(`${periodicPath}/${paymentId}`, headers);
    expect(shown.json).toMatchObject({ instructedAmount: amount });
    const number = { amount: 99.5, currency: 'NOK' };
    const refused = await post(singlePath, aDomesticPayment({ instructedAmount: number }), headers);
    expect([refused.status, messagesOf(refused)]).toMatchObject([
      400,
      [{ category: 'ERROR', code: 'FORMAT_ERROR', path: '/instructedAmount/amount' }],
    ]);
  });

  it('takes remittanceInformationStructuredArray without a warning, and the single member with one', async () => {
    const single = { remittanceInformationStructured: '2345676' };
    const array = { remittanceInformationStructuredArray: [{ reference: '2345676' }] };
    // A day on which banks are closed would bring another warning.
    const year = String(aPeriodicPayment()['startDate']).slice(0, 4);
    const startDate = bankingDayNear(`${year}-02-10`, 'following');
    const dayOfExecution = String(Number(startDate.slice(-2)));
    const made = async (remittance: object) => {
      const whenOpen = { startDate, dayOfExecution };
      const body = aPeriodicPayment({ ...whenOpen, remittanceInformationUnstructured: undefined });
      return post(periodicPath, { ...body, ...remittance });
    };
    const [before, now] = [await made(single), await made(array)];
    expect([before.status, now.status]).toEqual([201, 201]);
    expect(messagesOf(before)).toMatchObject([
      { category: 'WARNING', path: '/remittanceInformationStructured' },
    ]);
    expect(messagesOf(now)).toEqual([]);
    const { paymentId } = now.json as MadePayment;
    expect((await get(`${periodicPath}/${paymentId}`)).json).toMatchObject(array);
  });

  it('takes one text of remittanceInformationUnstructuredArray, as its single member, and not two', async () => {
    const body = aPeriodicPayment({ remittanceInformationUnstructured: undefined });
    const made = (texts: readonly string[]) =>
      post(periodicPath, { ...body, remittanceInformationUnstructuredArray: texts });
    const { paymentId } = (await made(['Rent'])).json as MadePayment;
    expect((await get(`${periodicPath}/${paymentId}`)).json).toMatchObject({
      remittanceInformationUnstructured: 'Rent',
    });
    const refused = await made(['Rent', 'March']);
    expect([refused.status, messagesOf(refused)]).toMatchObject([
      400,
      [{ code: 'FORMAT_ERROR', path: '/remittanceInformationUnstructuredArray' }],
    ]);
  });

  it.each(['/payments', '/v2/payments', '/V1/payments'])(
    'serves nothing outside /v1: %s is 404',
    async (path) => {
      const product = singlePath.slice('/v1/payments'.length);
      const answer = await post(`${path}${product}`, aDomesticPayment());
      expect([answer.status, codesOf(answer)]).toEqual([404, ['NOT_FOUND']]);
    },
  );

  it('rejects a basket without x-accept-fix', async () => {
    const { paymentId } = await paid();
    const without = { 'x-accept-fix': undefined };
    const answer = await post('/v1/signing-baskets', { paymentIds: [paymentId] }, without);
    expect([answer.status, messagesOf(answer)]).toMatchObject([
      400,
      [{ code: 'HTTP_HEADER_REQUIRED', path: 'x-accept-fix' }],
    ]);
  });

  it('rejects a periodic payment in a basket', async () => {
    const own = await paid();
    const periodic = (await post(periodicPath, aPeriodicPayment())).json as MadePayment;
    const paymentIds = [own.paymentId, periodic.paymentId];
    const answer = await post('/v1/signing-baskets', { paymentIds });
    expect([answer.status, messagesOf(answer)]).toMatchObject([
      400,
      [{ code: 'REFERENCE_MIX_INVALID', path: '/paymentIds/1' }],
    ]);
  });

  it('answers a created basket with links that have href and verbs', async () => {
    const { paymentId } = await paid();
    const made = await post('/v1/signing-baskets', { paymentIds: [paymentId] });
    const { basketId, _links } = made.json as { basketId: string; _links: object };
    const path = `/v1/signing-baskets/${basketId}`;
    expect([made.status, made.headers['location']]).toEqual([201, path]);
    expect(_links).toEqual({
      scaRedirect: { href: expect.stringContaining('/sign/') as string, verbs: ['GET'] },
      self: { href: path, verbs: ['GET'] },
      status: { href: `${path}/status`, verbs: ['GET'] },
      scaStatus: {
        href: expect.stringContaining(`${path}/authorisations/`) as string,
        verbs: ['GET'],
      },
    });
  });

  it('words a refused signature in the requested language', async () => {
    const { headers } = test.tpp.signed({ method: 'GET', path: '/v1/user', headers: psu });
    const changed = { ...headers, 'psu-id': randomUUID(), 'accept-language': 'nb' };
    const answer = await test.tpp.send('GET', '/v1/user', changed, undefined);
    expect([answer.status, codesOf(answer)]).toEqual([400, ['BAD_REQUEST']]);
    expect(answer.headers['content-language']).toBe('nb');
    expect(messagesOf(answer)[0]?.text).toBe('Signaturen stemmer ikke med forespørselen.');
  });
});
