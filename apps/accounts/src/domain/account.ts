import type { AccountKind } from '@nordgate/contracts/codes';
import type { AccountEvent, AccountOpened } from '@nordgate/contracts/events';
import type { SandboxAccount } from '@nordgate/contracts/queries';
import { streams } from '@nordgate/contracts/rules';
import { streamType, unreachable } from '@nordgate/decider';

/** A payment account as the fold of its events; also the inline view that queries read. */
export type Account = { readonly is: 'none' } | OpenAccount | { readonly is: 'closed' };

export interface OpenAccount extends Required<
  Omit<AccountOpened['data'], 'at' | 'openingBalance'>
> {
  readonly is: 'open';
  /** Decimal string in `currency`. */
  readonly balance: string;
}

function evolve(account: Account, event: AccountEvent): Account {
  switch (event.type) {
    // Opening what is open puts it back to its opening state.
    case 'AccountOpened': {
      const { accountId, ownerId, bban, iban, currency, name, kind, openingBalance } = event.data;
      const numbers = { accountId, ownerId, bban, iban, currency, name };
      return { is: 'open', ...numbers, kind: kind ?? 'CACC', balance: openingBalance };
    }
    case 'AccountClosed':
      if (account.is === 'none') throw new Error('AccountClosed before AccountOpened');
      return { is: 'closed' };
    default:
      return unreachable(event);
  }
}

/** Streams `account-<id>`. An account number belongs to one account at a time. */
export const accountStream = streamType<Account, AccountEvent, 'account'>({
  name: streams.account.category,
  stateVersion: 2,
  initial: { is: 'none' },
  evolve,
  events: { AccountOpened: { version: 1 }, AccountClosed: { version: 1 } },
  claims: (account) => (account.is === 'open' ? [{ scope: 'bban', key: account.bban }] : []),
});

/** A row of the view: one that an older release has written knows no kind until it is folded again. */
export type StoredAccount = Omit<OpenAccount, 'kind'> & { readonly kind?: AccountKind };

/** An account as other services see it, without its balance. */
export function shownAccountOf(account: StoredAccount): SandboxAccount {
  const { accountId, bban, iban, currency, name, kind: cashAccountType = 'CACC' } = account;
  return { accountId, bban, iban, currency, name, cashAccountType };
}
