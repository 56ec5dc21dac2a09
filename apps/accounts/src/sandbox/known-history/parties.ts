import { isKid, norwegianCheckDigit } from '@nordgate/contracts/rules';
import { Draw } from './draw.js';

/** Where a card is used, and for how much. */
export interface Merchant {
  readonly name: string;
  /** ISO 18245. */
  readonly category: string;
  /** In øre. */
  readonly from: number;
  readonly to: number;
}

/** Purchases of each day of a person, with the share of days on which there is one. */
export const everyday: readonly { readonly percent: number; readonly at: readonly Merchant[] }[] = [
  {
    percent: 35,
    at: [
      { name: 'Dagligvare Sentrum', category: '5411', from: 8_900, to: 92_000 },
      { name: 'Dagligvare Torget', category: '5411', from: 6_500, to: 78_000 },
      { name: 'Nærbutikken Øvre', category: '5499', from: 3_900, to: 31_000 },
    ],
  },
  {
    percent: 12,
    at: [
      { name: 'Kafé Prøve', category: '5814', from: 4_900, to: 24_500 },
      { name: 'Restaurant Havna', category: '5812', from: 21_900, to: 98_000 },
    ],
  },
  {
    percent: 8,
    at: [
      { name: 'Bensinstasjon Nord', category: '5541', from: 38_000, to: 104_000 },
      { name: 'Billett Buss og Bane', category: '4111', from: 4_200, to: 39_000 },
    ],
  },
  {
    percent: 6,
    at: [
      { name: 'Apotek Sentrum', category: '5912', from: 5_900, to: 44_000 },
      { name: 'Klær og Sko', category: '5651', from: 19_900, to: 129_900 },
      { name: 'Byggevare Nord', category: '5211', from: 7_900, to: 149_000 },
    ],
  },
];

/** Purchases on the web and in shops that people pay by card of credit. */
export const onCredit: readonly Merchant[] = [
  { name: 'Nettbutikk Sandbox', category: '5999', from: 14_900, to: 119_000 },
  { name: 'Elektro Prøve', category: '5732', from: 29_900, to: 189_000 },
  { name: 'Kino Sentrum', category: '7832', from: 15_000, to: 54_000 },
  { name: 'Strømmetjeneste Sandbox', category: '4899', from: 9_900, to: 19_900 },
];

/** A merchant abroad, with amounts in hundredths of its currency. */
export interface MerchantAbroad extends Merchant {
  readonly townName: string;
  readonly country: string;
  readonly currency: string;
  /** Kroner per unit of the currency, in ten thousandths. */
  readonly rate: number;
}

export const abroad: readonly MerchantAbroad[] = [
  {
    ...{ name: 'Sandbox Trattoria', category: '5812', from: 1_800, to: 9_400 },
    ...{ townName: 'Roma', country: 'IT', currency: 'EUR', rate: 117_200 },
  },
  {
    ...{ name: 'Sandbox Hotel', category: '7011', from: 8_900, to: 21_000 },
    ...{ townName: 'Lisboa', country: 'PT', currency: 'EUR', rate: 117_200 },
  },
  {
    ...{ name: 'Sandbox Smørrebrød', category: '5812', from: 12_500, to: 48_000 },
    ...{ townName: 'København', country: 'DK', currency: 'DKK', rate: 15_700 },
  },
  {
    ...{ name: 'Sandbox Möbler', category: '5712', from: 19_900, to: 149_000 },
    ...{ townName: 'Göteborg', country: 'SE', currency: 'SEK', rate: 10_600 },
  },
  {
    ...{ name: 'Sandbox Books', category: '5942', from: 900, to: 6_400 },
    ...{ townName: 'London', country: 'GB', currency: 'GBP', rate: 134_500 },
  },
  {
    ...{ name: 'Sandbox Cloud', category: '5734', from: 500, to: 4_900 },
    ...{ townName: 'New York', country: 'US', currency: 'USD', rate: 101_300 },
  },
];

/** Register number of the other bank of the sandbox: as invented as that of this bank. */
const otherBank = '9998';

/** The account number of a party at another bank, always the same for the name. */
export function bbanOfParty(name: string): string {
  const draw = new Draw(`account/${name}`);
  for (;;) {
    const digits = `${otherBank}${String(draw.between(100_000, 999_999))}`;
    const check = norwegianCheckDigit(digits);
    if (check !== undefined) return `${digits}${String(check)}`;
  }
}

/** A payment reference of eight digits with its check digit. */
export function kidOf(draw: Draw): string {
  const digits = String(draw.between(1_000_000, 9_999_999));
  // One digit of the ten is right by modulus 10.
  for (let check = 0; ; check += 1) {
    if (isKid(`${digits}${String(check)}`)) return `${digits}${String(check)}`;
  }
}
