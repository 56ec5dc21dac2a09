import type { ActingContext, ViewableAccount } from '@nordgate/contracts/queries';

/** The granted accounts that the customer may still let be read; one that is closed is none. */
export function grantedAccounts(
  context: ActingContext | undefined,
  granted: readonly string[],
): readonly ViewableAccount[] {
  return context?.viewable.filter(({ accountId }) => granted.includes(accountId)) ?? [];
}
