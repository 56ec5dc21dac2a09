import { PAYMENT_STATUSES } from '@nordgate/contracts/codes';
import type { PaymentView } from '@nordgate/contracts/queries';
import { RequestError } from '../../reply/request-error.js';
import { requireOpen } from './authorisable-payment.js';

/** Why the cancellation of a payment cannot be approved; undefined where it can. */
function refusalOf(view: Partial<PaymentView>): string | undefined {
  try {
    requireOpen('cancellation-authorisations', view as PaymentView);
    return undefined;
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    const [fault] = error.faults;
    if (fault === undefined || 'refused' in fault) throw error;
    return `${fault.code} ${fault.rule}`;
  }
}

const notOpen = 'CONFLICT payment.not-open.cancellation-authorisations';

describe('the cancellation of an approved payment', () => {
  it('is possible until a run claims the payment', () => {
    const possible = PAYMENT_STATUSES.filter(
      (transactionStatus) => refusalOf({ transactionStatus }) === undefined,
    );
    expect(possible.sort()).toEqual(['ACCP', 'ACTC', 'ACWC']);
  });

  it.each(['ACCP', 'ACWC', 'ACSP', 'ACWP'] as const)(
    'is refused a claimed payment that is %s with the reason that it is being executed',
    (transactionStatus) => {
      expect(refusalOf({ transactionStatus, isClaimed: true })).toBe('CONFLICT payment.executing');
    },
  );

  it.each([
    ['settled', { transactionStatus: 'ACSC' }],
    ['rejected', { transactionStatus: 'RJCT' }],
    ['without funds', { transactionStatus: 'ACCP', fundsAvailable: false }],
    ['a bulk with failed sub-payments', { transactionStatus: 'PART' }],
  ] as const)('is refused a claimed payment that is %s with its status', (_what, view) => {
    expect(refusalOf({ ...view, isClaimed: true })).toBe(notOpen);
  });
});
