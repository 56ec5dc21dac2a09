import type { Country } from '../codes/countries.js';

/** Where a customer of the bank lives or has its seat, in parts (specification §9). */
export interface PostalAddress {
  readonly street?: string;
  readonly buildingNumber?: string;
  readonly postalCode?: string;
  readonly townName: string;
  readonly country: Country;
}

/** Who pays, as the bank knows them: no TPP sends that (specification §9). */
export interface Debtor {
  readonly name: string;
  readonly address: PostalAddress;
}
