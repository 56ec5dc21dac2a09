import type { AccountKind } from '../base/codes/account-kinds.js';
import type { Currency } from '../base/codes/currencies.js';
import type { PendingPosting, Posting } from '../base/values/posting.v1.js';

/*
 * What the bank's core tells of accounts and cards (docs/adr/0036 and 0060). The core may be of another release: never
 * change a message, add one with a new name.
 */

/** An account as the core knows it now, without its balance. */
export interface AccountReport {
  /**
   * a UUID, of which the bank makes the id that a TPP sees
   *
   * @pattern ^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$
   */
  readonly accountId: string;
  /** @pattern ^[A-Za-z0-9_-]{1,64}$ */
  readonly ownerId: string;
  /**
   * a Norwegian account number; the bank makes the IBAN from it
   *
   * @pattern ^[0-9]{11}$
   */
  readonly bban: string;
  readonly currency: Currency;
  /**
   * @minLength 1
   * @maxLength 70
   */
  readonly name: string;
  readonly kind: AccountKind;
  /**
   * the balance before the first reported entry; only the first report of an account counts
   *
   * @pattern ^-?(?!(?:[.]?[0-9]){19})(?:0|[1-9][0-9]{0,17})(?:[.][0-9]{1,5})?$
   */
  readonly openingBalance: string;
  readonly hasEnded?: true;
}

/** The core reports an account: all of it, at first and after each change. */
export interface AccountReported {
  readonly type: 'AccountReported';
  readonly data: AccountReport;
}

/** What was booked together on one account. */
export interface BookedTogether {
  /**
   * the core's id of the entry; an entry on two accounts is reported for each of them
   *
   * @pattern ^[A-Za-z0-9_-]{1,64}$
   */
  readonly entryId: string;
  /**
   * @minItems 1
   * @maxItems 100
   */
  readonly postings: readonly Posting[];
  /**
   * the booked balance after the entry: another sum shows that an entry is missing
   *
   * @pattern ^-?(?!(?:[.]?[0-9]){19})(?:0|[1-9][0-9]{0,17})(?:[.][0-9]{1,5})?$
   */
  readonly balanceAfter?: string;
}

/** What was booked together on an account. */
export interface EntryReport extends BookedTogether {
  /**
   * a UUID, of which the bank makes the id that a TPP sees
   *
   * @pattern ^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$
   */
  readonly accountId: string;
}

/** The core reports a booked entry. A correction is an entry with the opposite amounts. */
export interface EntryReported {
  readonly type: 'EntryReported';
  readonly data: EntryReport;
}

/** What was booked together on a card account. */
export interface CardEntryReport extends BookedTogether {
  /**
   * a UUID, of which the bank makes the id that a TPP sees
   *
   * @pattern ^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$
   */
  readonly cardAccountId: string;
}

/** The core reports a booked entry of a card account. */
export interface CardEntryReported {
  readonly type: 'CardEntryReported';
  readonly data: CardEntryReport;
}

/** How far the balance of an account may go below zero. */
export interface CreditLimitReport {
  /**
   * a UUID, of which the bank makes the id that a TPP sees
   *
   * @pattern ^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$
   */
  readonly accountId: string;
  /**
   * in the currency of the account; zero for not at all
   *
   * @pattern ^(?!(?:[.]?[0-9]){19})(?:0|[1-9][0-9]{0,17})(?:[.][0-9]{1,5})?$
   */
  readonly creditLimit: string;
}

/** The core reports the credit limit of an account: at first, where there is one, and after each change. */
export interface CreditLimitReported {
  readonly type: 'CreditLimitReported';
  readonly data: CreditLimitReport;
}

/** A card account as the core knows it now, without its balance. */
export interface CardAccountReport {
  /**
   * a UUID, of which the bank makes the id that a TPP sees
   *
   * @pattern ^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$
   */
  readonly cardAccountId: string;
  /** @pattern ^[A-Za-z0-9_-]{1,64}$ */
  readonly ownerId: string;
  /**
   * the number of the card, of which at least six digits are masked
   *
   * @pattern ^[0-9]{0,6}[*Xx]{6,13}[0-9]{0,4}$
   */
  readonly maskedPan: string;
  readonly currency: Currency;
  /**
   * @minLength 1
   * @maxLength 70
   */
  readonly name: string;
  /**
   * the name under which the bank sells the card
   *
   * @minLength 1
   * @maxLength 35
   */
  readonly product?: string;
  /**
   * how far the balance may go below zero
   *
   * @pattern ^(?!(?:[.]?[0-9]){19})(?:0|[1-9][0-9]{0,17})(?:[.][0-9]{1,5})?$
   */
  readonly creditLimit: string;
  /**
   * the balance before the first reported entry, below zero for a debt; only the first report counts
   *
   * @pattern ^-?(?!(?:[.]?[0-9]){19})(?:0|[1-9][0-9]{0,17})(?:[.][0-9]{1,5})?$
   */
  readonly openingBalance: string;
  readonly hasEnded?: true;
}

/** The core reports a card account: all of it, at first and after each change. */
export interface CardAccountReported {
  readonly type: 'CardAccountReported';
  readonly data: CardAccountReport;
}

/** What is reserved on one account and not booked yet. */
export interface Pending {
  /**
   * the core's id of the entry; that of the booked entry, where the core has one id for both
   *
   * @pattern ^[A-Za-z0-9_-]{1,64}$
   */
  readonly entryId: string;
  readonly posting: PendingPosting;
}

/** What is reserved on an account. */
export interface PendingReport extends Pending {
  /**
   * a UUID, of which the bank makes the id that a TPP sees
   *
   * @pattern ^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$
   */
  readonly accountId: string;
}

/** The core reports a reserved debit of an account: all of it, at first and after each change. */
export interface PendingReported {
  readonly type: 'PendingReported';
  readonly data: PendingReport;
}

/** What is reserved on a card account. */
export interface CardPendingReport extends Pending {
  /**
   * a UUID, of which the bank makes the id that a TPP sees
   *
   * @pattern ^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$
   */
  readonly cardAccountId: string;
}

/** The core reports a reserved debit of a card account: all of it, at first and after each change. */
export interface CardPendingReported {
  readonly type: 'CardPendingReported';
  readonly data: CardPendingReport;
}

/** What is not reserved on an account any more. */
export interface PendingEndReport {
  /**
   * a UUID, of which the bank makes the id that a TPP sees
   *
   * @pattern ^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$
   */
  readonly accountId: string;
  /** @pattern ^[A-Za-z0-9_-]{1,64}$ */
  readonly entryId: string;
}

/** The core reports that a reservation has ended. The booking of an entry with the same id ends it, too. */
export interface PendingEnded {
  readonly type: 'PendingEnded';
  readonly data: PendingEndReport;
}

/** What is not reserved on a card account any more. */
export interface CardPendingEndReport {
  /**
   * a UUID, of which the bank makes the id that a TPP sees
   *
   * @pattern ^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$
   */
  readonly cardAccountId: string;
  /** @pattern ^[A-Za-z0-9_-]{1,64}$ */
  readonly entryId: string;
}

/** The core reports that a reservation of a card account has ended. */
export interface CardPendingEnded {
  readonly type: 'CardPendingEnded';
  readonly data: CardPendingEndReport;
}

/** What the core writes of accounts and cards; each has the stream of its account as key. */
export type CoreAccountReport =
  | AccountReported
  | CreditLimitReported
  | EntryReported
  | PendingReported
  | PendingEnded
  | CardAccountReported
  | CardEntryReported
  | CardPendingReported
  | CardPendingEnded;
