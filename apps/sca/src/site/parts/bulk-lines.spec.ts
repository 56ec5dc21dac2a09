import { paymentProducts } from '@nordgate/contracts';
import type { BulkPaymentInitiation } from '@nordgate/contracts';
import { bulkLines } from './bulk-lines.js';

const [domestic] = paymentProducts;
const bulk = domestic?.services['bulk-payments']?.body.example as BulkPaymentInitiation;

const lines = (one: BulkPaymentInitiation) =>
  bulkLines(one, 'en').map(({ label, value }) => `${label}: ${value.replaceAll('\u00a0', ' ')}`);

describe('what is shown of a bulk payment besides its parts', () => {
  it('is their exact sum, their number, the account, its name and the date', () => {
    expect(lines(bulk)).toEqual([
      'Sum: 59,950.25 NOK',
      'Payments: 2',
      'From account: 9710 41 33219',
      'Name: LONN-2030-03',
      'Date: 15 March 2030',
    ]);
    expect(bulkLines(bulk, 'nb')[0]?.exact).toBe('59950.25');
  });

  it('is a sum for each currency', () => {
    const [first, second] = bulk.payments;
    const payments = [
      { ...first!, instructedAmount: { amount: '0.1', currency: 'EUR' } as const },
      { ...second!, instructedAmount: { amount: '0.20', currency: 'EUR' } as const },
      { ...second!, instructedAmount: { amount: '5000', currency: 'JPY' } as const },
    ];
    expect(lines({ ...bulk, payments }).slice(0, 2)).toEqual(['Sum: 0.30 EUR', 'Sum: 5,000 JPY']);
  });
});
