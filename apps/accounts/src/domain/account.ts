import type { AccountKind } from '@nordgate/contracts/codes';
import type { AccountEvent, AccountOpened, CustomerType, MadeBy } from '@nordgate/contracts/events';
import type { SandboxAccount } from '@nordgate/contracts/queries';
import { generationOf, inGeneration, streams } from '@nordgate/contracts/rules';
import { defined, streamType, unreachable } from '@nordgate/decider';
import {
  carriedOver,
  lastingOf,
  withoutReservation,
  withPostings,
  withReservation,
} from './standing.js';
import type { Lasting, Standing } from './standing.js';

/** A payment account as the fold of its events; also the inline view that queries read. */
export type Account =
  | { readonly is: 'none' }
  | OpenAccount
  /** An account that is opened again counts on. */
  | ({ readonly is: 'closed'; readonly coreSequence?: number } & Lasting);

export interface OpenAccount
  extends
    Required<
      Pick<
        AccountOpened['data'],
        'accountId' | 'ownerId' | 'bban' | 'iban' | 'currency' | 'name' | 'kind'
      >
    >,
    Pick<AccountOpened['data'], 'product' | 'isBlocked' | 'countedIn'>,
    Standing {
  readonly is: 'open';
  /** Decimal string in `currency`. */
  readonly balance: string;
  /** The last request that made or changed the account by hand. */
  readonly by?: MadeBy;
  /** The place of the last report of the bank's core. */
  readonly coreSequence?: number;
  /** The place of its last report of the credit limit. */
  readonly limitSequence?: number;
}

function evolve(account: Account, event: AccountEvent): Account {
  switch (event.type) {
    // Opening what is open puts it back to its opening state.
    case 'AccountOpened': {
      const { accountId, ownerId, bban, iban, currency, name } = event.data;
      const { kind = 'CACC', openingBalance: balance, generation, by, coreSequence } = event.data;
      const { product, creditLimit, isBlocked, countedIn } = event.data;
      const numbers = { accountId, ownerId, bban, iban, currency, name };
      const facts = defined({ product, creditLimit, isBlocked, countedIn });
      const counted = defined({ generation, by, coreSequence, ...lasting(account) });
      return { is: 'open', ...numbers, kind, balance, ...facts, ...counted };
    }
    case 'AccountChanged': {
      const { name, kind, by, coreSequence, product, creditLimit, isBlocked } = event.data;
      const { limitSequence } = event.data;
      const kept = blockedAs(openOr(account, event), isBlocked);
      const facts = defined({ product, creditLimit, by, coreSequence, limitSequence });
      return { ...kept, name, kind, ...facts };
    }
    case 'AccountClosed':
      if (account.is === 'none') throw new Error('AccountClosed before AccountOpened');
      return {
        is: 'closed',
        ...lasting(account),
        ...defined({ coreSequence: event.data.coreSequence }),
      };
    case 'AccountCarriedForward':
      return carriedOver(event.data);
    case 'AmountReserved':
      return withReservation(openOr(account, event), event.data);
    case 'ReservationReleased':
      return withoutReservation(openOr(account, event), event.data);
    case 'PostingsBooked':
      return withPostings(openOr(account, event), event.data);
    default:
      return unreachable(event);
  }
}

/** An account that is blocked, or not any more; without a word as it was. */
export function blockedAs<Blockable extends { readonly isBlocked?: true }>(
  account: Blockable,
  isBlocked: boolean | undefined,
): Blockable {
  if (isBlocked === undefined) return account;
  return defined({ ...account, isBlocked: isBlocked ? true : undefined }) as Blockable;
}

function lasting(account: Account): Lasting {
  return account.is === 'none' ? {} : lastingOf(account);
}

function openOr(account: Account, { type }: AccountEvent): OpenAccount {
  if (account.is !== 'open') throw new Error(`${type} for an account that is not open`);
  return account;
}

/** Streams `account-<id>`. An account number belongs to one account at a time, in each generation of a sandbox. */
export const accountStream = streamType<Account, AccountEvent, 'account'>({
  name: streams.account.category,
  stateVersion: 5,
  initial: { is: 'none' },
  evolve,
  carriedForwardBy: 'AccountCarriedForward',
  events: {
    AccountOpened: { version: 1 },
    AccountChanged: { version: 1 },
    AccountClosed: { version: 1 },
    AccountCarriedForward: { version: 1 },
    AmountReserved: { version: 1 },
    ReservationReleased: { version: 1 },
    PostingsBooked: { version: 1 },
  },
  claims: (account) =>
    account.is === 'open'
      ? [{ scope: 'bban', key: inGeneration(account.bban, generationOf(account.accountId)) }]
      : [],
});

/** A row of the view: one that an older release has written knows no kind until it is folded again. */
export type StoredAccount = Omit<OpenAccount, 'kind'> & { readonly kind?: AccountKind };

/** An account as other services see it, without its balance. */
export function shownAccountOf(account: StoredAccount): SandboxAccount {
  const { accountId, bban, iban, currency, name, kind: cashAccountType = 'CACC' } = account;
  return { accountId, bban, iban, currency, name, cashAccountType };
}

/** Names of the bank's products by what an account is for (Berlin Group, product: at most 35 characters). */
const products: Readonly<Partial<Record<AccountKind, string>>> = {
  CACC: 'Brukskonto',
  SVGS: 'Sparekonto',
  SLRY: 'Lønnskonto',
  TAXE: 'Skattetrekkskonto',
};

/** The product of an account of another kind. */
const otherProduct = 'Konto';

/** The product of an account. The current account of an organisation has another name. */
export function productOf(kind: AccountKind, owner: CustomerType): string {
  return kind === 'CACC' && owner === 'CORPORATE'
    ? 'Driftskonto'
    : (products[kind] ?? otherProduct);
}

/** The IBAN of a Norwegian account number. Source: ISO 13616 and ISO 7064 (modulus 97-10). */
export function ibanOf(bban: string): string {
  // N is 23 and O is 24; the check digits count as 00.
  const rest = BigInt(`${bban}232400`) % 97n;
  return `NO${String(98n - rest).padStart(2, '0')}${bban}`;
}
