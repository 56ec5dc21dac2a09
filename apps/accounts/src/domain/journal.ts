import type {
  EndedReservation,
  EntryEvent,
  EntryLine,
  PendingPosting,
  Posting,
  PostingTo,
  SignedAmount,
} from '@nordgate/contracts/events';
import { generationOf, isCalendarDate, streams } from '@nordgate/contracts/rules';
import { decisionOn, isRefusal, nothing, refuse } from '@nordgate/decider';
import type { Decision, FoundStreams, Refusal, StreamDecision } from '@nordgate/decider';
import { entryStream } from './entry.js';
import { isLedgerAccount, standingOf } from './ledger-account.js';
import { isAmountIn, isDebit, isZero, negated, sumIn } from './money.js';
import type { Standing } from './standing.js';

/** How many postings one entry has at most: they are one event of their account. */
export const postingsMax = 100;

type AnyPosting = PostingTo<Posting | PendingPosting>;
type Amounts = SignedAmount & { readonly account: string };

/** The accounts of an entry, each once, in order. Other streams are left out: the decision refuses them. */
export function accountsOf(postings: readonly Amounts[]): readonly string[] {
  return [...new Set(postings.map(({ account }) => account).filter(isLedgerAccount))];
}

/** The clearing accounts that the lines of an entry may name, one per currency: releases before ADR 86 load them when they book its reservation. */
export function clearingsOf(entryId: string, postings: readonly Amounts[]): readonly string[] {
  const currencies = Map.groupBy(postings, ({ currency }) => currency);
  return [...currencies].map(([currency, own]) => clearingFor(entryId, currency, own));
}

function clearingFor(entryId: string, currency: string, postings: readonly Amounts[]): string {
  const owner = postings[0]?.account ?? '';
  return streams.clearing.id(generationOf(entryId), currency, owner);
}

/**
 * The lines of an entry: the sum of its postings per account, and what they do not balance per currency
 * on a clearing account. The lines of each currency sum to zero. Nothing else says what a clearing account has (ADR 86).
 */
export function linesOf(entryId: string, postings: readonly Amounts[]): readonly EntryLine[] {
  const accounts = [...Map.groupBy(postings, ({ account }) => account)].flatMap(
    ([stream, own]): EntryLine[] =>
      own.slice(0, 1).map(({ currency }) => lineOf(stream, currency, own)),
  );
  const clearings = [...Map.groupBy(postings, ({ currency }) => currency)].map(
    ([currency, own]): EntryLine => {
      const { amount } = lineOf('', currency, own);
      return { stream: clearingFor(entryId, currency, own), currency, amount: negated(amount) };
    },
  );
  return [...accounts, ...clearings.filter(({ amount }) => !isZero(amount))];
}

function lineOf(stream: string, currency: string, postings: readonly Amounts[]): EntryLine {
  const amount = sumIn(
    currency,
    postings.map((one) => one.amount),
  );
  return { stream, currency, amount };
}

/** The decision on the entry itself. */
export function entryDecision(entryId: string, decision: Decision<EntryEvent>): StreamDecision {
  return decisionOn(entryStream, streams.entry.id(entryId), decision);
}

/** A posting as its account keeps it. */
export function withoutAccount<Kind extends Posting | PendingPosting>({
  account: _account,
  ...posting
}: PostingTo<Kind>): Omit<PostingTo<Kind>, 'account'> {
  return posting;
}

/**
 * What an entry reserves of an account: the sum of its debits as one pending transaction. Undefined for an
 * account without a debit. A transfer has two debits where it costs a fee; the first one is the payment.
 */
export function reservedPosting(
  account: string,
  postings: readonly PostingTo<PendingPosting>[],
): PendingPosting | undefined {
  const debits = postings.filter((one) => one.account === account && isDebit(one.amount));
  const [first, fee] = debits.map((one) => withoutAccount<PendingPosting>(one));
  if (first === undefined || fee === undefined) return first;
  const amounts = debits.map(({ amount }) => amount);
  const additionalInformation = `${feeText} ${negated(fee.amount)} ${fee.currency}`;
  const details = { ...first.details, additionalInformation };
  return { ...first, amount: sumIn(first.currency, amounts), details };
}

/** The reservation of an entry on an account, as the event that ends it keeps it; undefined for a credit. */
export function reservationOn(
  account: string,
  entryId: string,
  pending: readonly PostingTo<PendingPosting>[],
  { reservations = {} }: Standing,
): EndedReservation | undefined {
  const reserved = reservedPosting(account, pending);
  const reservation = reservations[entryId];
  if (reserved === undefined || reservation === undefined) return undefined;
  return { sequence: reservation.sequence, posting: reserved };
}

/** What a statement calls the fee of a payment. */
export const feeText = 'Gebyr';

/** Refuses a whole command, or lets its repeat change nothing. */
export function onlyOnEntry(
  entryId: string,
  decision: Refusal | typeof nothing,
): readonly StreamDecision[] {
  return [entryDecision(entryId, decision)];
}

/**
 * The accounts of an entry by stream, each open, in the entry's generation and in the currency of its postings.
 * Refuses with RESOURCE_UNKNOWN an account that is not open, with CONFLICT an entry of another generation
 * of the sandbox, and with FORMAT_ERROR any other fault of a posting, with its path.
 */
export function findAccounts(
  entryId: string,
  postings: readonly AnyPosting[],
  found: FoundStreams,
): ReadonlyMap<string, Standing> | Refusal {
  if (postings.length < 1 || postings.length > postingsMax) {
    return refuse('FORMAT_ERROR', { path: '/postings' });
  }
  const accounts = new Map<string, Standing>();
  for (const [at, posting] of postings.entries()) {
    const standing = faultOf(posting) ?? standingFor(entryId, posting, found);
    if (typeof standing === 'string') {
      return refuse('FORMAT_ERROR', { path: `/postings/${String(at)}/${standing}` });
    }
    if (isRefusal(standing)) return { ...standing, path: `/postings/${String(at)}/account` };
    accounts.set(posting.account, standing);
  }
  return accounts;
}

/** The member of a posting that is wrong in itself. */
function faultOf(posting: AnyPosting): string | undefined {
  if (!isLedgerAccount(posting.account)) return 'account';
  if (!isAmountIn(posting.currency, posting.amount)) return 'amount';
  const dates = 'date' in posting ? { date: posting.date } : bookingDatesOf(posting);
  return Object.entries(dates).find(([, date]) => !isCalendarDate(date))?.[0];
}

const bookingDatesOf = ({ bookingDate, valueDate }: Posting) => ({ bookingDate, valueDate });

function standingFor(
  entryId: string,
  { account, currency }: AnyPosting,
  found: FoundStreams,
): Standing | Refusal | 'currency' {
  const standing = standingOf(found, account);
  if (standing === undefined) return refuse('RESOURCE_UNKNOWN');
  const generation = generationOf(entryId);
  if ((standing.generation ?? generation) !== generation) return refuse('CONFLICT');
  return standing.currency === currency ? standing : 'currency';
}
