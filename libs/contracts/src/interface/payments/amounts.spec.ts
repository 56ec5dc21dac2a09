import fc from 'fast-check';
import { CURRENCIES } from '../../base/codes/currencies.js';
import type { Currency } from '../../base/codes/currencies.js';
import { MINOR_UNITS } from '../../base/codes/minor-units.js';
import { minorUnitFaults } from './amounts.js';

const faults = (amount: string, currency: Currency) =>
  minorUnitFaults({ amount, currency }, ['instructedAmount']);

describe('the decimals of an amount', () => {
  it.each([
    ['100', 'NOK'],
    ['100.5', 'NOK'],
    ['100.50', 'NOK'],
    ['100', 'JPY'],
    ['1.234', 'KWD'],
    ['1.23456', 'XDR'],
    ['1.23', 'GGP'],
  ] as const)('of %s fit %s', (amount, currency) => {
    expect(faults(amount, currency)).toEqual([]);
  });

  it.each([
    ['100.500', 'NOK', 2],
    ['100.0', 'JPY', 0],
    ['1.2345', 'KWD', 3],
    ['1.0', 'BYR', 0],
  ] as const)('of %s are too many for %s', (amount, currency, digits) => {
    expect(faults(amount, currency)).toEqual([
      {
        at: ['instructedAmount', 'amount'],
        code: 'FORMAT_ERROR',
        rule: 'amount.minorUnits',
        params: { currency, digits },
      },
    ]);
  });

  it('say nothing while amount or currency is at fault itself', () => {
    expect(minorUnitFaults({ amount: '1.234' }, [])).toEqual([]);
    expect(minorUnitFaults({ currency: 'NOK' }, [])).toEqual([]);
    expect(minorUnitFaults(undefined, [])).toEqual([]);
  });

  it('fit exactly up to the minor units of any listed currency', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...CURRENCIES),
        fc.integer({ min: 1, max: 9 }),
        (currency, count) => {
          const isRefused = faults(`1.${'1'.repeat(count)}`, currency).length > 0;
          expect(isRefused).toBe(count > MINOR_UNITS[currency]);
        },
      ),
    );
  });
});
