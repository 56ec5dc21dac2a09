import { PAYMENT_STATUSES } from '../base/codes/statuses.js';
import { paymentStatusAfter } from './payment-events.v1.js';
import type { PaymentEvent } from './payment-events.v1.js';
import { isCancellable, isEndedPayment } from './payment-status.js';

describe('the status of a payment', () => {
  const event = (type: string, data: object = {}) => ({ type, data }) as PaymentEvent;

  it.each([
    ['RCVD', 'its initiation', event('PaymentInitiated')],
    ['ACTC', 'an initiation that needs no SCA', event('PaymentInitiated', { exemption: 'low' })],
    ['RCVD', 'a change', event('PaymentChanged')],
    ['PDNG', 'the first of two signatures', event('PaymentSigned')],
    ['ACTC', 'its approval', event('PaymentAuthorised', { exemption: 'low' })],
    ['RJCT', 'its rejection', event('PaymentRejected')],
    ['CANC', 'its cancellation', event('PaymentCancelled')],
    ['ACSP', 'a step of its execution', event('PaymentProgressed', { status: 'ACSP' })],
  ])('is %s after %s (specification 3)', (status, _what, one) => {
    expect(paymentStatusAfter(one)).toBe(status);
  });

  it('is not known after an event of a newer release', () => {
    expect(() => paymentStatusAfter(event('PaymentFrozen'))).toThrow('unreachable');
    expect(() => paymentStatusAfter(event('toString'))).toThrow('unreachable');
  });

  it('is an end in ACSC, RJCT and CANC only', () => {
    const ended = PAYMENT_STATUSES.filter((status) => isEndedPayment({ status }));
    expect(ended.sort()).toEqual(['ACSC', 'CANC', 'RJCT']);
  });

  it('is an end in ACCP, and in no other status on the way, when funds are lacking', () => {
    const fundsAvailable = false;
    const ended = PAYMENT_STATUSES.filter((status) => isEndedPayment({ status, fundsAvailable }));
    expect(ended.sort()).toEqual(['ACCP', 'ACSC', 'CANC', 'RJCT']);
    expect(isEndedPayment({ status: 'ACCP', fundsAvailable: true })).toBe(false);
  });
});

describe('an approved payment', () => {
  it('can be cancelled until its execution starts', () => {
    const cancellable = PAYMENT_STATUSES.filter((status) => isCancellable({ status }));
    expect(cancellable.sort()).toEqual(['ACCP', 'ACTC', 'ACWC']);
  });

  it('cannot be cancelled once it was refused for lack of funds', () => {
    expect(isCancellable({ status: 'ACCP', fundsAvailable: false })).toBe(false);
    expect(isCancellable({ status: 'ACCP', fundsAvailable: true })).toBe(true);
    for (const status of ['ACCP', 'ACWC'] as const) {
      expect(isCancellable({ status, isClaimed: true })).toBe(false);
    }
  });

  it('cannot be cancelled after its end', () => {
    const both = PAYMENT_STATUSES.flatMap((status) =>
      [undefined, true, false].map((fundsAvailable) => ({ status, fundsAvailable })),
    ).filter((standing) => isEndedPayment(standing) && isCancellable(standing));
    expect(both).toEqual([]);
  });
});
