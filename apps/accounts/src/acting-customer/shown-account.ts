import type { AccountKind } from '@nordgate/contracts/codes';
import type { SandboxAccount } from '@nordgate/contracts/queries';
import type { OpenAccount } from '../domain/account.js';

/** A row of the view: one that an older release has written knows no kind until it is folded again. */
export type StoredAccount = Omit<OpenAccount, 'kind'> & { readonly kind?: AccountKind };

/** An account as other services see it, without its balance. */
export function shownAccountOf(account: StoredAccount): SandboxAccount {
  const { accountId, bban, iban, currency, name, kind: cashAccountType = 'CACC' } = account;
  return { accountId, bban, iban, currency, name, cashAccountType };
}
