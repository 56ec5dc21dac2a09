import type { PaymentInstruction } from '@nordgate/contracts/events';
import { shownInstruction } from './sandbox-payments.queries.js';

const to = (creditorName: string, amount: string, currency = 'NOK') => ({
  creditorName,
  creditorAccount: { bban: '97104133219', currency },
  instructedAmount: { amount, currency },
});
const debtorAccount = { bban: '86011117947', currency: 'NOK' };

describe('a payment in the console', () => {
  it('has its amount with the minor units of the currency, and its payee', () => {
    const single = { debtorAccount, ...to('Kari Kreditor', '125.5') } as PaymentInstruction;
    expect(shownInstruction(single)).toEqual({
      amounts: ['125.50 NOK'],
      payees: ['Kari Kreditor'],
    });
  });

  it('has the sum for each currency of a bulk, and each payee once', () => {
    const payments = [to('A', '0.1'), to('B', '0.20'), to('A', '3', 'EUR')];
    expect(shownInstruction({ debtorAccount, payments } as unknown as PaymentInstruction)).toEqual({
      amounts: ['0.30 NOK', '3.00 EUR'],
      payees: ['A', 'B'],
    });
  });
});
