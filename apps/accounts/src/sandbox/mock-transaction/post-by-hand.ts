import type { ByHand, TransactionByHand } from '@nordgate/contracts/commands';
import type {
  EndedReservation,
  PendingPosting,
  Posting,
  PostingTo,
} from '@nordgate/contracts/events';
import { balanceBound, sandboxBounds, streams } from '@nordgate/contracts/rules';
import { decisionOn, defined, isRefusal, nothing, refuse } from '@nordgate/decider';
import type { Command, FoundStreams, Refusal, StreamDecision } from '@nordgate/decider';
import { accountStream } from '../../domain/account.js';
import { worldOf } from '../domain/by-hand.js';
import { cardAccountStream } from '../../domain/card-account.js';
import { contentOf } from '../../domain/entry.js';
import { clearingsOf, entryDecision, findAccounts, linesOf } from '../../domain/journal.js';
import { bookOn, nextSequence, reserveOn } from '../../domain/ledger-account.js';
import { isDebit, sumIn } from '../../domain/money.js';
import { beyond } from '../domain/counted-quota.js';
import { bookedByHand, canHold, hasFundsFor, pendingByHand } from '../../domain/standing.js';
import type { Standing } from '../../domain/standing.js';

type CommandByHand = Command<string, ByHand>;

/** The streams that a change of an account by these entries needs, besides the account. */
export function streamsOf(command: CommandByHand, entryIds: readonly string[]): readonly string[] {
  return [...new Set([worldOf(command), ...entryIds.map((id) => streams.entry.id(id))])];
}

/** Refuses a command by hand as a whole, or lets its repeat change nothing. */
export function onlyOnAccount(
  { stream }: CommandByHand,
  decision: Refusal | typeof nothing,
): readonly StreamDecision[] {
  return streams.cardAccount.has(stream)
    ? [decisionOn(cardAccountStream, stream, decision)]
    : [decisionOn(accountStream, stream, decision)];
}

/**
 * The account of a command, if it can take the transaction. Refuses with RESOURCE_UNKNOWN an account that
 * is not open, and with FORMAT_ERROR and the path in the request an amount that the account cannot have.
 */
export function accountFor(
  { stream: account }: CommandByHand,
  { posting }: TransactionByHand,
  entryId: string,
  found: FoundStreams,
): Standing | Refusal {
  const accounts = findAccounts(entryId, [{ account, ...posting }], found);
  if (!isRefusal(accounts)) return accounts.get(account) ?? refuse('RESOURCE_UNKNOWN');
  if (accounts.refused !== 'FORMAT_ERROR') return refuse('RESOURCE_UNKNOWN');
  const member = accounts.path?.split('/').at(-1) ?? '';
  return refuse('FORMAT_ERROR', { path: `/transactionAmount/${member}` });
}

/** The posting with all decimals of its currency, as the other amounts of the bank have them. */
function withAllDecimals<Kind extends Posting | PendingPosting>(posting: Kind): Kind {
  return { ...posting, amount: sumIn(posting.currency, [posting.amount]) };
}

/** An entry of one account by hand. */
interface EntryByHand<Kind> {
  readonly entryId: string;
  readonly postings: readonly Kind[];
  /** The reservation that ends with the booking. */
  readonly reservation?: EndedReservation;
}

/**
 * Books an entry, whatever the funds of the account are. Refuses with CONFLICT more
 * bookings by hand than an account takes, and a balance with more digits than an amount.
 */
export function bookByHand(
  command: CommandByHand,
  { entryId, postings, reservation }: EntryByHand<Posting>,
  standing: Standing,
): readonly StreamDecision[] {
  if (bookedByHand(standing) + postings.length > sandboxBounds.bookedByHand) {
    return onlyOnAccount(command, beyond('bookedByHand'));
  }
  if (!canHold(standing, postings)) {
    const path = '/transactionAmount/amount';
    return onlyOnAccount(command, refuse('CONFLICT', { path, text: balanceBound }));
  }
  const { stream: account, data, meta } = command;
  const { by } = data;
  const { at } = meta;
  const exact = postings.map(withAllDecimals);
  const own = exact.map((posting): PostingTo<Posting> => ({ account, ...posting }));
  const lines = linesOf(entryId, own);
  const content = contentOf({ postings: own, isForced: true });
  const sequence = nextSequence(standing);
  const booked = { entryId, lines, content, isForced: true, by, at } as const;
  return [
    entryDecision(entryId, [{ type: 'EntryBooked', data: booked }]),
    bookOn(account, standing, {
      sequence,
      entryId,
      postings: exact,
      ...defined({ reservation }),
      at,
    }),
  ];
}

/**
 * Reserves a debit. Refuses with CONFLICT more pending transactions by hand than an account takes, with
 * FUNDS_NOT_AVAILABLE more than the account has available, and with FORMAT_ERROR a credit: only debits are pending.
 */
export function reserveByHand(
  command: CommandByHand,
  entryId: string,
  posting: PendingPosting,
  standing: Standing,
): readonly StreamDecision[] {
  const amountPath = { path: '/transactionAmount/amount' };
  if (!isDebit(posting.amount)) {
    return onlyOnAccount(command, refuse('FORMAT_ERROR', amountPath));
  }
  if (pendingByHand(standing) >= sandboxBounds.pendingByHand) {
    return onlyOnAccount(command, beyond('pendingByHand'));
  }
  if (!hasFundsFor(standing, posting.amount)) {
    return onlyOnAccount(command, refuse('FUNDS_NOT_AVAILABLE', amountPath));
  }
  const { stream: account, data, meta } = command;
  const { at } = meta;
  const exact = withAllDecimals(posting);
  const postings: readonly PostingTo<PendingPosting>[] = [{ account, ...exact }];
  const others = clearingsOf(entryId, postings);
  const reserved = { entryId, postings, content: contentOf(postings), by: data.by, at };
  const sequence = nextSequence(standing);
  return [
    entryDecision(entryId, [{ type: 'EntryReserved', data: reserved }]),
    reserveOn(account, { sequence, entryId, posting: exact, others, at }),
  ];
}
