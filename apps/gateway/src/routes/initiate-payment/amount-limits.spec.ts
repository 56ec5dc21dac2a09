import type { PaymentInstruction } from '@nordgate/contracts/events';
import { limitFaults } from './amount-limits.js';

const amountMax = { amount: '1000.50', currency: 'NOK' } as const;
const paying = (amount: string, currency = 'NOK') =>
  ({ instructedAmount: { amount, currency } }) as unknown as PaymentInstruction;
const pathsOf = (
  instruction: PaymentInstruction,
  limit: typeof amountMax | undefined = amountMax,
) => limitFaults({ amountMax: limit }, instruction).map(({ path }) => path);

describe('the maximum amount of one payment of a product', () => {
  it.each([
    ['less', '1000.49', 'NOK'],
    ['exactly as much', '1000.5', 'NOK'],
    ['more in another currency', '9999', 'EUR'],
  ])('allows %s', (_what, amount, currency) => {
    expect(pathsOf(paying(amount, currency))).toEqual([]);
  });

  it('is named in the fault of a larger amount', () => {
    expect(limitFaults({ amountMax }, paying('1000.51'))).toEqual([
      {
        code: 'FORMAT_ERROR',
        rule: 'amount.aboveLimit',
        path: '/instructedAmount/amount',
        params: amountMax,
      },
    ]);
  });

  it('applies to each payment of a bulk, not to their sum', () => {
    const payments = ['1000', '1001', '1000', '5000'].map((amount) => paying(amount));
    expect(pathsOf({ payments } as unknown as PaymentInstruction)).toEqual([
      '/payments/1/instructedAmount/amount',
      '/payments/3/instructedAmount/amount',
    ]);
  });

  it('does not exist without one in the profile', () => {
    expect(limitFaults({}, paying('999999999999'))).toEqual([]);
  });
});
