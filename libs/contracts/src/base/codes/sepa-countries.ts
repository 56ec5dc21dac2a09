import type { DatedList } from './dated-list.js';

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
