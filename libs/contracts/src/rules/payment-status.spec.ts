import { PAYMENT_STATUSES } from '../codes/statuses.js';
import { isCancellable, isEndedPayment } from './payment-status.js';

describe('an approved payment', () => {
  it('can be cancelled until its execution starts', () => {
    const cancellable = PAYMENT_STATUSES.filter((status) => isCancellable({ status }));
    expect(cancellable.sort()).toEqual(['ACCP', 'ACTC', 'ACWC']);
  });

  it('cannot be cancelled once it was refused for lack of funds', () => {
    expect(isCancellable({ status: 'ACCP', fundsAvailable: false })).toBe(false);
    expect(isCancellable({ status: 'ACCP', fundsAvailable: true })).toBe(true);
  });

  it('cannot be cancelled after its end', () => {
    const both = PAYMENT_STATUSES.flatMap((status) =>
      [undefined, true, false].map((fundsAvailable) => ({ status, fundsAvailable })),
    ).filter((standing) => isEndedPayment(standing) && isCancellable(standing));
    expect(both).toEqual([]);
  });
});
