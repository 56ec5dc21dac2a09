import { defined } from '@nordgate/decider';
import type { PostingDetails } from '@nordgate/contracts/events';
import type { TransactionView } from '@nordgate/contracts/queries';
import {
  cardTransactionReplyOf,
  listedCardTransactionOf,
  listedTransactionOf,
  transactionReplyOf,
} from './transaction-replies.js';

/** Every member but those that other cases look at. */
const details: PostingDetails = {
  ...{ entryReference: 'e', endToEndId: 'end', mandateId: 'm', checkId: 'k', creditorId: 'c' },
  ...{ batchIndicator: true, batchNumberOfTransactions: 3, creditorName: 'Kreditor' },
  ...{ creditorAccount: { iban: 'NO5399991200017' }, creditorAgent: 'NGATNOK0' },
  ...{ ultimateCreditor: 'u', debtorName: 'Kari', debtorAccount: { bban: '99991200025' } },
  ...{ debtorAgent: 'NGATNOK0', ultimateDebtor: 'v', purposeCode: 'SALA' },
  ...{ remittanceInformationUnstructured: 'text', additionalInformation: 'more' },
  remittanceInformationUnstructuredArray: ['text'],
  remittanceInformationStructured: 'RF1',
  remittanceInformationStructuredArray: [{ reference: 'RF1' }],
  ...{ bankTransactionCode: 'PMNT-RCDT-ESCT', proprietaryBankTransactionCode: 'GIRO' },
};
const exchange = {
  ...{ sourceCurrency: 'EUR', exchangeRate: '11.50', unitCurrency: 'EUR' },
  ...{ targetCurrency: 'NOK', quotationDate: '2026-11-19' },
};
const booked: TransactionView = {
  ...{ transactionId: 'tx-1', status: 'booked', entryId: 'entry-1' },
  ...{ currency: 'NOK', amount: '-125.50', bookingDate: '2026-11-20', valueDate: '2026-11-21' },
  details,
};
const movement = {
  transactionAmount: { currency: 'NOK', amount: '-125.50' },
  ...{ bookingDate: '2026-11-20', valueDate: '2026-11-21' },
};
const bought: TransactionView = {
  ...booked,
  details: {
    currencyExchange: [exchange],
    proprietaryBankTransactionCode: 'CARD',
    card: {
      ...{ terminalId: 't', transactionDate: '2026-11-19', invoiced: false },
      acceptorTransactionDateTime: '2026-11-19T12:00:00Z',
      originalAmount: { currency: 'EUR', amount: '-10.00' },
      grandTotalAmount: { currency: 'NOK', amount: '-125.50' },
      ...{ markupFee: { currency: 'NOK', amount: '-2.50' }, markupFeePercentage: '2.00' },
      ...{ cardAcceptorId: 'shop', cardAcceptorPhone: '+4712345678' },
      cardAcceptorAddress: { street: 'Gate', townName: 'Oslo', country: 'NO' },
      ...{ merchantCategoryCode: '5411', maskedPan: '999999xxxxxx0014' },
      transactionDetails: 'KIWI OSLO',
    },
  },
};
const listing = { path: '/v1/accounts/AoX/transactions', movesDetails: true };
const link = (path: string) => ({ transactionDetails: { href: path, verbs: ['GET'] } });

describe('a transaction of a reply', () => {
  it('has all its details in the names of the framework', () => {
    expect(transactionReplyOf(booked)).toEqual({ transactionId: 'tx-1', ...movement, ...details });
  });

  it('numbers its proprietary references from 1', () => {
    const additionalInformationProprietary = ['a', 'b'];
    const view = { ...booked, details: { additionalInformationProprietary } };
    expect(transactionReplyOf(view)).toEqual({
      ...{ transactionId: 'tx-1', ...movement },
      ...{ additionalInformationProprietary1: 'a', additionalInformationProprietary2: 'b' },
    });
  });

  it('shows nine proprietary references at most, which the description names', () => {
    const many = Array.from({ length: 12 }, (_, at) => String(at));
    const view = { ...booked, details: { additionalInformationProprietary: many } };
    const reply = transactionReplyOf(view);
    expect(reply.additionalInformationProprietary9).toBe('8');
    expect(reply).not.toHaveProperty('additionalInformationProprietary10');
  });

  it('has no dates while it is pending', () => {
    const { transactionId, entryId, currency, amount } = booked;
    const pending = { transactionId, entryId, currency, amount, details: {} };
    const reply = transactionReplyOf({ ...pending, status: 'pending' });
    const { transactionAmount } = movement;
    expect(reply).toEqual({ transactionId: 'tx-1', transactionAmount });
  });

  it('is listed with all its details by default', () => {
    const byDefault = { ...listing, movesDetails: false };
    expect(listedTransactionOf(booked, byDefault)).toEqual(transactionReplyOf(booked));
    expect(listedCardTransactionOf(bought, byDefault)).toEqual(cardTransactionReplyOf(bought));
  });

  it('is listed with a link instead of its details by the fix transaction-details-endpoint', () => {
    expect(listedTransactionOf(booked, listing)).toEqual({
      ...{ transactionId: 'tx-1', entryReference: 'e', endToEndId: 'end', ...movement },
      ...{ creditorName: 'Kreditor', debtorName: 'Kari' },
      ...{ remittanceInformationUnstructured: 'text', bankTransactionCode: 'PMNT-RCDT-ESCT' },
      _links: link('/v1/accounts/AoX/transactions/tx-1'),
    });
  });
});

describe('a transaction of a card account', () => {
  it('has the amount in the currency of the card account, and the acceptor with the original amount', () => {
    const { card: { maskedPan: maskedPAN, ...use } = {} } = bought.details;
    expect(cardTransactionReplyOf(bought)).toEqual({
      ...{ cardTransactionId: 'tx-1', ...movement, ...use, maskedPAN },
      ...{ currencyExchange: [exchange], proprietaryBankTransactionCode: 'CARD' },
    });
  });

  it('has its text from the details where the card has none', () => {
    const view = { ...booked, details: { additionalInformation: 'Fee' } };
    expect(cardTransactionReplyOf(view)).toEqual({
      ...{ cardTransactionId: 'tx-1', ...movement, transactionDetails: 'Fee' },
    });
  });

  it('is listed with a link instead of its details by the fix transaction-details-endpoint', () => {
    const path = '/v1/card-accounts/AdX/transactions';
    expect(listedCardTransactionOf(bought, { ...listing, path })).toEqual({
      ...{ cardTransactionId: 'tx-1', ...movement, maskedPAN: '999999xxxxxx0014' },
      ...{ transactionDate: '2026-11-19', originalAmount: { currency: 'EUR', amount: '-10.00' } },
      ...{ transactionDetails: 'KIWI OSLO', invoiced: false, _links: link(`${path}/tx-1`) },
    });
  });
});

describe('a booked transaction', () => {
  const counted = { ...booked, sequence: 17, balanceAfter: '99.50' };

  it('has the balance after it, on its booking date', () => {
    expect(transactionReplyOf(counted).balanceAfterTransaction).toEqual({
      ...{ balanceAmount: { currency: 'NOK', amount: '99.50' }, balanceType: 'interimBooked' },
      referenceDate: '2026-11-20',
    });
  });

  it('has the reference of its entry, or else its number on the account', () => {
    expect(transactionReplyOf(counted).entryReference).toBe('e');
    const without = defined({ ...details, entryReference: undefined });
    expect(transactionReplyOf({ ...counted, details: without }).entryReference).toBe('17');
  });
});

describe('a pending transaction', () => {
  it('has the day by which it is filtered, and neither reference nor balance', () => {
    const pending: TransactionView = {
      ...{ transactionId: 'tx-2', status: 'pending', entryId: 'entry-2', currency: 'NOK' },
      ...{ amount: '-5.00', valueDate: '2026-11-22', details: {} },
    };
    expect(transactionReplyOf(pending)).toEqual({
      ...{ transactionId: 'tx-2', transactionAmount: { currency: 'NOK', amount: '-5.00' } },
      valueDate: '2026-11-22',
    });
    expect(cardTransactionReplyOf(pending)).toMatchObject({ valueDate: '2026-11-22' });
  });
});
