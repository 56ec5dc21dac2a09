import type { AccountEvent, AccountOpened } from '@nordgate/contracts/events';
import { streamType, unreachable } from '@nordgate/decider';

/** A payment account as its events left it; also the inline view that queries read. */
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
export const accountStream = streamType<Account, AccountEvent>({
  name: 'account',
  stateVersion: 2,
  initial: { is: 'none' },
  evolve,
  events: { AccountOpened: { version: 1 }, AccountClosed: { version: 1 } },
  claims: (account) => (account.is === 'open' ? [{ scope: 'bban', key: account.bban }] : []),
});
