import { COUNTRIES } from './countries.js';
import type { DatedList } from './dated-list.js';

/**
 * The countries of BICs, at places 5 and 6: those of ISO 3166-1, and XK for Kosovo, which ISO 9362 uses
 * without an entry in ISO 3166-1. The specification lists all of ISO 3166-1.
 */
export const bicCountries: DatedList & { readonly codes: ReadonlySet<string> } = {
  source: 'ISO 3166-1 alpha-2, and XK by ISO 9362',
  comparedOn: '2026-11-25',
  codes: new Set<string>([...COUNTRIES, 'XK']),
};
