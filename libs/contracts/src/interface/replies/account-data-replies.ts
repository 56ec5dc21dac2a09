import type { AccountKind } from '../../base/codes/account-kinds.js';
import type { LinksTo, Remarks } from './message-replies.js';

/** An amount with its sign. */
export interface SignedAmount {
  /** ISO 4217. */
  readonly currency: string;
  /**
   * A decimal string; a debit has a minus sign.
   *
   * @pattern ^-?\d+(\.\d+)?$
   */
  readonly amount: string;
}

/** One balance of an account. */
export interface Balance {
  readonly balanceAmount: SignedAmount;
  /**
   * `interimBooked` is what is booked, `interimAvailable` what can be spent, `closingBooked` what was booked at
   * the end of its day in Oslo.
   */
  readonly balanceType: 'interimAvailable' | 'interimBooked' | 'closingBooked';
  /** Of a card account: whether the credit limit is part of the balance. */
  readonly creditLimitIncluded?: boolean;
  /**
   * The day of the balance.
   *
   * @format date
   */
  readonly referenceDate: string;
  /**
   * When a booking changed the balance last.
   *
   * @format date-time
   */
  readonly lastChangeDateTime?: string;
  /** transactionId of the newest booked transaction. */
  readonly lastCommittedTransaction?: string;
}

/** An account by its numbers. */
export interface AccountNumbers {
  /** ISO 13616. */
  readonly iban: string;
  /** Norwegian account number. */
  readonly bban: string;
  /** ISO 4217. */
  readonly currency: string;
}

/** A card account by the masked number of its card. */
export interface CardAccountNumber {
  /** The number of the card, masked. */
  readonly maskedPan: string;
  /** ISO 4217. */
  readonly currency: string;
}

/** What accounts and card accounts have alike. */
interface AccountFacts {
  /** Opaque; another TPP gets another id for the same account. */
  readonly resourceId: string;
  /**
   * The name of the account.
   *
   * @maxLength 70
   */
  readonly name: string;
  /**
   * The product under which the bank sells it.
   *
   * @maxLength 35
   */
  readonly product: string;
  readonly status: 'enabled' | 'blocked';
  /** PRIV for a person's own account, ORGA for an account of an organisation. */
  readonly usage: 'PRIV' | 'ORGA';
  /** A person or an organisation. */
  readonly ownerName: string;
  /** With `withBalance=true`. */
  readonly balances?: readonly Balance[];
  readonly _links: LinksTo<'balances' | 'transactions'>;
}

/** An account that the PSU consented to. */
export interface AccountReply extends AccountFacts, AccountNumbers {
  /** BIC of the bank. */
  readonly bic?: string;
  /** What the account is for (ISO 20022 ExternalCashAccountType1Code). */
  readonly cashAccountType: AccountKind;
}

/** The accounts of the consent. */
export interface AccountsReply extends Remarks {
  readonly accounts: readonly AccountReply[];
}

/** One account of the consent. */
export interface OneAccountReply extends Remarks {
  readonly account: AccountReply;
}

/** The balances of an account. */
export interface BalancesReply extends Remarks {
  readonly account: AccountNumbers;
  readonly balances: readonly Balance[];
}

/** A card account that the PSU consented to. */
export interface CardAccountReply extends AccountFacts, CardAccountNumber {
  /** False: debits have a minus sign. */
  readonly debitAccounting: false;
  readonly creditLimit: SignedAmount;
}

/** The card accounts of the consent. */
export interface CardAccountsReply extends Remarks {
  readonly cardAccounts: readonly CardAccountReply[];
}

/** One card account of the consent. */
export interface OneCardAccountReply extends Remarks {
  readonly cardAccount: CardAccountReply;
}

/** The balances of a card account. */
export interface CardBalancesReply extends Remarks {
  readonly cardAccount: CardAccountNumber;
  /** False: debits have a minus sign. */
  readonly debitAccounting: false;
  readonly balances: readonly Balance[];
}

/** Whether an account has the funds for an amount. */
export interface FundsReply {
  readonly fundsAvailable: boolean;
}
