import type { TransactionByHand } from '@nordgate/contracts/commands';
import type { Posting, PostingDetails } from '@nordgate/contracts/events';
import type {
  SandboxCardTransactionBody,
  SandboxMovement,
  SandboxTransactionBody,
} from '@nordgate/contracts/http';
import type { SandboxTransactionView, TransactionView } from '@nordgate/contracts/queries';
import { dayInOslo } from '@nordgate/contracts/rules';
import type { TextKey } from '@nordgate/contracts/texts';
import { defined } from '@nordgate/decider';
import type { CommandResult } from '@nordgate/messaging';
import { fault, RequestError } from '../../reply/request-error.js';
import { requireDecided, unknownInSandbox } from './by-hand.js';

/** The transaction of a faultless body. Days that the body leaves out are today in Oslo. */
export function transactionByHand(body: SandboxTransactionBody, now: Date): TransactionByHand {
  const { movement, details } = partsOf(body);
  return made(movement, details, now);
}

/** The same of a card account. */
export function cardTransactionByHand(
  body: SandboxCardTransactionBody,
  now: Date,
): TransactionByHand {
  const { movement, details } = partsOf(body);
  const { currencyExchange, proprietaryBankTransactionCode, ...others } = details;
  const { additionalInformationProprietary, ...card } = others;
  const named = {
    currencyExchange,
    proprietaryBankTransactionCode,
    additionalInformationProprietary,
  };
  return made(movement, { card, ...defined(named) }, now);
}

type Movement = Pick<SandboxMovement, 'transactionAmount' | 'status' | 'bookingDate' | 'valueDate'>;

function made(
  { transactionAmount, status = 'booked', bookingDate, valueDate }: Movement,
  details: PostingDetails,
  now: Date,
): TransactionByHand {
  const today = dayInOslo(now);
  const posting = { ...transactionAmount, details };
  if (status === 'pending') return { status, posting: { ...posting, date: today } };
  const booked = bookingDate ?? today;
  return { status, posting: { ...posting, bookingDate: booked, valueDate: valueDate ?? booked } };
}

const proprietaryName = /^additionalInformationProprietary(\d)$/u;

/** The movement of a body, and its details; the bank's further references become a list. */
function partsOf<Body extends SandboxMovement>(body: Body) {
  const { transactionAmount, status, bookingDate, valueDate, ...others } = body;
  const movement = { transactionAmount, ...defined({ status, bookingDate, valueDate }) };
  const values: string[] = [];
  const named = Object.entries(others).filter(([name, value]) => {
    const place = Number(proprietaryName.exec(name)?.[1] ?? 0);
    if (place > 0 && typeof value === 'string') values[place - 1] = value;
    return place === 0;
  });
  const details = Object.fromEntries(named) as Details<Body>;
  // References that are left out before others are empty.
  const references = Array.from(values, (value: string | undefined) => value ?? '');
  const further = references.length === 0 ? {} : { additionalInformationProprietary: references };
  return { movement, details: { ...details, ...further } };
}

type Details<Body> = Omit<Body, keyof Movement | `additionalInformationProprietary${number}`> & {
  readonly additionalInformationProprietary?: readonly string[];
};

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
 * CONFLICT, for lack of funds and for a pending transaction of a payment; the path is where the body has
 * the member.
 */
export function requireTransactionDecided(
  result: CommandResult<unknown>,
  sent: readonly object[] = [],
  isList = false,
): void {
  if (result.is !== 'refused') return requireDecided(result);
  const { refused, path: refusedAt } = result.refusal;
  const { path, rest } = sentPathOf(refusedAt, sent, isList);
  if (refused === 'FUNDS_NOT_AVAILABLE') {
    throw new RequestError([fault('CONFLICT', 'transaction.noFunds', path)]);
  }
  const text = texts.get(rest);
  if (refused === 'FORMAT_ERROR' && text !== undefined) {
    throw new RequestError([fault(refused, text, path)]);
  }
  requireDecided(result, 'transaction.ofPayment');
}

/** Where a body has the member of a refusal: a list has the place before it, and the flat shape no object. */
function sentPathOf(refusedAt: string | undefined, sent: readonly object[], isList: boolean) {
  if (refusedAt === undefined) return { path: undefined, rest: undefined };
  const [, place = '', rest = refusedAt] = /^(\/\d+)(\/.*)$/u.exec(refusedAt) ?? [];
  const own = sent[Number(place.slice(1))] ?? {};
  const isFlat = Object.hasOwn(own, 'amount');
  const member = isFlat ? rest.replace('/transactionAmount', '') : rest;
  return { path: isList ? `${place}${member}` : member, rest };
}
