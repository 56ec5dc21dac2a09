import { COUNTRIES } from './countries.js';

/** A list of facts that others decide and change: where it comes from, and when somebody last compared it. */
export interface DatedList {
  /** The publication that the list repeats. */
  readonly source: string;
  /** The day of the last comparison with the publication, YYYY-MM-DD. */
  readonly comparedOn: string;
}

/**
 * The countries of BICs, at places 5 and 6: those of ISO 3166-1, and XK for Kosovo, which ISO 9362 uses
 * without an entry in ISO 3166-1. The specification lists all of ISO 3166-1.
 */
export const bicCountries: DatedList & { readonly codes: ReadonlySet<string> } = {
  source: 'ISO 3166-1 alpha-2, and XK by ISO 9362',
  comparedOn: '2026-11-25',
  codes: new Set<string>([...COUNTRIES, 'XK']),
};

/**
 * The country codes of IBANs in the SEPA schemes. Lists of libraries lag behind: AL, MD, ME and MK came in
 * 2025, and RS in May 2026 for credit transfers. TR, UA and XK are no members. Territories have the code of
 * their state in IBANs: those of France FR, the Crown Dependencies GB, Åland FI.
 */
export const sepaCountries: DatedList & { readonly codes: ReadonlySet<string> } = {
  source: 'European Payments Council, EPC409-09, list of the countries of the SEPA schemes',
  comparedOn: '2026-11-25',
  // oxfmt-ignore
  codes: new Set([
    'AD', 'AL', 'AT', 'BE', 'BG', 'CH', 'CY', 'CZ', 'DE', 'DK', 'EE', 'ES', 'FI', 'FR', 'GB', 'GI',
    'GR', 'HR', 'HU', 'IE', 'IS', 'IT', 'LI', 'LT', 'LU', 'LV', 'MC', 'MD', 'ME', 'MK', 'MT', 'NL',
    'NO', 'PL', 'PT', 'RO', 'RS', 'SE', 'SI', 'SK', 'SM', 'VA',
  ]),
};

/** Whether an IBAN is of an account in the SEPA schemes, by its country. */
export function isSepaIban(iban: string): boolean {
  return sepaCountries.codes.has(iban.slice(0, 2));
}
