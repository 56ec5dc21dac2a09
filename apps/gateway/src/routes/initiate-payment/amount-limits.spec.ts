import type { PaymentInstruction } from '@nordgate/contracts/events';
import { limitFaults } from './instruction-faults.js';

const amountMax = { amount: '1000.5', currency: 'NOK' } as const;
const paying = (amount: string, currency = 'NOK') =>
  ({ instructedAmount: { amount, currency } }) as unknown as PaymentInstruction;
const pathsOf = (
  instruction: PaymentInstruction,
  limits: Parameters<typeof limitFaults>[0]['limits'],
) => limitFaults({ limits }, instruction).map(({ path }) => path);

describe('the maximum amount of one payment of a product', () => {
  it.each([
    ['less', '1000.49', 'NOK'],
    ['exactly as much', '1000.5', 'NOK'],
  ])('allows %s', (_what, amount, currency) => {
    expect(pathsOf(paying(amount, currency), [amountMax])).toEqual([]);
  });

  it('is named with the decimals of its currency in the fault of a larger amount', () => {
    expect(limitFaults({ limits: [amountMax] }, paying('1000.51'))).toEqual([
      {
        code: 'FORMAT_ERROR',
        rule: 'amount.aboveLimit',
        path: '/instructedAmount/amount',
        params: { amount: '1000.50', currency: 'NOK' },
      },
    ]);
  });

  it.each(['900000', '0.01'])(
    'refuses %s in a currency that cannot be compared with it',
    (amount) => {
      expect(limitFaults({ limits: [amountMax] }, paying(amount, 'EUR'))).toEqual([
        {
          code: 'FORMAT_ERROR',
          rule: 'amount.noLimit',
          path: '/instructedAmount/currency',
          params: { currency: 'EUR', allowed: 'NOK' },
        },
      ]);
    },
  );

  it('is compared in the currency of the payment where the profile has one for it', () => {
    const limits = [amountMax, { amount: '90', currency: 'EUR' }] as const;
    expect(pathsOf(paying('90.00', 'EUR'), limits)).toEqual([]);
    expect(pathsOf(paying('90.01', 'EUR'), limits)).toEqual(['/instructedAmount/amount']);
    expect(pathsOf(paying('1', 'USD'), limits)).toEqual(['/instructedAmount/currency']);
  });

  it('applies to each payment of a bulk, not to their sum', () => {
    const payments = ['1000', '1001', '1000', '5000'].map((amount) => paying(amount));
    expect(pathsOf({ payments } as unknown as PaymentInstruction, [amountMax])).toEqual([
      '/payments/1/instructedAmount/amount',
      '/payments/3/instructedAmount/amount',
    ]);
  });

  it('does not exist without one in the profile', () => {
    expect(pathsOf(paying('999999999999', 'EUR'), [])).toEqual([]);
  });
});
