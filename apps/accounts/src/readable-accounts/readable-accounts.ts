import type {
  AccountBalances,
  GetReadableAccounts,
  ReadableAccount,
  ReadableCardAccount,
} from '@nordgate/contracts/queries';
import { streams, transactionIdOf } from '@nordgate/contracts/rules';
import { defined } from '@nordgate/decider';
import { productOf, shownAccountOf } from '../domain/account.js';
import type { StoredAccount } from '../domain/account.js';
import { accountsWithRoles, viewingRoles } from '../domain/agreement.js';
import type { SignedAgreement } from '../domain/agreement.js';
import { cardProduct, shownCardAccountOf } from '../domain/card-account.js';
import type { OpenCardAccount } from '../domain/card-account.js';
import type { RegisteredCustomer } from '../domain/customer.js';
import { availableBalance, bookedBalance, closingOf } from '../domain/standing.js';
import type { Standing } from '../domain/standing.js';

/** A row of the view. */
export interface ReadRow {
  readonly stream: string;
  readonly state: StreamOfRead;
}

type StreamOfRead =
  | StoredAccount
  | OpenCardAccount
  | RegisteredCustomer
  | SignedAgreement
  | { readonly is: 'none' | 'closed' | 'removed' | 'ended' };

type Rows = ReadonlyMap<string, StreamOfRead>;

/** The streams that a read needs, besides the owner of the agreement. */
export function streamsOfRead({ reader, ids }: Pick<GetReadableAccounts, 'reader' | 'ids'>) {
  const { customerId, corporateId } = reader;
  const agreement = corporateId === null ? undefined : streams.agreement.id(corporateId);
  const accounts = ids.flatMap((id) => [streams.account.id(id), streams.cardAccount.id(id)]);
  const all = [streams.customer.id(customerId), ...(agreement ? [agreement] : []), ...accounts];
  return { all, agreement };
}

/** Who owns what the reader sees, and which accounts these are. */
interface Reach {
  readonly owner: RegisteredCustomer;
  readonly canView: (account: StoredAccount) => boolean;
  readonly canViewCards: boolean;
}

/**
 * Those of the named accounts that the reader can view, by number, card accounts last. A person views her
 * own, and under an agreement the organisation's for which it gives her REGISTER and VIEW; a card account
 * is viewed by its owner only. Null for an agreement that is not the reader's.
 */
export function readableAccountsOf(
  { reader, ids }: Pick<GetReadableAccounts, 'reader' | 'ids'>,
  rows: Rows,
): readonly (ReadableAccount | ReadableCardAccount)[] | null {
  const reach = reader.corporateId === null ? ownReach(reader, rows) : corporateReach(reader, rows);
  if (reach === undefined) return reader.corporateId === null ? [] : null;
  const named = [...new Set(ids)];
  const accounts = named.flatMap((id) => readableAccount(streams.account.id(id), reach, rows));
  const cards = named.flatMap((id) => readableCard(streams.cardAccount.id(id), reach, rows));
  return [
    ...accounts.sort((a, b) => compare(a.bban, b.bban)),
    ...cards.sort((a, b) => compare(a.maskedPan, b.maskedPan)),
  ];
}

type Reader = GetReadableAccounts['reader'];

function ownReach({ customerId }: Reader, rows: Rows): Reach | undefined {
  const owner = registered(streams.customer.id(customerId), rows);
  if (owner === undefined) return undefined;
  return { owner, canView: ({ ownerId }) => ownerId === customerId, canViewCards: true };
}

function corporateReach({ customerId, corporateId }: Reader, rows: Rows): Reach | undefined {
  const person = registered(streams.customer.id(customerId), rows);
  const agreement = rows.get(streams.agreement.id(corporateId ?? ''));
  if (person === undefined || agreement?.is !== 'signed') return undefined;
  const owner = registered(streams.customer.id(agreement.ownerId), rows);
  const isEngaged = agreement.engagements.some((one) => one.customerId === customerId);
  if (owner === undefined || !isEngaged) return undefined;
  const viewable = accountsWithRoles(agreement, customerId, viewingRoles);
  const canView = ({ accountId, ownerId }: StoredAccount) =>
    ownerId === agreement.ownerId && viewable.has(accountId);
  return { owner, canView, canViewCards: false };
}

function registered(stream: string, rows: Rows): RegisteredCustomer | undefined {
  const customer = rows.get(stream);
  return customer?.is === 'registered' ? customer : undefined;
}

function readableAccount(
  stream: string,
  { owner, canView }: Reach,
  rows: Rows,
): readonly ReadableAccount[] {
  const account = rows.get(stream);
  if (account?.is !== 'open' || !('bban' in account) || !canView(account)) return [];
  const { product = productOf(account.kind ?? 'CACC', owner.customerType) } = account;
  return [
    { kind: 'account', ...shownAccountOf(account), ...factsOf(stream, product, owner, account) },
  ];
}

function readableCard(
  stream: string,
  { owner, canViewCards }: Reach,
  rows: Rows,
): readonly ReadableCardAccount[] {
  const card = rows.get(stream);
  if (card?.is !== 'open' || !('maskedPan' in card) || !canViewCards) return [];
  if (card.ownerId !== owner.customerId) return [];
  const { creditLimit, product = cardProduct } = card;
  const facts = factsOf(stream, product, owner, card);
  return [{ kind: 'card-account', ...shownCardAccountOf(card), creditLimit, ...facts }];
}

function factsOf(
  stream: string,
  product: string,
  { name: ownerName }: RegisteredCustomer,
  standing: Standing & { readonly isBlocked?: true },
) {
  const { isBlocked, lastBooking, newest = lastBooking } = standing;
  return {
    stream,
    product,
    status: isBlocked === true ? 'blocked' : 'enabled',
    ownerName,
    balances: balancesOf(standing),
    ...defined({
      lastChangeAt: lastBooking?.at,
      lastTransactionId:
        newest && transactionIdOf({ account: stream, entryId: newest.entryId }, newest.place),
      closing: closingOf(standing),
    }),
  } as const;
}

/** The balances of an open account; interimAvailable has the credit limit in it. */
export function balancesOf(standing: Standing): AccountBalances {
  const { currency, creditLimit } = standing;
  return {
    currency,
    interimBooked: bookedBalance(standing),
    interimAvailable: availableBalance(standing),
    ...defined({ creditLimit }),
  };
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
