import type {
  AccountNumbers,
  Balance,
  CardAccountNumber,
  SignedAmount,
} from './account-data-replies.js';
import type { SandboxLinks } from './sandbox-replies.js';
import type { LinksTo, Remarks } from './message-replies.js';

/** An account of a party, at this bank or at another one. */
export interface PartyAccountReply {
  readonly iban?: string;
  readonly bban?: string;
  readonly maskedPan?: string;
  readonly currency?: string;
}

/** How one currency was exchanged for another. */
export interface CurrencyExchangeReply {
  readonly sourceCurrency: string;
  /** Units of the target currency for one unit of unitCurrency, as a decimal string. */
  readonly exchangeRate: string;
  readonly unitCurrency: string;
  readonly targetCurrency: string;
  /** @format date */
  readonly quotationDate: string;
  readonly contractIdentification?: string;
}

/** A structured reference. */
export interface RemittanceReferenceReply {
  readonly reference: string;
  readonly referenceType?: string;
  readonly referenceIssuer?: string;
}

/** Further references of a transaction, counted from 1 (specification 2.4). */
export type ProprietaryReferences = {
  readonly [
    Name in `additionalInformationProprietary${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9}`
  ]?: string;
};

/** The dates and the amount of a transaction. */
interface Movement extends ProprietaryReferences {
  /**
   * Absent while pending.
   *
   * @format date
   */
  readonly bookingDate?: string;
  /**
   * While pending: the day of the reservation, by which dateFrom and dateTo filter.
   *
   * @format date
   */
  readonly valueDate?: string;
  /** In the currency of the account; a debit has a minus sign. */
  readonly transactionAmount: SignedAmount;
  readonly currencyExchange?: readonly CurrencyExchangeReply[];
  readonly proprietaryBankTransactionCode?: string;
  /** With the fix transaction-details-endpoint. */
  readonly _links?: LinksTo<'transactionDetails'>;
}

/** The balance of an account after a transaction. */
export interface BalanceAfterReply {
  readonly balanceAmount: SignedAmount;
  readonly balanceType: 'interimBooked';
  /**
   * The booking date.
   *
   * @format date
   */
  readonly referenceDate?: string;
}

/** A transaction of an account. */
export interface TransactionReply extends Movement {
  /** Stable once the transaction is booked. */
  readonly transactionId: string;
  /** Of a booked one: its reference, or its number on the account. */
  readonly entryReference?: string;
  /** Of a booked one, in the order of the bookings. Absent for one that an older release booked. */
  readonly balanceAfterTransaction?: BalanceAfterReply;
  readonly endToEndId?: string;
  readonly mandateId?: string;
  readonly checkId?: string;
  readonly creditorId?: string;
  readonly batchIndicator?: boolean;
  /** @asType integer */
  readonly batchNumberOfTransactions?: number;
  readonly creditorName?: string;
  readonly creditorAccount?: PartyAccountReply;
  /** BIC. */
  readonly creditorAgent?: string;
  readonly ultimateCreditor?: string;
  readonly debtorName?: string;
  readonly debtorAccount?: PartyAccountReply;
  /** BIC. */
  readonly debtorAgent?: string;
  readonly ultimateDebtor?: string;
  readonly remittanceInformationUnstructured?: string;
  readonly remittanceInformationUnstructuredArray?: readonly string[];
  readonly remittanceInformationStructured?: string;
  readonly remittanceInformationStructuredArray?: readonly RemittanceReferenceReply[];
  readonly additionalInformation?: string;
  readonly purposeCode?: string;
  /** Domain, family and subfamily (ISO 20022). */
  readonly bankTransactionCode?: string;
}

/** The place of a card acceptor. */
export interface CardAcceptorAddressReply {
  readonly street?: string;
  readonly buildingNumber?: string;
  readonly postalCode?: string;
  readonly townName?: string;
  readonly country: string;
}

/** A transaction of a card account. */
export interface CardTransactionReply extends Movement {
  /** Stable once the transaction is booked. */
  readonly cardTransactionId: string;
  readonly terminalId?: string;
  /** @format date */
  readonly transactionDate?: string;
  /** @format date-time */
  readonly acceptorTransactionDateTime?: string;
  /** In the currency of the acceptor. */
  readonly originalAmount?: SignedAmount;
  readonly grandTotalAmount?: SignedAmount;
  readonly markupFee?: SignedAmount;
  readonly markupFeePercentage?: string;
  readonly cardAcceptorId?: string;
  readonly cardAcceptorAddress?: CardAcceptorAddressReply;
  readonly cardAcceptorPhone?: string;
  /** ISO 18245. */
  readonly merchantCategoryCode?: string;
  readonly maskedPAN?: string;
  readonly transactionDetails?: string;
  readonly invoiced?: boolean;
}

/** The pages of a read. */
type PageLinks = LinksTo<'account' | 'first' | 'next' | 'previous'>;

/** A page of the transactions of an account. */
export interface TransactionsReply extends Remarks {
  readonly account: AccountNumbers;
  readonly transactions: {
    /** Unless only pending ones are asked for. The newest first. */
    readonly booked?: readonly TransactionReply[];
    /** Unless only booked ones are asked for. The newest first. */
    readonly pending?: readonly TransactionReply[];
    readonly _links: PageLinks;
  };
  /** With `withBalance=true`. */
  readonly balances?: readonly Balance[];
}

/** A transaction of an account with all that the bank knows of it. */
export interface TransactionDetailsReply extends Remarks {
  readonly transactionsDetails: TransactionReply;
  /**
   * The same under its former name, which leaves with the next release.
   *
   * @deprecated
   */
  readonly transactionDetails: TransactionReply;
}

/** A page of the transactions of a card account. */
export interface CardTransactionsReply extends Remarks {
  readonly cardAccount: CardAccountNumber;
  /** False: debits have a minus sign. */
  readonly debitAccounting: false;
  readonly cardTransactions: {
    /** Unless only pending ones are asked for. The newest first. */
    readonly booked?: readonly CardTransactionReply[];
    /** Unless only booked ones are asked for. The newest first. */
    readonly pending?: readonly CardTransactionReply[];
    readonly _links: PageLinks;
  };
  /** With `withBalance=true`. */
  readonly balances?: readonly Balance[];
}

/** A transaction of a test account, as its lists show it. */
export interface SandboxTransaction extends Omit<TransactionReply, '_links'> {
  /** A pending one has neither a booking date nor a value date. */
  readonly status: 'booked' | 'pending';
  readonly _links: SandboxLinks;
}

/** A transaction of a test card account, as its lists show it. */
export interface SandboxCardTransaction extends Omit<CardTransactionReply, '_links'> {
  /** The id in the path of the transaction. */
  readonly transactionId: string;
  /** A pending one has neither a booking date nor a value date. */
  readonly status: 'booked' | 'pending';
  readonly _links: SandboxLinks;
}

/** A transaction of a card account with all that the bank knows of it. */
export interface CardTransactionDetailsReply extends Remarks {
  readonly cardTransactionDetails: CardTransactionReply;
}
