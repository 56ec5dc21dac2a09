import type { CardTransactionReply, TransactionReply } from '@nordgate/contracts/http';
import type { PostingDetails } from '@nordgate/contracts/events';
import type { TransactionView } from '@nordgate/contracts/queries';
import { defined } from '@nordgate/decider';

/** How transactions are listed. */
export interface Listing {
  /** The path of the account's transactions. */
  readonly path: string;
  /** Whether details stand at the endpoint of the transaction only (x-accept-fix). */
  readonly movesDetails: boolean;
}

/** References beyond this number are not shown: the description of the interface names each. */
const proprietaryMax = 9;

/** A transaction with all that the bank knows of it, in Berlin Group's form (transactions). */
export function transactionReplyOf(view: TransactionView): Omit<TransactionReply, '_links'> {
  const { details, transactionId, sequence, currency, balanceAfter } = view;
  return {
    transactionId,
    ...movementOf(view),
    ...defined({
      // A reference of the bookkeeping, if the entry brought one, names it better than its number.
      entryReference: sequence === undefined ? undefined : String(sequence),
      balanceAfterTransaction:
        balanceAfter === undefined
          ? undefined
          : balanceAfterOf(view.bookingDate, currency, balanceAfter),
    }),
    ...namedAlike(details),
    ...proprietaryOf(details),
  };
}

function balanceAfterOf(referenceDate: string | undefined, currency: string, amount: string) {
  return {
    balanceAmount: { currency, amount },
    balanceType: 'interimBooked' as const,
    ...defined({ referenceDate }),
  };
}

/** The details that have the same names in the framework. */
function namedAlike({
  card: _card,
  additionalInformationProprietary: _further,
  ...named
}: PostingDetails) {
  return named;
}

/** A transaction of a card account, in Berlin Group's form (cardTransaction). */
export function cardTransactionReplyOf(view: TransactionView): CardTransactionReply {
  const { details, transactionId: cardTransactionId } = view;
  const { card = {}, currencyExchange, proprietaryBankTransactionCode } = details;
  const { maskedPan: maskedPAN, transactionDetails, ...use } = card;
  return {
    cardTransactionId,
    ...movementOf(view),
    ...use,
    ...defined({
      maskedPAN,
      transactionDetails: transactionDetails ?? details.additionalInformation,
      currencyExchange,
      proprietaryBankTransactionCode,
    }),
    ...proprietaryOf(details),
  };
}

/** A transaction as its list shows it. */
export function listedTransactionOf(view: TransactionView, listing: Listing): TransactionReply {
  const whole = transactionReplyOf(view);
  if (!listing.movesDetails) return whole;
  const { transactionId, entryReference, endToEndId, bookingDate, valueDate } = whole;
  const { transactionAmount, creditorName, debtorName, bankTransactionCode } = whole;
  const { remittanceInformationUnstructured, balanceAfterTransaction } = whole;
  return {
    transactionId,
    transactionAmount,
    ...defined({ entryReference, endToEndId, bookingDate, valueDate }),
    ...defined({ creditorName, debtorName, remittanceInformationUnstructured }),
    ...defined({ bankTransactionCode, balanceAfterTransaction }),
    _links: detailsLink(listing, transactionId),
  };
}

/** A transaction of a card account as its list shows it. */
export function listedCardTransactionOf(
  view: TransactionView,
  listing: Listing,
): CardTransactionReply {
  const whole = cardTransactionReplyOf(view);
  if (!listing.movesDetails) return whole;
  const { cardTransactionId, transactionAmount, originalAmount, maskedPAN } = whole;
  const { transactionDate, bookingDate, valueDate, transactionDetails, invoiced } = whole;
  return {
    cardTransactionId,
    transactionAmount,
    ...defined({ originalAmount, maskedPAN, transactionDate, bookingDate, valueDate }),
    ...defined({ transactionDetails, invoiced }),
    _links: detailsLink(listing, cardTransactionId),
  };
}

function movementOf({ bookingDate, valueDate, currency, amount }: TransactionView) {
  return { transactionAmount: { currency, amount }, ...defined({ bookingDate, valueDate }) };
}

/** additionalInformationProprietary1, additionalInformationProprietary2 and so on. */
function proprietaryOf({ additionalInformationProprietary: values = [] }: PostingDetails) {
  const members = values
    .slice(0, proprietaryMax)
    .map((value, at) => [`additionalInformationProprietary${String(at + 1)}`, value] as const)
    .filter(([, value]) => value !== '');
  return Object.fromEntries(members);
}

function detailsLink({ path }: Listing, transactionId: string) {
  return { transactionDetails: { href: `${path}/${transactionId}`, verbs: ['GET'] } } as const;
}
