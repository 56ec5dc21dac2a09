import type { TransactionByHand } from '@nordgate/contracts/commands';
import type { Posting } from '@nordgate/contracts/events';
import type { SandboxTransactionBody } from '@nordgate/contracts/http';
import type { SandboxTransactionView, TransactionView } from '@nordgate/contracts/queries';
import { dayInOslo } from '@nordgate/contracts/rules';
import type { TextKey } from '@nordgate/contracts/texts';
import { defined } from '@nordgate/decider';
import type { CommandResult } from '@nordgate/messaging';
import { fault, RequestError } from '../../reply/request-error.js';
import { requireDecided, unknownInSandbox } from './by-hand.js';

/** The transaction of a faultless body. Days that the body leaves out are today in Oslo. */
export function transactionByHand(body: SandboxTransactionBody, now: Date): TransactionByHand {
  const { transactionAmount, status = 'booked', bookingDate, valueDate, ...details } = body;
  const today = dayInOslo(now);
  const posting = { ...transactionAmount, details };
  if (status === 'pending') return { status, posting: { ...posting, date: today } };
  const booked = bookingDate ?? today;
  return { status, posting: { ...posting, bookingDate: booked, valueDate: valueDate ?? booked } };
}

/** What a command about a transaction carries of the one that the gateway has read. */
export function existingOf(view: SandboxTransactionView): {
  readonly transactionId: string;
  readonly entryId: string;
  readonly booked?: Posting;
} {
  const { transactionId, entryId } = view;
  return { transactionId, entryId, ...defined({ booked: bookedPostingOf(view) }) };
}

function bookedPostingOf(view: TransactionView): Posting | undefined {
  const { bookingDate, valueDate = bookingDate, currency, amount, details } = view;
  if (bookingDate === undefined || valueDate === undefined) return undefined;
  return { currency, amount, bookingDate, valueDate, details };
}

const transactionIdForm = /^[0-9a-f]{32}$/u;

/** An id of a path. Throws RequestError, RESOURCE_UNKNOWN, for a text that is no id of a transaction. */
export function transactionIdFrom(text: string): string {
  if (!transactionIdForm.test(text)) throw unknownInSandbox();
  return text;
}

/** Why the ledger does not take a transaction, by the path of the refusal. */
const texts: ReadonlyMap<string | undefined, TextKey> = new Map([
  ['/status', 'transaction.staysBooked'],
  ['/transactionAmount/currency', 'transaction.accountAmount'],
  ['/transactionAmount/amount', 'amount.signed'],
]);

/**
 * Ends a request whose command was not decided, or refused, as `requireDecided` does. Throws RequestError,
 * CONFLICT, for lack of funds and for a pending transaction of a payment.
 */
export function requireTransactionDecided(result: CommandResult<unknown>): void {
  if (result.is !== 'refused') return requireDecided(result);
  const { refused, path } = result.refusal;
  if (refused === 'FUNDS_NOT_AVAILABLE') {
    throw new RequestError([fault('CONFLICT', 'transaction.noFunds', path)]);
  }
  const text = texts.get(path);
  if (refused === 'FORMAT_ERROR' && text !== undefined) {
    throw new RequestError([fault(refused, text, path)]);
  }
  requireDecided(result, 'transaction.ofPayment');
}
