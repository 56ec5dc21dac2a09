import { decimalMembersOf } from '../../base/fields/decimal.js';
import { frameworkMembersOf } from '../../base/fields/framework.js';
import { objectSchema } from '../../base/fields/object-schema.js';
import type { BodyType } from '../reading/body-type.js';
import { parseSandboxJson } from '../reading/json-body.js';
import { replySchema } from '../replies/replies.js';
import type { ReplyName } from '../replies/replies.js';
import { aContext } from '../reading/testing/a-context.js';
import { sandboxAccountOpening, sandboxAccountReplacement } from './sandbox-account.js';
import { sandboxAgreementCreation } from './sandbox-agreement.js';
import {
  sandboxCardAccountOpening,
  sandboxCardAccountReplacement,
} from './sandbox-card-account.js';
import { sandboxCardTransaction } from './sandbox-card-transaction.js';
import { sandboxCustomerCreation } from './sandbox-customer.js';
import { sandboxTransaction } from './sandbox-transaction.js';

/** The faults of a JSON text, as the gateway reads it. */
function faultsIn(type: BodyType<unknown>, text: string): readonly string[] {
  const json = parseSandboxJson(Buffer.from(text), decimalMembersOf(type.bodyClass));
  if ('faults' in json) return json.faults.map(({ path, rule }) => `${path} ${rule}`);
  const parsed = type.parse(json.value, aContext);
  return 'faults' in parsed ? parsed.faults.map(({ path, rule }) => `${path} ${rule}`) : [];
}
const faultsOf = (type: BodyType<unknown>, body: object) => faultsIn(type, JSON.stringify(body));

const nok = (amount: number) => ({ currency: 'NOK', amount });
const cardBalance = {
  balanceAmount: nok(0),
  balanceType: 'EXPECTED',
  referenceDate: '2021-03-04',
  lastChangeDateTime: '2021-03-04T08:15:30.250Z',
  lastCommittedTransaction: 'none yet',
};

/** A body as clients of the field send it, and the members that it cannot do without. */
const shapes: readonly [string, BodyType<unknown>, Readonly<Record<string, unknown>>, string[]][] =
  [
    [
      'a person',
      sandboxCustomerCreation,
      { customerNumber: '02030405061', name: 'Prøve Person', type: 'private' },
      ['name', 'type'],
    ],
    [
      'a test organisation',
      sandboxCustomerCreation,
      { customerNumber: '12345678', name: 'Prøvefirma', type: 'corporate' },
      ['name', 'type'],
    ],
    [
      'an account',
      sandboxAccountOpening,
      {
        customerNumber: '12345678',
        accountName: 'Driftskonto',
        bban: '12345678901',
        iban: 'NO2812345678901',
        currency: 'NOK',
        product: 'Bedriftspakke',
        cashAccountType: 'TAXE',
        creditLine: 0,
        balances: [
          { balanceType: 'EXPECTED', balanceAmount: { amount: 2500.75, currency: 'NOK' } },
        ],
      },
      ['customerNumber', 'accountName'],
    ],
    [
      'a card account',
      sandboxCardAccountOpening,
      {
        customerNumber: '02030405061',
        maskedPan: '9876xxxxxxxx0123',
        currency: 'NOK',
        creditLimit: nok(4000),
        balances: [cardBalance, cardBalance],
        cardId: '7',
        cardIdVNo: '1',
        accountNumber: '987654321012',
        expiry: '2021-12-31',
        name: 'Reisekort',
        product: 'Kredittkort Pluss',
        status: 'ENABLED',
      },
      ['customerNumber', 'creditLimit', 'name'],
    ],
    [
      'an agreement',
      sandboxAgreementCreation,
      {
        owner: '12345678',
        name: 'Avtale én ',
        engagements: [
          { customer: '02030405061', account: { iban: 'NO2812345678901' }, roles: ['VIEW'] },
        ],
      },
      ['owner', 'name'],
    ],
    [
      'a transaction',
      sandboxTransaction,
      {
        amount: 845.5,
        currency: 'NOK',
        valueDate: '2018-02-03',
        bookingDate: '2018-02-03',
        remittanceInformationUnstructured: '7654321',
        creditorId: '3',
        creditorName: 'Prøveavisen',
        creditorAccount: { iban: 'NO2812345678901', bban: '12345678901' },
        ultimateCreditor: 'Prøve',
        debtorName: 'Prøve Person',
        debtorAccount: { iban: 'NO2812345678901', bban: '12345678901' },
        ultimateDebtor: 'prøve',
        purposeCode: 'any',
        bankTransactionCode: 'PMNT',
      },
      ['amount', 'currency'],
    ],
    [
      'a card transaction',
      sandboxCardTransaction,
      {
        cardTransactionId: 'prøve-1',
        terminalId: 't1',
        bookingDate: '2018-02-03',
        transactionDate: '2018-02-02',
        transactionAmount: nok(75),
        originalAmount: nok(75),
        merchantCategoryCode: 'ANY',
        markupFee: nok(2),
        markupFeePercentage: '3',
        cardAcceptorId: '',
        cardAcceptorAddress: {},
        maskedPan: '',
        transactionDetails: '',
        invoiced: '',
        proprietaryBankTransactionCode: '',
      },
      ['transactionAmount'],
    ],
  ];

describe('test data in the shape of the field', () => {
  it.each(shapes)('takes %s with all members', (_what, type, body) => {
    expect(faultsOf(type, body)).toEqual([]);
  });

  it.each(
    shapes.flatMap(([what, type, body, required]) =>
      Object.keys(body).map((member) => [what, member, type, body, required] as const),
    ),
  )('%s without %s is refused only where it is needed', (_what, member, type, body, required) => {
    const others = Object.fromEntries(Object.entries(body).filter(([name]) => name !== member));
    const paths = faultsOf(type, others).map((one) => one.split(' ')[0]);
    // The other shape has its own names for a required member.
    expect(paths.length > 0).toBe(required.includes(member));
  });

  it.each(
    shapes.flatMap(([what, type, body]) =>
      Object.keys(body).map((member) => [what, member, type, body] as const),
    ),
  )('%s with a wrong type of %s is a fault at its path', (_what, member, type, body) => {
    const [fault, ...others] = faultsOf(type, { ...body, [member]: [[]] });
    expect(others).toEqual([]);
    expect(fault?.startsWith(`/${member}`)).toBe(true);
  });

  it.each(shapes)('refuses %s with an unknown member', (_what, type, body) => {
    expect(faultsOf(type, { ...body, accountNam: '' })).toEqual(['/accountNam member.unknown']);
  });

  it.each(shapes)('refuses %s with a member twice', (_what, type, body) => {
    const [member = ''] = Object.keys(body);
    const text = JSON.stringify(body).replace('{', `{"${member}":0,`);
    expect(faultsIn(type, text)).toEqual([`/${member} json.duplicateMember`]);
  });

  it.each(['0.1+0.2', '01', '+1', '.5', 'NaN', '1e'])('refuses the number %s', (number) => {
    const text = `{"amount":${number},"currency":"NOK"}`;
    expect(faultsIn(sandboxTransaction, text)).toHaveLength(1);
  });

  it.each([
    ['1e3', '1000'],
    ['-12.50', '-12.5'],
    ['9007199254740993', '9007199254740993'],
    ['9999999999999999.99', '9999999999999999.99'],
  ])('reads the number %s exactly', (number, amount) => {
    const text = `{"amount":${number},"currency":"NOK"}`;
    const { bodyClass } = sandboxTransaction;
    const json = parseSandboxJson(Buffer.from(text), decimalMembersOf(bodyClass));
    if ('faults' in json) throw new Error('the text is JSON');
    expect(sandboxTransaction.parse(json.value, aContext)).toMatchObject({
      value: { transactionAmount: { amount } },
    });
  });

  it.each([
    ['1.005', 'amount.minorUnits'],
    ['1e-7', 'amount.signed'],
    ['0.0', 'amount.signed'],
    ['1e400', 'amount.signed'],
    ['99999999999999999999', 'amount.signed'],
  ])('refuses the amount %s at its path', (number, rule) => {
    const text = `{"amount":${number},"currency":"NOK"}`;
    expect(faultsIn(sandboxTransaction, text)).toEqual([`/amount ${rule}`]);
  });

  it('warns of a wrong check digit, and refuses numbers that are of two accounts', () => {
    const numbers = { customerNumber: '12345678', accountName: 'Konto' };
    const warned = sandboxAccountOpening.parse({ ...numbers, bban: '12345678901' }, aContext);
    expect(warned).toMatchObject({ warnings: [{ path: '/bban', code: 'FORMAT_ERROR' }] });
    expect(
      faultsOf(sandboxAccountOpening, {
        ...numbers,
        ...{ bban: '12345678902', iban: 'NO2812345678901' },
      }),
    ).toEqual(['/iban account.disagree']);
    expect(faultsOf(sandboxAccountOpening, { ...numbers, iban: 'NO2912345678901' })).toEqual([
      '/iban iban.invalid',
    ]);
  });
});

describe('the replacement of an account', () => {
  it.each([
    ['an account', sandboxAccountReplacement, shapes[2]],
    ['a card account', sandboxCardAccountReplacement, shapes[3]],
  ] as const)('takes the whole body with which %s was made', (_what, type, shape) => {
    expect(faultsOf(type as BodyType<unknown>, shape?.[2] ?? {})).toEqual([]);
  });
});

/** Members of lists that nobody sets: ids and what follows from the account. */
const derived = new Set(['transactionId', 'balanceAfterTransaction', '_links']);

describe('a transaction by hand', () => {
  it.each<[ReplyName, BodyType<unknown>]>([
    ['SandboxTransaction', sandboxTransaction],
    ['SandboxCardTransaction', sandboxCardTransaction],
  ])('can have every member that %s shows', (name, { bodyClass }) => {
    const members = new Set([
      ...Object.keys(objectSchema(bodyClass).properties ?? {}),
      ...frameworkMembersOf(bodyClass).spellings.map((spelling) => spelling.name),
    ]);
    const shown = Object.keys(replySchema(name).properties ?? {});
    expect(shown.filter((member) => !members.has(member) && !derived.has(member))).toEqual([]);
  });
});
