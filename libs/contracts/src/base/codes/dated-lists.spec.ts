import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { countrySpecs, isValidIBAN } from 'ibantools';
import { isCalendarDate } from '../rules/days.js';
import { bicCountries, isSepaIban, sepaCountries } from './dated-lists.js';
import type { DatedList } from './dated-lists.js';

/** The lengths of IBANs by country. The library of IBANs has the structures. */
const ibanRegistry = {
  source: 'SWIFT, IBAN registry (ISO 13616)',
  comparedOn: '2026-11-25',
  lengths:
    `AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18
    DO28 EE20 EG29 ES24 FI18 FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 IQ23 IS26
    IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28
    NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24 RS22 RU33 SA24 SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25
    SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30`.split(/\s+/),
};

/** Every dated list that a file of this folder exports. */
async function datedLists(): Promise<[string, DatedList][]> {
  const files = readdirSync(import.meta.dirname).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'),
  );
  const modules = await Promise.all(
    files.map((file) => import(join(import.meta.dirname, file)) as Promise<object>),
  );
  return modules.flatMap((exported) =>
    Object.entries(exported).filter(
      (entry): entry is [string, DatedList] =>
        typeof entry[1] === 'object' && entry[1] !== null && 'comparedOn' in entry[1],
    ),
  );
}

const yearMs = 365 * 24 * 60 * 60 * 1000;

describe('a list of facts that others change', () => {
  it('has a source and was compared with it within the last year', async () => {
    const lists = [...(await datedLists()), ['ibanRegistry', ibanRegistry] as const];
    expect(lists.map(([name]) => name)).toEqual(
      expect.arrayContaining(['sepaCountries', 'bicCountries']),
    );
    const old = lists.filter(
      ([, { comparedOn, source }]) =>
        source === '' ||
        !isCalendarDate(comparedOn) ||
        Date.now() - Date.parse(comparedOn) > yearMs,
    );
    expect(old.map(([name, { source }]) => `compare ${name} with ${source}`)).toEqual([]);
  });
});

describe('the countries of SEPA', () => {
  it.each(['AL', 'MD', 'ME', 'MK', 'RS', 'NO', 'GB', 'CH', 'VA'])('include %s', (country) => {
    expect(isSepaIban(`${country}00`)).toBe(true);
  });

  it.each(['TR', 'UA', 'XK', 'BA', 'GE', 'US', 'FO', 'GL', ''])('do not include %j', (country) => {
    expect(isSepaIban(`${country}00`)).toBe(false);
  });

  it('are countries of the IBAN registry', () => {
    const registered = ibanRegistry.lengths.map((one) => one.slice(0, 2));
    expect([...sepaCountries.codes].filter((code) => !registered.includes(code))).toEqual([]);
  });
});

describe('the countries of BICs', () => {
  it('are those of ISO 3166-1 and XK', () => {
    expect(bicCountries.codes.size).toBe(250);
    expect(['NO', 'GG', 'XK'].every((code) => bicCountries.codes.has(code))).toBe(true);
    expect(['EU', 'UK', 'AN', 'QQ'].some((code) => bicCountries.codes.has(code))).toBe(false);
  });
});

/** An IBAN with right check digits (ISO 7064, MOD 97-10). */
function ibanOf(country: string, bban: string): string {
  const digits = [...`${bban}${country}00`].map((one) => parseInt(one, 36)).join('');
  return `${country}${String(98n - (BigInt(digits) % 97n)).padStart(2, '0')}${bban}`;
}

describe('the library of IBANs', () => {
  it.each(ibanRegistry.lengths.map((one) => [one.slice(0, 2), Number(one.slice(2))] as const))(
    'knows that an IBAN of %s has %i characters',
    (country, length) => {
      // A structure may demand letters, or its own check digits: then no such IBAN is valid.
      const ofLength = (count: number) =>
        ['0', '1', 'A'].some((one) => isValidIBAN(ibanOf(country, one.repeat(count - 4))));
      expect(ofLength(length + 1) || ofLength(length - 1)).toBe(false);
      expect(countrySpecs[country]?.chars).toBe(length);
    },
  );

  it('has no other country, except for parts of France and Finland, whose IBANs begin with FR and FI', () => {
    const registered = new Set(ibanRegistry.lengths.map((one) => one.slice(0, 2)));
    const others = Object.entries(countrySpecs).flatMap(([country, { IBANRegistry }]) =>
      IBANRegistry === true && !registered.has(country) ? [country] : [],
    );
    const parts = ['AX', 'GF', 'GP', 'MF', 'MQ', 'NC', 'PF', 'PM', 'RE', 'TF', 'WF', 'YT'];
    expect(others.sort()).toEqual(parts);
  });
});
