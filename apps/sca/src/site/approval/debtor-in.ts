import type { ActingContext } from '@nordgate/contracts/queries';
import type { Debtor } from '@nordgate/contracts/events';

/** The owner of the accounts of a context, if the bank knows their address in parts. */
export function debtorIn({ name, address }: ActingContext): { readonly debtor?: Debtor } {
  return address === undefined ? {} : { debtor: { name, address } };
}
