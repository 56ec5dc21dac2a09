import type { AccountCommands } from '@nordgate/contracts/commands';
import type {
  AccountOpened,
  CardAccountOpened,
  PendingPosting,
  Posting,
  PostingDetails,
  PostingTo,
} from '@nordgate/contracts/events';
import type { CommandOf } from '@nordgate/decider';

/** The account of the golden files, as its first release opened it. */
export const opened: AccountOpened = {
  type: 'AccountOpened',
  data: {
    accountId: '22c13739-7c83-556c-9bea-97e6e470a837',
    ownerId: 'e9407f10-a233-5ffb-858e-ba990014447a',
    bban: '99991200017',
    iban: 'NO5399991200017',
    currency: 'NOK',
    name: 'Brukskonto',
    openingBalance: '25000.00',
    at: '2026-11-20T10:00:00.000Z',
  },
};

/** A card account with a credit limit of 1,000. */
export const cardOpened: CardAccountOpened = {
  type: 'CardAccountOpened',
  data: {
    cardAccountId: 'card-1',
    ownerId: 'e9407f10-a233-5ffb-858e-ba990014447a',
    maskedPan: '999999xxxxxx0014',
    currency: 'NOK',
    name: 'Kredittkort',
    creditLimit: '1000.00',
    generation: 1,
    at: '2026-11-20T10:00:00.000Z',
  },
};

/** The event that opens an account with a balance, in a currency and a generation. */
export function anAccount(
  accountId: string,
  change: Partial<AccountOpened['data']> = {},
): AccountOpened {
  return { type: 'AccountOpened', data: { ...opened.data, accountId, ...change } };
}

export const day = '2026-11-20';
const meta = { at: '2026-11-20T12:00:00.000Z', actor: 'system:test' };
let lastId = 0;

/** Each command has another id: a repeat is recognised by its entry. */
function toOwner<Type extends keyof AccountCommands>(type: Type, stream: string, data: object) {
  lastId += 1;
  return { type, id: `command-${String(lastId)}`, stream, data, meta } as CommandOf<
    AccountCommands,
    Type
  >;
}

/** A posting of a booking. */
export function posting(
  account: string,
  amount: string,
  change: Partial<Posting> = {},
): PostingTo<Posting> {
  const dates = { bookingDate: day, valueDate: day };
  return { account, currency: 'NOK', amount, ...dates, details: {}, ...change };
}

/** A posting of a reservation. */
export function pending(
  account: string,
  amount: string,
  details: PostingDetails = {},
): PostingTo<PendingPosting> {
  return { account, currency: 'NOK', amount, date: day, details };
}

export function toReserve(entryId: string, ...postings: readonly PostingTo<PendingPosting>[]) {
  return toOwner('ReserveEntry', postings[0]?.account ?? '', { entryId, postings });
}

export function toBook(entryId: string, ...postings: readonly PostingTo<Posting>[]) {
  return toOwner('BookEntry', postings[0]?.account ?? '', { entryId, postings });
}

export function toForce(entryId: string, ...postings: readonly PostingTo<Posting>[]) {
  return toOwner('BookEntry', postings[0]?.account ?? '', { entryId, postings, isForced: true });
}

export function toBookReserved(entryId: string, account: string, bookingDate = day) {
  return toOwner('BookReservedEntry', account, { entryId, bookingDate, valueDate: bookingDate });
}

export function toRelease(entryId: string, account: string) {
  return toOwner('ReleaseEntry', account, { entryId });
}

/** What a payment to another bank says on the statement. */
export const aPayment: PostingDetails = {
  endToEndId: 'invoice-1',
  creditorName: 'Kraftverket AS',
  creditorAccount: { bban: '15030088880' },
  debtorName: 'Sandbox Person Én',
  debtorAccount: { iban: 'NO5399991200017', bban: '99991200017' },
  remittanceInformationUnstructured: 'November',
  bankTransactionCode: 'PMNT-ICDT-DMCT',
  additionalInformationProprietary: ['4711'],
};

/** What a purchase abroad says on the statement of the card. */
export const aPurchase: PostingDetails = {
  card: {
    transactionDate: day,
    originalAmount: { currency: 'EUR', amount: '-20.00' },
    cardAcceptorId: '0000123',
    cardAcceptorAddress: { townName: 'Lisboa', country: 'PT' },
    merchantCategoryCode: '5812',
  },
  currencyExchange: [
    {
      sourceCurrency: 'EUR',
      exchangeRate: '11.75',
      unitCurrency: 'EUR',
      targetCurrency: 'NOK',
      quotationDate: day,
    },
  ],
};
