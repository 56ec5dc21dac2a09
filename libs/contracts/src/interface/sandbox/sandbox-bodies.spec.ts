import type { BodyType } from '../reading/body-type.js';
import { aContext } from '../reading/testing/a-context.js';
import {
  sandboxAccountChange,
  sandboxAccountCreation,
  sandboxAccountOpening,
  sandboxAccountReplacement,
} from './sandbox-account.js';
import {
  sandboxAgreementChange,
  sandboxAgreementCreation,
  sandboxEngagement,
} from './sandbox-agreement.js';
import {
  sandboxCardAccountChange,
  sandboxCardAccountCreation,
  sandboxCardAccountOpening,
  sandboxCardAccountReplacement,
} from './sandbox-card-account.js';
import { sandboxCardTransaction } from './sandbox-card-transaction.js';
import { sandboxCustomerChange, sandboxCustomerCreation } from './sandbox-customer.js';
import { declineReasons, sandboxExecutionRefusal, sandboxPaymentChange } from './other-channels.js';
import { sandboxTransaction } from './sandbox-transaction.js';

const a = (length: number) => 'a'.repeat(length);

/** The faults of the example of a body with a change; a member that becomes undefined is left out. */
function faultsOf(type: BodyType<unknown>, change: object): readonly string[] {
  const members = Object.entries({ ...(type.example as object), ...change });
  const body = Object.fromEntries(members.filter(([, value]) => value !== undefined));
  const parsed = type.parse(body, aContext);
  return 'faults' in parsed ? parsed.faults.map(({ path, rule }) => `${path} ${rule}`) : [];
}

const creation = sandboxCustomerCreation;
const account = sandboxAccountCreation;
const card = sandboxCardAccountCreation;
const transaction = sandboxTransaction;
const anId = '38bf4e8c-b815-5d69-91e5-6a30bca4badd';
const nok = (amount: unknown) => ({ transactionAmount: { currency: 'NOK', amount } });
const amountOf = (amount: unknown) => ({ instructedAmount: { amount, currency: 'NOK' } });
const onlyDay = { instructedAmount: undefined, requestedExecutionDate: '2030-01-02' };
const all = [
  creation,
  sandboxCustomerChange,
  account,
  sandboxAccountChange,
  card,
  sandboxCardAccountChange,
  sandboxAgreementCreation,
  sandboxAgreementChange,
  sandboxEngagement,
  sandboxAccountOpening,
  sandboxAccountReplacement,
  sandboxCardAccountOpening,
  sandboxCardAccountReplacement,
  sandboxCardTransaction,
  sandboxTransaction,
  sandboxPaymentChange,
  sandboxExecutionRefusal,
] as readonly BodyType<unknown>[];

describe('the body of a sandbox resource', () => {
  it.each(all.map((type) => [type.name, type] as const))(
    '%s accepts its example',
    (_name, type) => {
      expect(faultsOf(type, {})).toEqual([]);
    },
  );

  it.each(all.map((type) => [type.name, type] as const))(
    '%s refuses a member that is unknown',
    (_name, type) => {
      expect(faultsOf(type, { bank: 'x' })).toHaveLength(1);
    },
  );

  it.each<[string, BodyType<unknown>, object]>([
    ['a name of 70 characters', creation, { customerName: a(70) }],
    ['a synthetic person', creation, { customerNumber: '14837530114' }],
    ['an organisation', creation, { customerType: 'CORPORATE', customerNumber: '310000108' }],
    ['no address', creation, { address: undefined }],
    ['a short address', creation, { address: { townName: 'Oslo', country: 'NO' } }],
    ['a changed number', sandboxCustomerChange, { customerNumber: '310000108' }],
    ['an account name of 70 characters', account, { name: a(70) }],
    ['an account without a kind', account, { cashAccountType: undefined }],
    ['an account without a balance', account, { openingBalance: undefined }],
    ['a balance of zero', account, { openingBalance: '0' }],
    ['a balance of 18 digits', account, { openingBalance: `${'9'.repeat(16)}.99` }],
    ['an account number of the sandbox', account, { bban: '99991200017' }],
    ['yen without decimals', account, { currency: 'JPY', openingBalance: '5' }],
    ['a card number of the sandbox', card, { maskedPan: '999999xxxxxx0000' }],
    ['a credit limit of zero', card, { creditLimit: '0.00' }],
    ['one signer', sandboxAgreementChange, { signers: 1 }],
    ['two signers', sandboxAgreementCreation, { signers: 2 }],
    ['an agreement without signers', sandboxAgreementCreation, { signers: undefined }],
    ['an agreement of 70 characters', sandboxAgreementChange, { name: a(70) }],
    ['one role', sandboxEngagement, { roles: ['VIEW'] }],
    ['a transaction of all digits', transaction, nok(`-${'9'.repeat(16)}.99`)],
    ['a credit', transaction, nok('0.01')],
    ['a transaction without a status', transaction, { status: undefined }],
    ['a booking of today', transaction, { bookingDate: '2030-01-01' }],
    ['a booking of thirty years ago', transaction, { bookingDate: '2000-01-01' }],
    ['any purpose', transaction, { purposeCode: 'code' }],
    ['any bank transaction code', transaction, { bankTransactionCode: 'PMNT' }],
    ['a wrong check digit', account, { bban: '99991200018' }],
    ['any register number', account, { bban: '86011117947' }],
    ['any masked card', card, { maskedPan: '1234xxxxxxxx4321' }],
    ['a test organisation', creation, { customerType: 'CORPORATE', customerNumber: '44444444' }],
    ['a value in a month', transaction, { valueDate: '2030-02-01' }],
    ['a pending debit', transaction, { status: 'pending' }],
    ['a purpose', transaction, { purposeCode: 'SALA' }],
    ['a change of the day alone', sandboxPaymentChange, onlyDay],
    ['a change of amount and day', sandboxPaymentChange, { requestedExecutionDate: '2030-01-02' }],
    ...declineReasons.map((reason): [string, BodyType<unknown>, object] => [
      `a refusal with ${reason}`,
      sandboxExecutionRefusal,
      { reason },
    ]),
    ['a foreign debtor', transaction, { debtorAccount: { iban: 'DE89370400440532013000' } }],
  ])('takes %s', (_what, type, change) => {
    expect(faultsOf(type, change)).toEqual([]);
  });

  it.each<[string, BodyType<unknown>, object, string]>([
    ['no change', sandboxPaymentChange, { instructedAmount: undefined }, ''],
    ['an amount of zero', sandboxPaymentChange, amountOf('0'), '/instructedAmount/amount'],
    ['an amount as a number', sandboxPaymentChange, amountOf(1), '/instructedAmount/amount'],
    [
      '19 digits of an amount',
      sandboxPaymentChange,
      amountOf('9'.repeat(19)),
      '/instructedAmount/amount',
    ],
    ['no object', sandboxPaymentChange, { instructedAmount: 1 }, '/instructedAmount'],
    [
      'a day in words',
      sandboxPaymentChange,
      { requestedExecutionDate: 'today' },
      '/requestedExecutionDate',
    ],
    ['no reason', sandboxExecutionRefusal, { reason: undefined }, '/reason'],
    ['an unknown reason', sandboxExecutionRefusal, { reason: 'refused-by-psu' }, '/reason'],
    ['no type', creation, { customerType: undefined }, '/customerType'],
    ['another type', creation, { customerType: 'CHILD' }, '/customerType'],
    ['no name', creation, { customerName: undefined }, '/customerName'],
    ['an empty name', creation, { customerName: '' }, '/customerName'],
    ['a name of 71 characters', creation, { customerName: a(71) }, '/customerName'],
    ['an emoji', creation, { customerName: 'Kari 😀' }, '/customerName'],
    ['a number of ten digits', creation, { customerNumber: '1483753011' }, '/customerNumber'],
    ['a company for a person', creation, { customerNumber: '310000108' }, '/customerNumber'],
    ['an address without a town', creation, { address: { country: 'NO' } }, '/address/townName'],
    ['no country', creation, { address: { townName: 'Oslo' } }, '/address/country'],
    ['no account name', account, { name: undefined }, '/name'],
    ['an account name of 71 characters', account, { name: a(71) }, '/name'],
    ['another kind', account, { cashAccountType: 'GIRO' }, '/cashAccountType'],
    ['a bban of twelve digits', account, { bban: '999912000170' }, '/bban'],
    ['a balance below zero', account, { openingBalance: '-1.00' }, '/openingBalance'],
    ['a balance as a number', account, { openingBalance: 1 }, '/openingBalance'],
    ['19 digits', account, { openingBalance: `${'9'.repeat(17)}.99` }, '/openingBalance'],
    ['a third decimal', account, { openingBalance: '1.001' }, '/openingBalance'],
    ['a decimal of yen', account, { currency: 'JPY', openingBalance: '5.1' }, '/openingBalance'],
    ['a changed balance', sandboxAccountChange, { openingBalance: '1' }, '/openingBalance'],
    ['a whole card number', card, { maskedPan: '9999991234560000' }, '/maskedPan'],
    ['no credit limit', card, { creditLimit: undefined }, '/creditLimit'],
    ['a third decimal of the limit', card, { creditLimit: '1.001' }, '/creditLimit'],
    ['one and a half signers', sandboxAgreementCreation, { signers: 1.5 }, '/signers'],
    ['no signer', sandboxAgreementChange, { signers: 0 }, '/signers'],
    ['three signers', sandboxAgreementCreation, { signers: 3 }, '/signers'],
    ['no owner', sandboxAgreementCreation, { owner: undefined }, '/owner'],
    [
      'an owner that is no id',
      sandboxAgreementCreation,
      { owner: undefined, ownerId: '310000108' },
      '/ownerId',
    ],
    ['an owner twice', sandboxAgreementCreation, { ownerId: anId }, '/ownerId'],
    ['an agreement of 71 characters', sandboxAgreementChange, { name: a(71) }, '/name'],
    ['no roles', sandboxEngagement, { roles: [] }, '/roles'],
    ['another role', sandboxEngagement, { roles: ['SIGN'] }, '/roles/0'],
    ['no person', sandboxEngagement, { customer: undefined }, '/customer'],
    ['a person twice', sandboxEngagement, { customerId: anId }, '/customerId'],
    ['no account', sandboxEngagement, { account: undefined }, '/account'],
    ['no amount', transaction, { transactionAmount: undefined }, '/transactionAmount'],
    ['an amount of zero', transaction, nok('-0.00'), '/transactionAmount/amount'],
    ['an amount as a number', transaction, nok(-5), '/transactionAmount/amount'],
    ['a plus sign', transaction, nok('+5'), '/transactionAmount/amount'],
    ['19 digits of a debit', transaction, nok(`-${'9'.repeat(19)}`), '/transactionAmount/amount'],
    ['a third decimal of a debit', transaction, nok('-1.001'), '/transactionAmount/amount'],
    ['another status', transaction, { status: 'information' }, '/status'],
    ['a booking of tomorrow', transaction, { bookingDate: '2030-01-02' }, '/bookingDate'],
    ['an older booking', transaction, { bookingDate: '1999-12-31' }, '/bookingDate'],
    ['an impossible day', transaction, { bookingDate: '2029-02-29' }, '/bookingDate'],
    ['a later value', transaction, { valueDate: '2030-02-02' }, '/valueDate'],
    [
      'a pending credit',
      transaction,
      { status: 'pending', ...nok('5') },
      '/transactionAmount/amount',
    ],
    [
      'a booking date of a pending one',
      transaction,
      { status: 'pending', bookingDate: '2030-01-01' },
      '/bookingDate',
    ],
    [
      'a value date of a pending one',
      transaction,
      { status: 'pending', valueDate: '2030-01-01' },
      '/valueDate',
    ],
    ['a creditor without a number', transaction, { creditorAccount: {} }, '/creditorAccount'],
    [
      'a wrong iban',
      transaction,
      { debtorAccount: { iban: 'NO5399991200018' } },
      '/debtorAccount/iban',
    ],
    ['a limit below zero', sandboxCardAccountChange, { creditLimit: '-1' }, '/creditLimit'],
  ])('refuses %s', (_what, type, change, path) => {
    expect(faultsOf(type, change).map((fault) => fault.split(' ')[0])).toEqual([path]);
  });
});
