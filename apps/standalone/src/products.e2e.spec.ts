import { dayInOslo, daysLater } from '@nordgate/contracts/rules';
import { randomUUID } from 'node:crypto';
import { defaultProfile } from '@nordgate/contracts/profile';
import { paymentProducts } from '@nordgate/contracts/http';
import type { PaymentService } from '@nordgate/contracts/events';
import { codesOf } from '@nordgate/testing';
import type { TppAnswer } from '@nordgate/tpp-client';
import { startTestBank } from './testing/test-bank.js';
import type { TestBank } from './testing/test-bank.js';

const psu = { 'psu-id': randomUUID(), 'tpp-session-id': 's-1' };
const fix = { 'x-accept-fix': 'amount-as-string,payment-status-before-approval' };

const offers = paymentProducts.flatMap(({ name, services }) =>
  (Object.keys(services) as PaymentService[]).map((service) => [service, name] as const),
);

/** The example of a product, for execution as soon as possible: its dates lie anywhere. */
function exampleOf(service: PaymentService, name: string): Record<string, unknown> {
  const product = paymentProducts.find((one) => one.name === name);
  const example: object = product?.services[service]?.body.example ?? {};
  const sent: Record<string, unknown> = Object.fromEntries(
    Object.entries(example).filter(([member]) => member !== 'requestedExecutionDate'),
  );
  // The dates of the examples are too far ahead.
  return 'startDate' in sent ? { ...sent, startDate: inDays(30), endDate: inDays(430) } : sent;
}

function inDays(days: number): string {
  return daysLater(dayInOslo(new Date()), days);
}

describe('every product in every service', () => {
  let test: TestBank;
  beforeAll(async () => {
    test = await startTestBank();
  });
  afterAll(() => test.stop());

  const post = (path: string, body: object) =>
    test.tpp.call({ method: 'POST', path, body, headers: psu });
  const get = (path: string, headers: object = fix) =>
    test.tpp.call({ method: 'GET', path, headers: { ...psu, ...headers } });
  const made = async (service: PaymentService, name: string) => {
    const answer = await post(`/v1/${service}/${name}`, exampleOf(service, name));
    expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
    return answer.json as {
      paymentId: string;
      transactionFeeIndicator: boolean;
      transactionFees?: object;
    };
  };

  it.each(offers)('%s/%s can be made, and is read as it was sent', async (service, name) => {
    const path = `/v1/${service}/${name}`;
    const { paymentId, ...reply } = await made(service, name);
    const price = defaultProfile('sandbox').products.find((one) => one.name === name)?.price;
    expect(reply).toMatchObject({
      transactionStatus: 'RCVD',
      transactionFeeIndicator: price !== undefined,
    });
    expect(reply.transactionFees).toEqual(price);
    const details = await get(`${path}/${paymentId}`);
    expect(details.json).toMatchObject({ ...exampleOf(service, name), transactionStatus: 'RCVD' });
    expect((await get(`${path}/${paymentId}/status`)).json).toEqual({ transactionStatus: 'RCVD' });
  });

  it('a payment in another currency has an estimate in that of its account, fee included', async () => {
    const example = exampleOf('payments', 'sepa-credit-transfers');
    const instructedAmount = { amount: '100.00', currency: 'EUR' };
    const answer = await post('/v1/payments/sepa-credit-transfers', {
      ...example,
      instructedAmount,
    });
    expect(answer.json).toMatchObject({
      transactionFees: { amount: '25.00', currency: 'NOK' },
      estimatedTotalAmount: { amount: '1197.00', currency: 'NOK' },
      estimatedInterbankSettlementAmount: instructedAmount,
    });
  });

  it('a reference that is sent as an object is read as an object', async () => {
    const path = '/v1/payments/norwegian-domestic-credit-transfers';
    const example = exampleOf('payments', 'norwegian-domestic-credit-transfers');
    const reference = { remittanceInformationStructured: { reference: '2345676' } };
    // JSON leaves it out.
    const withoutText = { ...example, remittanceInformationUnstructured: undefined };
    const answer = await post(path, { ...withoutText, ...reference });
    const { paymentId } = answer.json as { paymentId: string };
    const details = (await get(`${path}/${paymentId}`)).json;
    expect(details).toMatchObject(reference);
    expect(details).not.toHaveProperty('remittanceInformationUnstructured');
    expect(details).not.toHaveProperty('remittanceInformationStructuredArray');
  });

  it("a payment in the framework's spelling is read in the specification's, with warnings", async () => {
    const { creditorAddress, ...example } = exampleOf('payments', 'sepa-credit-transfers');
    const { street, postalCode, ...address } = creditorAddress as Record<string, string>;
    const framework = { ...address, streetName: street, postCode: postalCode };
    const path = '/v1/payments/sepa-credit-transfers';
    const body = { ...example, creditorAddress: framework, debtorName: 'Ola', creditorId: 'X' };
    const answer = await post(`${path}?allowLogicalDuplicate=true`, body);
    const made = answer.json as {
      paymentId: string;
      tppMessages: readonly { category: string; code: string; path: string; text: string }[];
    };
    const { paymentId } = made;
    // On a closed day the answer also says when the payment is executed.
    const tppMessages = made.tppMessages.filter(({ code }) => code !== 'EXECUTION_DATE_INVALID');
    const seen = tppMessages.map(({ category, code, path: at }) => `${category} ${code} ${at}`);
    expect(seen.sort()).toEqual([
      'WARNING FORMAT_ERROR /creditorId',
      'WARNING FORMAT_ERROR /debtorName',
      'WARNING FORMAT_ERROR allowLogicalDuplicate',
    ]);
    for (const { path: at, text } of tppMessages) expect(text).toContain(at.replace('/', ''));
    const details = (await get(`${path}/${paymentId}`)).json as object;
    expect(details).toMatchObject({ ...example, creditorAddress });
    expect(details).not.toHaveProperty('debtorName');
  });

  it('only single domestic payments are hidden before their approval', async () => {
    const seen = await Promise.all(
      offers.map(async ([service, name]) => {
        const { paymentId } = await made(service, name);
        const { status } = await get(`/v1/${service}/${name}/${paymentId}/status`, {});
        return [service, name, status];
      }),
    );
    expect(seen.filter(([, , status]) => status === 404)).toEqual([
      ['payments', 'norwegian-domestic-credit-transfers', 404],
    ]);
  });

  it('a payment is unknown under another product, and known under an alias of its product', async () => {
    const { paymentId } = await made('payments', 'cross-border-credit-transfers');
    const alias = `/v1/payments/norwegian-cross-border-credit-transfers/${paymentId}`;
    expect((await get(alias)).status).toBe(200);
    const other = await get(`/v1/payments/sepa-credit-transfers/${paymentId}`);
    expect([other.status, codesOf(other)]).toEqual([404, ['RESOURCE_UNKNOWN']]);
  });

  it('single payments of all products, cross-border ones included, fit into one signing basket', async () => {
    const singles = offers.filter(([service]) => service === 'payments');
    const payments = await Promise.all(singles.map(([service, name]) => made(service, name)));
    const paymentIds = payments.map(({ paymentId }) => paymentId);
    const answer = await post('/v1/signing-baskets', { paymentIds });
    const { basketId } = answer.json as { readonly basketId: string };
    expect([answer.status, paymentIds.length]).toEqual([201, 4]);
    const basket = await get(`/v1/signing-baskets/${basketId}`);
    expect(basket.json).toMatchObject({ transactionStatus: 'RCVD', payments: paymentIds });
  });

  it('a product of another service is PRODUCT_INVALID', async () => {
    const answer = await post('/v1/bulk-payments/sepa-credit-transfers', {});
    expect([answer.status, codesOf(answer)]).toEqual([403, ['PRODUCT_INVALID']]);
  });

  describe('a bulk payment', () => {
    const name = 'norwegian-domestic-credit-transfers';
    const partsOf = ({ json }: TppAnswer) =>
      (json as { payments: readonly { paymentId: string }[] }).payments;

    it('has sub-payments that can be read as single payments from their creation on', async () => {
      const { paymentId } = await made('bulk-payments', name);
      const parts = partsOf(await get(`/v1/bulk-payments/${name}/${paymentId}`, {}));
      expect(new Set(parts.map((part) => part.paymentId)).size).toBe(2);
      for (const { paymentId: part, ...content } of parts) {
        const read = await get(`/v1/payments/${name}/${part}`, {});
        const { debtorAccount } = exampleOf('bulk-payments', name);
        expect(content).toHaveProperty('transactionStatus', 'RCVD');
        expect(read.json).toEqual({ ...content, debtorAccount });
        const status = await get(`/v1/payments/${name}/${part}/status`, {});
        expect(status.json).toEqual({ transactionStatus: 'RCVD' });
      }
    });

    it('that is deleted cancels each of its sub-payments', async () => {
      const path = `/v1/bulk-payments/${name}/${(await made('bulk-payments', name)).paymentId}`;
      const parts = partsOf(await get(path));
      const deleted = await test.tpp.call({ method: 'DELETE', path, headers: psu });
      expect(deleted.status).toBe(204);
      const { json } = await get(path);
      expect(json).toMatchObject({
        transactionStatus: 'CANC',
        payments: parts.map(() => ({ transactionStatus: 'CANC' })),
      });
      for (const part of parts) {
        const status = await get(`/v1/payments/${name}/${part.paymentId}/status`, {});
        expect(status.json).toEqual({ transactionStatus: 'CANC' });
      }
    });

    it('and its sub-payments are rejected in baskets', async () => {
      const { paymentId } = await made('bulk-payments', name);
      const [part] = partsOf(await get(`/v1/bulk-payments/${name}/${paymentId}`));
      for (const id of [paymentId, part?.paymentId]) {
        const answer = await post('/v1/signing-baskets', { paymentIds: [id] });
        expect([answer.status, codesOf(answer)]).toEqual([400, ['REFERENCE_MIX_INVALID']]);
      }
    });

    it('cannot be read as a single payment', async () => {
      const { paymentId } = await made('bulk-payments', name);
      expect((await get(`/v1/payments/${name}/${paymentId}`)).status).toBe(404);
    });
  });

  it('a basket accepts single payments of every product', async () => {
    const singles = offers.filter(([service]) => service === 'payments');
    const payments = await Promise.all(singles.map(([service, name]) => made(service, name)));
    const paymentIds = payments.map(({ paymentId }) => paymentId);
    expect((await post('/v1/signing-baskets', { paymentIds })).status).toBe(201);
  });
});
