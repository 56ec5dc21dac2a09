import { paymentsToSignProjection } from './payments-to-sign.projection.js';

type Read = Parameters<typeof paymentsToSignProjection.rowsOf>[0]['event'];

const stream = 'payment-1';
const at = '2030-03-01T10:00:00.000Z';
const rowsOf = (event: { readonly type: Read['type']; readonly data: object }) =>
  paymentsToSignProjection.rowsOf({ stream, version: 2, at, event: event as Read });
const signed = { by: 'authorisation-1', customerId: 'customer-1', at };

describe('payments that wait for a second signature', () => {
  it('get a row by the first signature under an agreement', () => {
    const data = { ...signed, corporateId: 'agreement-1' };
    expect(rowsOf({ type: 'PaymentSigned', data })).toEqual([
      { put: { stream, corporateId: 'agreement-1' } },
    ]);
  });

  it('get no row by a signature without an agreement', () => {
    expect(rowsOf({ type: 'PaymentSigned', data: signed })).toEqual([]);
  });

  it.each(['PaymentChanged', 'PaymentAuthorised', 'PaymentRejected', 'PaymentCancelled'] as const)(
    'lose their row by %s, which the projection reads',
    (type) => {
      expect(rowsOf({ type, data: {} })).toEqual([{ remove: { stream } }]);
      expect(paymentsToSignProjection.eventTypes).toContain(type);
    },
  );
});
