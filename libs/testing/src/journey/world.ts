import type { PsuBrowser } from '../psu-browser.js';
import type { TppClient } from '@nordgate/tpp-client';
import type { Narrator } from './narrator.js';

/** Who takes part in a journey, and who tells it. */
export interface World {
  readonly tpp: TppClient;
  /** A PSU's browser without any history. */
  readonly newBrowser: () => PsuBrowser;
  readonly narrator: Narrator;
}

/** A customer of the sandbox as `GET /v1/sandbox/customers` lists it. */
export interface ListedCustomer {
  readonly customerNumber: string;
  readonly customerType: 'PRIVATE' | 'CORPORATE';
  readonly customerName: string;
  readonly accounts: readonly { readonly bban: string; readonly iban: string }[];
}

/** The first account number of a customer. Throws when there is none. */
export function accountOf(customer: ListedCustomer | undefined, at = 0): string {
  const bban = customer?.accounts[at]?.bban;
  if (bban === undefined) throw new Error('the customer has no such account');
  return bban;
}
