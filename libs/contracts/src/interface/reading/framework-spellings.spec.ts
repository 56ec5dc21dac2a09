import {
  domesticBulk,
  domesticPeriodic,
  domesticSingle,
  sepaSingle,
} from '../products/examples.js';
import { findProduct } from '../products/payment-products.js';
import { signingBasketCreation } from '../baskets/signing-basket.js';
import type { BodyType } from './body-type.js';
import { aContext } from './testing/a-context.js';

const domestic = 'norwegian-domestic-credit-transfers';
const single = findProduct('payments', domestic)!.offer.body;
const periodic = findProduct('periodic-payments', domestic)!.offer.body;
const bulk = findProduct('bulk-payments', domestic)!.offer.body;
const sepa = findProduct('payments', 'sepa-credit-transfers')!.offer.body;

const plain = without(domesticSingle, 'remittanceInformationUnstructured');
const { street, postalCode, ...address } = domesticSingle.creditorAddress!;
const reference = { reference: '2345676', referenceType: 'SCOR' };

/** A copy without one member. */
function without(body: object, name: string): object {
  return Object.fromEntries(Object.entries(body).filter(([member]) => member !== name));
}

function parsed(type: BodyType<unknown>, body: unknown) {
  const before = JSON.stringify(body);
  const result = type.parse(body, aContext);
  expect(JSON.stringify(body)).toBe(before);
  return 'faults' in result
    ? { faults: result.faults.map(({ code, path, rule }) => `${code} ${path} ${rule}`) }
    : { value: result.value, warnings: result.warnings.map(({ path, rule }) => `${path} ${rule}`) };
}

const faultsOf = (body: unknown, type: BodyType<unknown> = single) => parsed(type, body).faults;

describe("a body in the framework's spelling", () => {
  it.each<[string, object, object, readonly string[]]>([
    [
      'streetName and postCode',
      { ...plain, creditorAddress: { ...address, streetName: street, postCode: postalCode } },
      { ...plain, creditorAddress: { ...address, street, postalCode } },
      [],
    ],
    [
      'one text in remittanceInformationUnstructuredArray',
      { ...plain, remittanceInformationUnstructuredArray: ['a'.repeat(140)] },
      { ...plain, remittanceInformationUnstructured: 'a'.repeat(140) },
      [],
    ],
    [
      'an object as remittanceInformationStructured',
      { ...plain, remittanceInformationStructured: { ...reference, referenceIssuer: 'Bank' } },
      {
        ...plain,
        remittanceInformationStructuredArray: [{ ...reference, referenceIssuer: 'Bank' }],
      },
      ['/remittanceInformationStructured remittance.deprecated'],
    ],
    [
      'a text as remittanceInformationStructured',
      { ...plain, remittanceInformationStructured: '2345676' },
      { ...plain, remittanceInformationStructured: '2345676' },
      ['/remittanceInformationStructured remittance.deprecated'],
    ],
  ])('with %s is read in the spelling of the specification', (_what, body, value, warnings) => {
    expect(parsed(single, body)).toEqual({ value, warnings });
  });

  it('is read in each payment of a bulk, and may differ between them', () => {
    const [first, second] = domesticBulk.payments;
    const { remittanceInformationUnstructured: text, ...rest } = first!;
    const respelt = { ...rest, remittanceInformationUnstructuredArray: [text] };
    const body = { ...domesticBulk, payments: [respelt, second] };
    expect(parsed(bulk, body)).toEqual({ value: domesticBulk, warnings: [] });
  });

  it.each<[string, object, readonly string[]]>([
    [
      '71 characters of streetName',
      { ...plain, creditorAddress: { ...address, streetName: 'a'.repeat(71) } },
      ['FORMAT_ERROR /creditorAddress/streetName text.tooLong'],
    ],
    [
      'a number as postCode',
      { ...plain, creditorAddress: { ...address, postCode: 7014 } },
      ['FORMAT_ERROR /creditorAddress/postCode type.string'],
    ],
    [
      'streetName beside street',
      { ...plain, creditorAddress: { ...address, street, streetName: street } },
      ['FORMAT_ERROR /creditorAddress/streetName member.spelledTwice'],
    ],
    [
      'postCode beside postalCode',
      { ...plain, creditorAddress: { ...address, postCode: '1', postalCode } },
      ['FORMAT_ERROR /creditorAddress/postCode member.spelledTwice'],
    ],
    [
      'an empty list of remittance texts',
      { ...plain, remittanceInformationUnstructuredArray: [] },
      ['FORMAT_ERROR /remittanceInformationUnstructuredArray list.empty'],
    ],
    [
      'two remittance texts',
      { ...plain, remittanceInformationUnstructuredArray: ['a', 'b'] },
      ['FORMAT_ERROR /remittanceInformationUnstructuredArray list.tooLong'],
    ],
    [
      'a text for the list of remittance texts',
      { ...plain, remittanceInformationUnstructuredArray: 'a' },
      ['FORMAT_ERROR /remittanceInformationUnstructuredArray type.array'],
    ],
    [
      '141 characters in the list of remittance texts',
      { ...plain, remittanceInformationUnstructuredArray: ['a'.repeat(141)] },
      ['FORMAT_ERROR /remittanceInformationUnstructuredArray/0 text.tooLong'],
    ],
    [
      'both forms of the remittance text',
      { ...domesticSingle, remittanceInformationUnstructuredArray: ['a'] },
      ['FORMAT_ERROR /remittanceInformationUnstructuredArray member.spelledTwice'],
    ],
    [
      'a list of remittance texts and references',
      {
        ...plain,
        remittanceInformationUnstructuredArray: ['a'],
        remittanceInformationStructuredArray: [reference],
      },
      ['FORMAT_ERROR /remittanceInformationStructuredArray remittance.oneWay'],
    ],
    [
      'both forms of the reference',
      {
        ...plain,
        remittanceInformationStructured: reference,
        remittanceInformationStructuredArray: [reference],
      },
      ['FORMAT_ERROR /remittanceInformationStructured member.spelledTwice'],
    ],
    [
      'an empty reference in an object',
      { ...plain, remittanceInformationStructured: { reference: '', kid: '1' } },
      [
        'FORMAT_ERROR /remittanceInformationStructured/reference text.empty',
        'FORMAT_ERROR /remittanceInformationStructured/kid member.unknown',
      ],
    ],
    [
      '36 characters of a reference in an object',
      { ...plain, remittanceInformationStructured: { reference: '1'.repeat(36) } },
      ['FORMAT_ERROR /remittanceInformationStructured/reference text.tooLong'],
    ],
    [
      'a number as remittanceInformationStructured',
      { ...plain, remittanceInformationStructured: 7 },
      ['FORMAT_ERROR /remittanceInformationStructured type.string'],
    ],
  ])('is refused for %s, at the place as it was sent', (_what, body, expected) => {
    expect(faultsOf(body)).toEqual(expected);
  });
});

describe('a member of the framework without effect', () => {
  const account = { ...domesticSingle.debtorAccount, cashAccountType: 'CACC' };

  it.each<[string, BodyType<unknown>, object, object, readonly string[]]>([
    [
      'debtorName',
      single,
      { ...domesticSingle, debtorName: 'å'.repeat(70) },
      domesticSingle,
      ['/debtorName'],
    ],
    [
      'debtorName of a periodic payment',
      periodic,
      { ...domesticPeriodic, debtorName: 'Ola' },
      domesticPeriodic,
      ['/debtorName'],
    ],
    [
      'debtorName of a bulk',
      bulk,
      { ...domesticBulk, debtorName: 'Ola' },
      domesticBulk,
      ['/debtorName'],
    ],
    [
      'creditorId',
      sepa,
      { ...sepaSingle, creditorId: 'x'.repeat(35) },
      sepaSingle,
      ['/creditorId'],
    ],
    [
      'cashAccountType of both accounts',
      single,
      {
        ...domesticSingle,
        debtorAccount: account,
        creditorAccount: { ...domesticSingle.creditorAccount, cashAccountType: 'x'.repeat(35) },
      },
      domesticSingle,
      ['/creditorAccount/cashAccountType', '/debtorAccount/cashAccountType'],
    ],
    [
      'empty consentIds',
      signingBasketCreation,
      { ...signingBasketCreation.example, consentIds: [] },
      signingBasketCreation.example,
      ['/consentIds'],
    ],
  ])('is dropped with a warning: %s', (_what, type, body, value, paths) => {
    const warnings = paths.map((path) => `${path} member.withoutEffect`);
    expect(parsed(type, body)).toEqual({ value, warnings: expect.anything() as unknown });
    expect([...(parsed(type, body).warnings ?? [])].sort()).toEqual(warnings);
  });

  it('is named in the text of its warning', () => {
    const result = single.parse({ ...domesticSingle, debtorName: 'Ola' }, aContext);
    expect(result).toMatchObject({ warnings: [{ params: { member: 'debtorName' } }] });
  });

  it.each<[string, object, string]>([
    ['71 characters of a debtorName', { debtorName: 'a'.repeat(71) }, '/debtorName text.tooLong'],
    ['a number as debtorName', { debtorName: 7 }, '/debtorName type.string'],
    ['36 characters of a creditorId', { creditorId: 'x'.repeat(36) }, '/creditorId text.tooLong'],
    [
      '36 characters of a cashAccountType',
      { debtorAccount: { ...account, cashAccountType: 'x'.repeat(36) } },
      '/debtorAccount/cashAccountType text.tooLong',
    ],
  ])('is refused for %s', (_what, change, expected) => {
    expect(faultsOf({ ...domesticSingle, ...change })).toEqual([`FORMAT_ERROR ${expected}`]);
  });
});

describe('a member of the framework that would change the payment', () => {
  const debtorAccount = domesticSingle.debtorAccount;

  it.each<[string, BodyType<unknown>, object, string]>([
    [
      'requestedExecutionTime',
      single,
      { ...domesticSingle, requestedExecutionTime: '12:00' },
      '/requestedExecutionTime member.executionTime',
    ],
    [
      'requestedExecutionTime of a bulk',
      bulk,
      { ...domesticBulk, requestedExecutionTime: '12:00' },
      '/requestedExecutionTime member.executionTime',
    ],
    ...['pan', 'maskedPan', 'msisdn', 'other'].map(
      (name): [string, BodyType<unknown>, object, string] => [
        name,
        single,
        { ...domesticSingle, debtorAccount: { ...debtorAccount, [name]: '1' } },
        `/debtorAccount/${name} account.otherIdentification`,
      ],
    ),
    [
      'consentIds that are not empty',
      signingBasketCreation,
      { ...signingBasketCreation.example, consentIds: ['a'] },
      '/consentIds basket.consents',
    ],
    [
      'a text as consentIds',
      signingBasketCreation,
      { ...signingBasketCreation.example, consentIds: 'a' },
      '/consentIds type.array',
    ],
  ])('is refused with the reason: %s', (_what, type, body, expected) => {
    expect(faultsOf(body, type)).toEqual([`FORMAT_ERROR ${expected}`]);
  });

  it('is reported with the other faults of the body, in the order of the document', () => {
    const rest = without(domesticSingle, 'creditorName');
    const body = { requestedExecutionTime: '1', debtorName: 1, ...rest, streetName: 'x' };
    expect(faultsOf(body)).toEqual([
      'FORMAT_ERROR /requestedExecutionTime member.executionTime',
      'FORMAT_ERROR /debtorName type.string',
      'FORMAT_ERROR /streetName member.unknown',
      'FORMAT_ERROR /creditorName member.required',
    ]);
  });

  it('never comes from a prototype', () => {
    const body: unknown = JSON.parse(
      JSON.stringify(domesticSingle).replace('{', '{"__proto__":{"debtorName":"x"},'),
    );
    expect(faultsOf(body)).toEqual(['FORMAT_ERROR /__proto__ member.unknown']);
  });
});
