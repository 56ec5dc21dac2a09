import { CURRENCIES, MINOR_UNITS, sandboxRates } from '@nordgate/contracts/codes';
import type { ExchangeRates } from '@nordgate/contracts/codes';
import type { PaymentInstruction } from '@nordgate/contracts/events';
import type { OfferedProduct } from '@nordgate/contracts/profile';
import { exchangeFaults } from './instruction-faults.js';

const few: ExchangeRates = { quotedOn: '2026-11-02', nokPerUnit: { NOK: '1', EUR: '11.72' } };
const one = (amount: string, currency: string) => ({ instructedAmount: { amount, currency } });
const from = (currency: string, payment: object) =>
  ({ ...payment, debtorAccount: { currency } }) as unknown as PaymentInstruction;
const judged = (
  instruction: PaymentInstruction,
  rates: ExchangeRates | undefined = few,
  offered: Pick<OfferedProduct, 'price'> = {},
) =>
  exchangeFaults(instruction, offered, rates).map(
    ({ code, path, rule }) => `${code} ${path} ${rule}`,
  );

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
    expect(exchangeFaults(from('NOK', one('5', 'USD')), {}, undefined)).toEqual([]);
  });

  it('needs no rate in the currency of its account', () => {
    expect(judged(from('USD', one('5', 'USD')))).toEqual([]);
  });
});

describe('a payment with a fee in another currency than its account', () => {
  const fee = (amount: string, currency: 'NOK' | 'EUR' | 'USD') => ({
    price: { amount, currency },
  });
  const charged = (currency: string, payment: object, offered: ReturnType<typeof fee>) =>
    judged(from(currency, payment), few, offered);
  const fault = (rule: string) => [`FORMAT_ERROR /debtorAccount/currency ${rule}`];

  it.each([
    ['the account', 'USD', fee('2.00', 'NOK'), 'exchange.noRate'],
    ['the fee', 'NOK', fee('2.00', 'USD'), 'exchange.noRate'],
    ['either amount', 'EUR', fee('0.01', 'NOK'), 'exchange.impossible'],
  ])('is refused where the bank cannot exchange for %s', (_which, currency, offered, rule) => {
    expect(charged(currency, one('5', currency), offered)).toEqual(fault(rule));
    expect(charged(currency, { payments: [one('5', currency)] }, offered)).toEqual(fault(rule));
  });

  it('is accepted where the bank has a rate, and where the core exchanges', () => {
    expect(charged('EUR', one('5', 'EUR'), fee('2.00', 'NOK'))).toEqual([]);
    expect(charged('USD', one('5', 'USD'), fee('2.00', 'USD'))).toEqual([]);
    expect(exchangeFaults(from('USD', one('5', 'USD')), fee('2.00', 'NOK'), undefined)).toEqual([]);
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
    expect(exchangeFaults(bulk(currency, [one('1', currency)]), {}, undefined)).toHaveLength(1);
    expect(judged(bulk(currency, [one('1', currency)], false))).toEqual([]);
  });
});
