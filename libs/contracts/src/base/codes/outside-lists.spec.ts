import { countrySpecs } from 'ibantools';
import { CURRENCIES } from './currencies.js';
import { MINOR_UNITS } from './minor-units.js';
import { bicCountries, sepaCountries } from './dated-lists.js';

/** Our lists against those that Node (Unicode CLDR) and ibantools keep. Each difference stands here with its reason. */

/** Codes that CLDR names and that are no entries of ISO 3166-1. */
const noCountries: Readonly<Record<string, readonly string[]>> = {
  'reserved by ISO 3166 for others': [
    'AC',
    'CP',
    'CQ',
    'DG',
    'EA',
    'EU',
    'EZ',
    'IC',
    'TA',
    'UK',
    'UN',
  ],
  'countries of the past': [
    ...['AN', 'BU', 'CS', 'DD', 'DY', 'FX', 'HV', 'NH', 'RH', 'SU', 'TP', 'VD', 'YD', 'YU', 'ZR'],
  ],
  'of CLDR alone': ['QO', 'XA', 'XB', 'ZZ'],
};

/** CLDR counts the digits that people use, and ISO 4217 those that a currency has: the bank follows ISO 4217. */
const usedDigits: Readonly<Record<string, number>> = Object.fromEntries(
  [
    ...['AFN', 'ALL', 'COP', 'HUF', 'IDR', 'IQD', 'IRR', 'KPW', 'LAK', 'LBP', 'MGA', 'MMK'],
    ...['MRO', 'PKR', 'SLL', 'SOS', 'STD', 'SYP', 'YER', 'ZWD'],
  ].map((code) => [code, 0]),
);

/** ISO 4217 gives XDR no minor unit; CLDR takes its default. */
const withoutMinorUnit: Readonly<Record<string, number>> = { XDR: 2 };

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

describe('the lists of the bank, beside lists that others keep', () => {
  it('have every country of ISO 3166-1 as a country of BICs, and XK', () => {
    const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
    const named = letters
      .flatMap((first) => letters.map((second) => `${first}${second}`))
      .filter((code) => names.of(code) !== undefined);
    const excepted = new Set(Object.values(noCountries).flat());
    expect(named.filter((code) => !excepted.has(code))).toEqual([...bicCountries.codes].sort());
  });

  it.each([...sepaCountries.codes])(
    'have an IBAN of the registry for the SEPA country %s',
    (code) => {
      const { chars, IBANRegistry } = countrySpecs[code] ?? {};
      expect([IBANRegistry, chars]).toEqual([true, expect.any(Number)]);
    },
  );

  it.each([...CURRENCIES])('have the minor units of %s', (code) => {
    const { maximumFractionDigits } = new Intl.NumberFormat('en', {
      style: 'currency',
      currency: code,
    }).resolvedOptions();
    const declared = usedDigits[code] ?? withoutMinorUnit[code] ?? MINOR_UNITS[code];
    expect(maximumFractionDigits).toBe(declared);
  });
});
