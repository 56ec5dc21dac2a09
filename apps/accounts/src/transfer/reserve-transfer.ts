import type { ExchangeRates } from '@nordgate/contracts/codes';
import type { AccountCommands } from '@nordgate/contracts/commands';
import type { DeclineReason, PendingPosting } from '@nordgate/contracts/events';
import { bbanOf, generationOf, streams } from '@nordgate/contracts/rules';
import { defined, nothing } from '@nordgate/decider';
import type { CommandOf, FoundStreams, ManyStreams, StreamDecision } from '@nordgate/decider';
import { accountStream } from '../domain/account.js';
import type { OpenAccount } from '../domain/account.js';
import { customerStream } from '../domain/customer.js';
import { canAllHold } from '../entry/book-entry.js';
import { bookedOnDay, bookedReservation } from '../entry/book-reserved-entry.js';
import { contentOf, entryStream } from '../domain/entry.js';
import type { Entry } from '../domain/entry.js';
import {
  accountsOf,
  clearingsOf,
  entryDecision,
  onlyOnEntry,
  reservedPosting,
} from '../domain/journal.js';
import { nextSequence, reserveOn, standingOf } from '../domain/ledger-account.js';
import { hasFundsFor } from '../domain/standing.js';
import type { Standing } from '../domain/standing.js';
import { transferPostings } from './transfer-postings.js';
import type { Parties, TransferPostings } from './transfer-postings.js';

export type ReserveTransfer = CommandOf<AccountCommands, 'ReserveTransfer'>;
type Possible = Extract<TransferPostings, { readonly is: 'possible' }>;

/**
 * Finds the streams of a transfer by account numbers: the open accounts of the creditors, and the debtor's
 * with that of its owner.
 */
export type FindTransferAccounts = (numbers: {
  readonly debtor: string;
  readonly creditors: readonly string[];
  readonly generation: number;
}) => Promise<readonly string[]>;

/**
 * Reserves the debit of a transfer, or books all of it at once, or records why it cannot be made: the executor
 * is asked once and has answered, so a transfer is never refused as a command. A repeat changes nothing.
 */
export function reserveTransfer(
  findAccounts: FindTransferAccounts,
  rates: ExchangeRates,
): ManyStreams<ReserveTransfer, Entry, null> {
  return {
    find: ({ data: { executionId, debtorAccount, credits } }, entry) => {
      if (entry.is !== 'none') return [];
      const generation = generationOf(executionId);
      const creditors = credits.flatMap(
        ({ instruction }) => bbanOf(instruction.creditorAccount) ?? [],
      );
      return findAccounts({ debtor: bbanOf(debtorAccount) ?? '', creditors, generation });
    },
    decide: (command, found) => decideTransfer(command, found, rates),
    receipt: () => null,
  };
}

function decideTransfer(
  command: ReserveTransfer,
  found: FoundStreams,
  rates: ExchangeRates,
): readonly StreamDecision[] {
  const { executionId: entryId } = command.data;
  const entry = found.stateOf(entryStream, command.stream);
  if (entry.is !== 'none') return onlyOnEntry(entryId, nothing);
  const parties = partiesOf(command, found);
  if (parties === undefined) return refused(command, 'debtor-account-closed');
  if (parties.debtor.account.isBlocked === true) return refused(command, 'refused-by-bank');
  const made = transferPostings(command.data, { ...parties, rates });
  if (made.is === 'impossible') return refused(command, made.reason);
  const { account } = parties.debtor;
  const debit = reservedPosting(streams.account.id(account.accountId), made.postings);
  if (debit === undefined || !hasFundsFor(account, debit.amount))
    return refused(command, 'no-funds');
  return isBookedAtOnce(command, made)
    ? booked(command, made, found)
    : reserved(command, made, { account, debit });
}

/**
 * Whether the transfer needs no reservation: nothing of it is late or left out, and none of its credits is in
 * another currency.
 */
function isBookedAtOnce(
  { data: { mayBookAtOnce } }: ReserveTransfer,
  { postings, declined, delay }: Possible,
): boolean {
  const isWhole = declined === undefined && delay === undefined;
  if (mayBookAtOnce !== true || !isWhole) return false;
  const [{ currency }] = postings;
  return postings.every((posting) => posting.currency === currency);
}

/** The funds were decided in the same moment. An account that cannot hold its balance refuses the transfer. */
function booked(
  command: ReserveTransfer,
  { postings }: Possible,
  found: FoundStreams,
): readonly StreamDecision[] {
  const { executionId: entryId, day } = command.data;
  const accounts = new Map<string, Standing>();
  for (const account of accountsOf(postings)) {
    const standing = standingOf(found, account);
    if (standing !== undefined) accounts.set(account, standing);
  }
  if (!canAllHold(accounts, postings)) return refused(command, 'refused-by-bank');
  return bookedReservation(postings, accounts, bookedOnDay(entryId, day, command.meta.at));
}

/** The accounts of the transfer that are open in its generation of the sandbox. */
function partiesOf(
  { data: { executionId, debtorAccount } }: ReserveTransfer,
  found: FoundStreams,
): Omit<Parties, 'rates'> | undefined {
  const generation = generationOf(executionId);
  const accounts = new Map<string, OpenAccount>();
  for (const stream of found.ids.filter((id) => streams.account.has(id))) {
    const account = found.stateOf(accountStream, stream);
    if (account.is !== 'open' || (account.generation ?? generation) !== generation) continue;
    accounts.set(account.bban, account);
  }
  const account = accounts.get(bbanOf(debtorAccount) ?? '');
  if (account === undefined) return undefined;
  const owner = streams.customer.id(account.ownerId);
  const customer = found.ids.includes(owner) ? found.stateOf(customerStream, owner) : undefined;
  const name = customer?.is === 'registered' ? customer.name : undefined;
  return { debtor: { account, ...defined({ name }) }, accounts };
}

function refused(
  { data: { executionId: entryId }, meta: { at } }: ReserveTransfer,
  reason: DeclineReason,
): readonly StreamDecision[] {
  return [entryDecision(entryId, [{ type: 'EntryRefused', data: { entryId, reason, at } }])];
}

interface Reserving {
  readonly account: OpenAccount;
  /** The payment with its fee. */
  readonly debit: PendingPosting;
}

function reserved(
  { data: { executionId: entryId }, meta: { at } }: ReserveTransfer,
  { postings, declined, delay }: Possible,
  { account: debtor, debit: posting }: Reserving,
): readonly StreamDecision[] {
  const account = streams.account.id(debtor.accountId);
  const all = [...accountsOf(postings), ...clearingsOf(entryId, postings)];
  const others = all.filter((other) => other !== account);
  const content = contentOf(postings);
  const data = { entryId, postings, content, ...defined({ declined, delay }), at };
  return [
    entryDecision(entryId, [{ type: 'EntryReserved', data }]),
    reserveOn(account, { sequence: nextSequence(debtor), entryId, posting, others, at }),
  ];
}
