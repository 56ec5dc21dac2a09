import { CURRENCIES } from './currencies.js';
import type { Currency } from './currencies.js';
import { sandboxRates } from './sandbox-rates.js';

/** The rates of the sandbox against what others publish. Each currency stands in a table here, each large difference with its reason. */

/**
 * Units to the dollar: United States Treasury, Treasury Reporting Rates of Exchange, 30 September 2023. It gives
 * ouguiyas and leones in their new units, and bolívares fuertes under their old name.
 */
const treasury = tableOf(`
  AED 3.673 AFN 77.86 ALL 100.05 AMD 390 ANG 1.78 AOA 830 ARS 365.5 AUD 1.542 AZN 1.7 BAM 1.846 BBD 2.02
  BDT 110 BGN 1.846 BHD 0.377 BIF 2841.65 BMD 1 BND 1.363 BOB 6.86 BRL 5.033 BSD 1 BWP 13.643 BZD 2 CAD 1.343
  CDF 2477 CHF 0.913 CLP 902.65 CNY 7.301 COP 4074.2 CRC 528.75 CUC 1 CUP 24 CVE 104.03 CZK 22.389 DJF 177
  DKK 7.038 DOP 56.58 DZD 137.067 EGP 30.85 ERN 15 ETB 55.222 EUR 0.944 FJD 2.251 GBP 0.816 GEL 2.65 GHS 11.57
  GMD 61 GNF 8485 GTQ 7.85 GYD 215 HKD 7.831 HNL 24.612 HTG 134.019 HUF 367.93 IDR 15471.6 ILS 3.822 INR 83.071
  IQD 1308.6 IRR 42000 ISK 136.6 JMD 154 JOD 0.708 JPY 149.2 KES 148.2 KGS 88.71 KHR 4051 KMF 467.04 KRW 1344.07
  KWD 0.309 KYD 0.82 KZT 477.55 LAK 20322 LBP 15000 LKR 323.75 LRD 187 LSL 18.864 LYD 4.877 MAD 10.267 MDL 18.15
  MGA 4468 MKD 57.82 MMK 2930 MNT 3459.36 MRO 381.5 MUR 44.32 MVR 15.42 MWK 1115.72 MXN 17.471 MYR 4.694
  MZN 63.25 NAD 18.864 NGN 777.6 NIO 36.5 NOK 10.623 NPR 132.9 NZD 1.658 OMR 0.385 PAB 1 PEN 3.772 PGK 3.54
  PHP 56.615 PKR 288.3 PLN 4.368 PYG 7288.81 QAR 3.645 RON 4.691 RSD 110.45 RUB 97.675 RWF 1200 SAR 3.75
  SBD 8.13 SCR 13.62 SDG 635 SEK 10.881 SGD 1.363 SLL 21400 SOS 568 SRD 38.022 STD 23103 SYP 8585 SZL 18.864
  THB 36.5 TJS 10.97 TMT 3.491 TND 3.166 TOP 2.315 TRY 27.427 TTD 6.747 TWD 32.165 TZS 2500 UAH 36.929
  UGX 3750 USD 1 UYU 38.45 UZS 12175.72 VEF 248832 VND 24280 VUV 119.88 WST 2.682 XAF 618.94 XCD 2.7 XOF 615
  YER 528 ZAR 18.864 ZMW 20.9`);

/** Currencies that lost or gained more than a quarter against the dollar since: about how much a dollar buys of them now, by then. */
const moved: { readonly [Each in Currency]?: number } = {
  ...{
    ARS: 3.9,
    EGP: 1.5,
    ETB: 2.8,
    LBP: 6,
    MMK: 0.7,
    MWK: 1.6,
    NGN: 1.9,
    SYP: 1.3,
    TRY: 1.5,
    YER: 0.45,
  },
};

/** Units to one of another currency, by a law or a treaty (IMF, AREAER; the union and European regulations of the last rate). */
const fixed = {
  USD: tableOf(`AED 3.6725 ANG 1.79 AWG 1.79 BBD 2 BHD 0.376 BMD 1 BSD 1 BZD 2 CUC 1 CUP 24 DJF 177.721 ERN 15
    JOD 0.709 LBP 89500 OMR 0.3845 PAB 1 QAR 3.64 SAR 3.75 SVC 8.75 TMT 3.5 XCD 2.7`),
  EUR: tableOf(`BAM 1.95583 BGN 1.95583 CVE 110.265 HRK 7.5345 KMF 491.96775 STD 24500 XAF 655.957 XOF 655.957
    XPF 119.331742`),
  GBP: tableOf('FKP 1 GGP 1 GIP 1 IMP 1 JEP 1 SHP 1'),
  ZAR: tableOf('LSL 1 NAD 1 SZL 1'),
  INR: tableOf('BTN 1 NPR 1.6'),
  AUD: tableOf('TVD 1'),
  HKD: tableOf('MOP 1.03'),
  SGD: tableOf('BND 1'),
} satisfies { readonly [Each in Currency]?: ReadonlyMap<Currency, number> };

/** Units to the dollar, at least and at most, where neither table has the currency. */
const between: { readonly [Each in Currency]?: readonly [number, number, string] } = {
  BYR: [19_000, 21_000, 'its last week, June 2016 (National Bank of Belarus)'],
  KPW: [
    100,
    9000,
    'no bank outside of the country quotes it: from the old official rate to that of markets',
  ],
  SPL: [0.16, 0.17, 'six dollars, by the word of those who mint it'],
  XDR: [0.65, 0.8, 'its basket of five currencies (IMF)'],
  ZWD: [1, 1e16, 'withdrawn in hyperinflation: any rate is one of its last days'],
};

function tableOf(text: string): ReadonlyMap<Currency, number> {
  const words = text.trim().split(/\s+/);
  return new Map(
    words.flatMap((word, at) => (at % 2 === 0 ? [[word as Currency, Number(words[at + 1])]] : [])),
  );
}

const { nokPerUnit } = sandboxRates;
const unitsTo = (one: Currency, of: Currency) => Number(nokPerUnit[one]) / Number(nokPerUnit[of]);

describe('the rates of the sandbox, beside those that others publish', () => {
  it('have a source here for every currency', () => {
    const known = new Set([
      ...treasury.keys(),
      ...Object.values(fixed).flatMap((table) => [...table.keys()]),
      ...Object.keys(between),
    ]);
    expect(CURRENCIES.filter((code) => !known.has(code))).toEqual([]);
    expect([...known].filter((code) => !(CURRENCIES as readonly string[]).includes(code))).toEqual(
      [],
    );
  });

  it.each([...treasury])('have about %s %d to the dollar, or what became of it', (code, then) => {
    const change = unitsTo('USD', code) / then / (moved[code] ?? 1);
    expect(change).toBeGreaterThan(0.8);
    expect(change).toBeLessThan(1.25);
  });

  it.each(
    Object.entries(fixed).flatMap(([one, table]) =>
      [...table].map(([code, rate]) => [one as Currency, code, rate] as const),
    ),
  )('keep the fixed rate of %s to %s, %d', (one, code, rate) => {
    expect(Math.abs(unitsTo(one, code) / rate - 1)).toBeLessThan(0.001);
  });

  it.each(Object.entries(between))('have %s within %j', (code, [least, most]) => {
    const units = unitsTo('USD', code as Currency);
    expect(units).toBeGreaterThanOrEqual(least);
    expect(units).toBeLessThanOrEqual(most);
  });
});
