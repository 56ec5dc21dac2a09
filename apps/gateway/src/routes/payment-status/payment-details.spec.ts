import type { PaymentStatus } from '@nordgate/contracts/codes';
import type { PeriodicPaymentInitiation, SinglePaymentInitiation } from '@nordgate/contracts/http';
import { nextExecutionsOf } from './payment-details.js';

const single: SinglePaymentInitiation = {
  instructedAmount: { amount: '399', currency: 'NOK' },
  creditorName: 'Solsiden Trening AS',
  creditorAccount: { bban: '99996000016', currency: 'NOK' },
  debtorAccount: { bban: '99991200017', currency: 'NOK' },
};
const instruction: PeriodicPaymentInitiation = {
  ...single,
  startDate: '2030-03-01',
  frequency: 'Weekly',
};

function shown(transactionStatus: PaymentStatus, today: string, endDate?: string) {
  const order = endDate === undefined ? instruction : { ...instruction, endDate };
  return nextExecutionsOf({ instruction: order, transactionStatus }, today).nextExecutionDates;
}

describe('the details of a periodic payment', () => {
  it.each(['RCVD', 'PDNG', 'ACTC', 'ACSP'] as const)('have six dates while it is %s', (status) => {
    expect(shown(status, '2030-03-08')).toEqual([
      '2030-03-08',
      '2030-03-15',
      '2030-03-22',
      '2030-03-29',
      '2030-04-05',
      '2030-04-12',
    ]);
  });

  it('have the remaining dates, and an empty list after the last one', () => {
    expect(shown('ACTC', '2030-03-02', '2030-03-15')).toEqual(['2030-03-08', '2030-03-15']);
    expect(shown('ACTC', '2030-03-16', '2030-03-15')).toEqual([]);
  });

  it.each(['RJCT', 'CANC', 'ACSC'] as const)('have no dates when it is %s', (status) => {
    expect(shown(status, '2030-03-08')).toBeUndefined();
  });

  it('have no dates after a rejection for lack of funds', () => {
    const view = { instruction, transactionStatus: 'ACCP', fundsAvailable: false } as const;
    expect(nextExecutionsOf(view, '2030-03-08')).toEqual({});
  });

  it('have no dates for any other payment', () => {
    const view = { instruction: single, transactionStatus: 'ACTC' } as const;
    expect(nextExecutionsOf(view, '2030-03-08')).toEqual({});
  });
});
