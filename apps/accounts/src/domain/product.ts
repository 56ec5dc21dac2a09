import type { AccountKind } from '@nordgate/contracts/codes';
import type { CustomerType } from '@nordgate/contracts/events';

/** Names of the bank's products by what an account is for (Berlin Group, product: at most 35 characters). */
const products: Readonly<Record<AccountKind, string>> = {
  CACC: 'Brukskonto',
  SVGS: 'Sparekonto',
  SLRY: 'Lønnskonto',
  TAXE: 'Skattetrekkskonto',
};

/** The product of an account. The current account of an organisation has another name. */
export function productOf(kind: AccountKind, owner: CustomerType): string {
  return kind === 'CACC' && owner === 'CORPORATE' ? 'Driftskonto' : products[kind];
}

/** The product of every card account. */
export const cardProduct = 'Kredittkort';
