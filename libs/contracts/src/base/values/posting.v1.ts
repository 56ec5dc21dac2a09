/** An exact amount: a decimal string with a minus sign for a debit, in its currency. */
export interface SignedAmount {
  readonly currency: string;
  readonly amount: string;
}

/** The account of a party of a transaction, at this bank or at another one. */
export interface PartyAccount {
  readonly iban?: string;
  readonly bban?: string;
  readonly maskedPan?: string;
  readonly currency?: string;
}

/** How one currency was exchanged for another (Berlin Group, currencyExchange). */
export interface CurrencyExchange {
  readonly sourceCurrency: string;
  /** Decimal string: units of the target currency per unit of `unitCurrency`. */
  readonly exchangeRate: string;
  readonly unitCurrency: string;
  readonly targetCurrency: string;
  /** YYYY-MM-DD */
  readonly quotationDate: string;
  readonly contractIdentification?: string;
}

/** A structured reference of a payment (Berlin Group, remittanceInformationStructured). */
export interface RemittanceReference {
  readonly reference: string;
  readonly referenceType?: string;
  readonly referenceIssuer?: string;
}

/** Where and how a card was used (Berlin Group, cardTransaction). */
export interface CardUse {
  /** The id that the one who made the transaction by hand gave it. Absent: the bank's own. */
  readonly cardTransactionId?: string;
  readonly terminalId?: string;
  /** YYYY-MM-DD */
  readonly transactionDate?: string;
  /** ISO 8601 */
  readonly acceptorTransactionDateTime?: string;
  /** What the holder paid at the acceptor, in the acceptor's currency. */
  readonly originalAmount?: SignedAmount;
  readonly grandTotalAmount?: SignedAmount;
  readonly markupFee?: SignedAmount;
  readonly markupFeePercentage?: string;
  readonly cardAcceptorId?: string;
  readonly cardAcceptorAddress?: CardAcceptorAddress;
  readonly cardAcceptorPhone?: string;
  /** As a rule four digits. Source: ISO 18245. */
  readonly merchantCategoryCode?: string;
  readonly maskedPan?: string;
  readonly transactionDetails?: string;
  readonly invoiced?: boolean;
}

/** Where the acceptor of a card is. */
export interface CardAcceptorAddress {
  readonly street?: string;
  readonly buildingNumber?: string;
  readonly postalCode?: string;
  readonly townName?: string;
  readonly country: string;
}

/**
 * What a statement says of a transaction besides its amount, dates and status: the parties, the references
 * and the use of the card. Source: Berlin Group, transactionDetails and cardTransaction.
 */
export interface PostingDetails {
  readonly entryReference?: string;
  readonly endToEndId?: string;
  readonly mandateId?: string;
  readonly checkId?: string;
  readonly creditorId?: string;
  readonly batchIndicator?: boolean;
  readonly batchNumberOfTransactions?: number;
  readonly creditorName?: string;
  readonly creditorAccount?: PartyAccount;
  readonly creditorAgent?: string;
  readonly ultimateCreditor?: string;
  readonly debtorName?: string;
  readonly debtorAccount?: PartyAccount;
  readonly debtorAgent?: string;
  readonly ultimateDebtor?: string;
  readonly remittanceInformationUnstructured?: string;
  readonly remittanceInformationUnstructuredArray?: readonly string[];
  readonly remittanceInformationStructured?: string;
  readonly remittanceInformationStructuredArray?: readonly RemittanceReference[];
  readonly additionalInformation?: string;
  /** The values of additionalInformationProprietary1, additionalInformationProprietary2 and so on. */
  readonly additionalInformationProprietary?: readonly string[];
  readonly purposeCode?: string;
  /** Domain, family and subfamily. Source: ISO 20022, external code sets. */
  readonly bankTransactionCode?: string;
  readonly proprietaryBankTransactionCode?: string;
  readonly currencyExchange?: readonly CurrencyExchange[];
  readonly card?: CardUse;
}

/** What an entry does to the balance of one account. */
export interface Posting extends SignedAmount {
  /** YYYY-MM-DD in Oslo. */
  readonly bookingDate: string;
  /** YYYY-MM-DD in Oslo. */
  readonly valueDate: string;
  readonly details: PostingDetails;
}

/** What an entry will do to the balance of one account once it is booked. */
export interface PendingPosting extends SignedAmount {
  /** The day of the reservation, YYYY-MM-DD in Oslo. */
  readonly date: string;
  readonly details: PostingDetails;
}

/** A posting, and the stream of its account: `account-<id>` or `card-account-<id>`. */
export type PostingTo<Kind extends Posting | PendingPosting> = Kind & { readonly account: string };
