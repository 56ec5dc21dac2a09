import type { ActingContext, Debtor } from '@nordgate/contracts';

/** The owner of the accounts of a context, if the bank knows their address in parts. */
export function debtorIn({ name, address }: ActingContext): { readonly debtor?: Debtor } {
  return address === undefined ? {} : { debtor: { name, address } };
}
