import type { DeclinedCredit, DeclineReason } from '../execution/execution-events.v1.js';
import type {
  PendingPosting,
  Posting,
  PostingTo,
  SignedAmount,
} from '../base/values/posting.v1.js';

/** The request of a TPP that made or changed something in the sandbox by hand. */
export interface MadeBy {
  /** A hash over TPP, route and X-Request-ID. */
  readonly request: string;
  /** The fingerprint of the request: a repeat has the same. */
  readonly content: string;
}

/** Events of `entry-<id>`: one journal entry. They are the storage format: never edit one, add a version. */
export type EntryEvent =
  | EntryReserved
  | EntryRefused
  | EntryBooked
  | EntryConfirmed
  | EntryReleased;

/** The debtor's money is reserved for the entry, or reserved again in another form: `reserved`. */
export interface EntryReserved {
  readonly type: 'EntryReserved';
  readonly data: {
    readonly entryId: string;
    readonly postings: readonly PostingTo<PendingPosting>[];
    /** SHA-256 over the canonical JSON of the postings, base64url: a repeat has the same. */
    readonly content: string;
    /** Credits of a transfer that were left out. */
    readonly declined?: readonly DeclinedCredit[];
    /** The transfer goes to a creditor of the sandbox whose payments are booked or confirmed late. */
    readonly delay?: TransferDelay;
    /** The request by hand in the sandbox that reserved it, or reserved it again in another form. */
    readonly by?: MadeBy;
    readonly at: string;
  };
}

/** How a transfer of the sandbox is late: booked after some seconds, or confirmed by the next run. */
export type TransferDelay = 'booking' | 'confirmation';

/**
 * The transfer cannot be made, and nothing can reserve or book the entry afterwards: `refused`. It follows
 * EntryReserved where an account was closed before the booking.
 */
export interface EntryRefused {
  readonly type: 'EntryRefused';
  readonly data: { readonly entryId: string; readonly reason: DeclineReason; readonly at: string };
}

/** The entry changed the balances of its accounts: `booked`. */
export interface EntryBooked {
  readonly type: 'EntryBooked';
  readonly data: {
    readonly entryId: string;
    /** One line per account and clearing account. The lines of each currency sum to zero. */
    readonly lines: readonly EntryLine[];
    /** As in `EntryReserved`; for a reserved entry over the dates of the booking. */
    readonly content: string;
    /** A correction that needed no funds. */
    readonly isForced?: true;
    /** The creditor's bank has not confirmed the transfer yet: EntryConfirmed follows. */
    readonly isUnconfirmed?: true;
    /** The request by hand in the sandbox that booked it. */
    readonly by?: MadeBy;
    readonly at: string;
  };
}

/** The creditor's bank confirmed a booked transfer: `booked`. */
export interface EntryConfirmed {
  readonly type: 'EntryConfirmed';
  readonly data: { readonly entryId: string; readonly at: string };
}

/** The sender gave the entry up, and nothing can reserve or book it afterwards: `released`. */
export interface EntryReleased {
  readonly type: 'EntryReleased';
  readonly data: { readonly entryId: string; readonly at: string };
}

/** What an entry does to the balance of a stream, in sum. */
export interface EntryLine extends SignedAmount {
  readonly stream: string;
}

/** Amounts are reserved, booked and released in the order of `sequence`, which only grows per account. */
interface AccountChange {
  /** The first number that the change takes; each posting of a booking takes one. */
  readonly sequence: number;
  readonly entryId: string;
  readonly at: string;
}

/** A reservation that has ended, and the number that it took. */
export interface EndedReservation {
  readonly sequence: number;
  readonly posting: PendingPosting;
}

interface Reserving extends AccountChange {
  readonly posting: PendingPosting;
  /** The streams of the entry besides this account and the entry itself. */
  readonly others: readonly string[];
}

interface Releasing extends AccountChange {
  readonly reservation: EndedReservation;
}

interface Booking extends AccountChange {
  /** 1 to 100; up to 502 for a transfer with a fee. */
  readonly postings: readonly Posting[];
  /** The reservation that ends with this booking. */
  readonly reservation?: EndedReservation;
  /** The booked balance after the postings, a decimal string. Older releases did not store it. */
  readonly balance?: string;
}

/** Events of `account-<id>` that come from entries. */
export type AccountLedgerEvent = AmountReserved | ReservationReleased | PostingsBooked;

/** An entry reserved an amount: a pending transaction, and less is available. */
export interface AmountReserved {
  readonly type: 'AmountReserved';
  readonly data: Reserving;
}

/** The entry was given up: the amount is available again. */
export interface ReservationReleased {
  readonly type: 'ReservationReleased';
  readonly data: Releasing;
}

/** An entry changed the balance: one transaction per posting. */
export interface PostingsBooked {
  readonly type: 'PostingsBooked';
  readonly data: Booking;
}

/** Events of `card-account-<id>` that come from entries. */
export type CardLedgerEvent = CardAmountReserved | CardReservationReleased | CardPostingsBooked;

/** An entry reserved an amount of the card: a pending transaction, and less is available. */
export interface CardAmountReserved {
  readonly type: 'CardAmountReserved';
  readonly data: Reserving;
}

/** The entry of a card was given up: the amount is available again. */
export interface CardReservationReleased {
  readonly type: 'CardReservationReleased';
  readonly data: Releasing;
}

/** An entry changed the balance of the card account: one transaction per posting. */
export interface CardPostingsBooked {
  readonly type: 'CardPostingsBooked';
  readonly data: Booking;
}

/** What an account has when it is carried forward, besides what its opening says. */
export interface CarriedStanding {
  /** The last number that a change of the account took; absent for none. */
  readonly sequence?: number;
  /** The last posting that changed the balance; absent without a booking. */
  readonly lastBooking?: { readonly entryId: string; readonly place: number; readonly at: string };
  /** The newest booked transaction, and the sum of its day; absent without a booking. */
  readonly newest?: {
    readonly entryId: string;
    readonly place: number;
    readonly day: string;
    readonly onDay: string;
  };
  /** How many postings were booked by hand; absent for none. */
  readonly bookedByHand?: number;
  /** Open reservations by entry id; absent for none. */
  readonly reservations?: Readonly<
    Record<
      string,
      { readonly amount: string; readonly sequence: number; readonly others: readonly string[] }
    >
  >;
  /** Bookings of days before this one may have left the books: YYYY-MM-DD. */
  readonly heldFrom: string;
}

/** Events of `clearing-<currency>-<account>`: the other side of what enters or leaves the bank. */
export type ClearingEvent = ClearingBooked;

/** An entry moved money between an account and the world outside the bank: `open`. Earlier releases wrote it; the lines of the entry have the same. */
export interface ClearingBooked {
  readonly type: 'ClearingBooked';
  readonly data: SignedAmount & { readonly entryId: string; readonly at: string };
}
