import { CURRENCIES, MINOR_UNITS, sandboxRates } from '@nordgate/contracts/codes';
import type { ExchangeRates } from '@nordgate/contracts/codes';
import type { PaymentInstruction } from '@nordgate/contracts/events';
import { exchangeFaults } from './exchange-faults.js';

const few: ExchangeRates = { quotedOn: '2026-11-02', nokPerUnit: { NOK: '1', EUR: '11.72' } };
const one = (amount: string, currency: string) => ({ instructedAmount: { amount, currency } });
const from = (currency: string, payment: object) =>
  ({ ...payment, debtorAccount: { currency } }) as unknown as PaymentInstruction;
const judged = (instruction: PaymentInstruction, rates: ExchangeRates | undefined = few) =>
  exchangeFaults(instruction, rates).map(({ code, path, rule }) => `${code} ${path} ${rule}`);

describe('a payment in another currency than its account', () => {
  it.each(CURRENCIES)('is exchanged in the sandbox from %s and to it', (currency) => {
    expect(judged(from('NOK', one('1000000', currency)), sandboxRates)).toEqual([]);
    expect(judged(from(currency, one('1000000', 'NOK')), sandboxRates)).toEqual([]);
  });

  it.each([
    [
      'a currency without a rate',
      from('NOK', one('5', 'USD')),
      '/instructedAmount/currency exchange.noRate',
    ],
    [
      'an account without a rate',
      from('USD', one('5', 'NOK')),
      '/debtorAccount/currency exchange.noRate',
    ],
    [
      'a part in a currency without a rate',
      from('NOK', { payments: [one('5', 'EUR'), one('5', 'USD')] }),
      '/payments/1/instructedAmount/currency exchange.noRate',
    ],
    [
      'an amount that becomes nothing',
      from('EUR', one('0.01', 'NOK')),
      '/instructedAmount/amount exchange.impossible',
    ],
    [
      'an amount that becomes too long',
      from('NOK', one('9999999999999999.99', 'EUR')),
      '/instructedAmount/amount exchange.impossible',
    ],
  ])('is refused for %s', (_what, instruction, fault) => {
    expect(judged(instruction)).toEqual([`FORMAT_ERROR ${fault}`]);
  });

  it('is left to the core by a bank that knows no rates', () => {
    expect(exchangeFaults(from('NOK', one('5', 'USD')), undefined)).toEqual([]);
  });

  it('needs no rate in the currency of its account', () => {
    expect(judged(from('USD', one('5', 'USD')))).toEqual([]);
  });
});

describe('a bulk with one debit', () => {
  const most = (currency: 'NOK' | 'JPY' | 'BHD') => {
    const decimals = MINOR_UNITS[currency];
    const whole = '9'.repeat(18 - decimals);
    return decimals === 0 ? whole : `${whole}.${'9'.repeat(decimals)}`;
  };
  const bulk = (currency: 'NOK' | 'JPY' | 'BHD', more: readonly object[], together = true) =>
    from(currency, {
      payments: [one(most(currency), currency), ...more],
      ...(together ? { batchBookingPreferred: true } : {}),
    });

  it.each(['NOK', 'JPY', 'BHD'] as const)('has at most 18 digits in %s', (currency) => {
    const fault = ['FORMAT_ERROR /payments bulk.sumTooLarge'];
    expect(judged(bulk(currency, []))).toEqual([]);
    expect(judged(bulk(currency, [one('1', currency)]))).toEqual(fault);
    expect(exchangeFaults(bulk(currency, [one('1', currency)]), undefined)).toHaveLength(1);
    expect(judged(bulk(currency, [one('1', currency)], false))).toEqual([]);
  });
});
