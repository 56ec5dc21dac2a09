import { objectSchema } from '../../base/fields/object-schema.js';
import { domesticSingle } from '../products/examples.js';
import { findProduct } from '../products/payment-products.js';
import { signingBasketCreation } from '../baskets/signing-basket.js';
import type { BodyType } from './body-type.js';
import { aContext as context } from './testing/a-context.js';

const domestic = 'norwegian-domestic-credit-transfers';
const singleBody = findProduct('payments', domestic)!.offer.body;
const periodicBody = findProduct('periodic-payments', domestic)!.offer.body;
const exampleSinglePayment = singleBody.example;
const examplePeriodicPayment = periodicBody.example;
const exampleBasket = signingBasketCreation.example;

function faultsOf(
  bodyType: BodyType<unknown>,
  body: unknown,
  fixes: readonly string[] = [],
): string[] {
  const parsed = bodyType.parse(body, { ...context, fixes: new Set(fixes) });
  return 'faults' in parsed
    ? parsed.faults.map(({ code, path, rule }) => `${code} ${path} ${rule}`)
    : [];
}

const single = (change: object) => faultsOf(singleBody, { ...exampleSinglePayment, ...change });
const periodic = (change: object, fixes?: readonly string[]) =>
  faultsOf(periodicBody, { ...examplePeriodicPayment, ...change }, fixes);
const basket = (change: object) => faultsOf(signingBasketCreation, { ...exampleBasket, ...change });

describe('a valid body', () => {
  it('is returned as it came', () => {
    const parsed = singleBody.parse(exampleSinglePayment, context);
    expect(parsed).toEqual({ value: exampleSinglePayment, warnings: [] });
  });

  it('may leave out everything optional', () => {
    const { instructedAmount, creditorName, creditorAccount, debtorAccount } = domesticSingle;
    const body = { instructedAmount, creditorName, creditorAccount, debtorAccount };
    expect(faultsOf(singleBody, body)).toEqual([]);
  });

  it('with city is accepted with a warning', () => {
    const creditorAddress = { city: 'Bergen', country: 'NO' };
    const body = { ...exampleSinglePayment, creditorAddress };
    expect(singleBody.parse(body, context)).toEqual({
      value: body,
      warnings: [
        {
          code: 'FORMAT_ERROR',
          path: '/creditorAddress/city',
          rule: 'city.deprecated',
          params: {},
        },
      ],
    });
  });
});

describe('a field of a payment', () => {
  it.each<[string, object, string]>([
    [
      'a JSON number as amount',
      { instructedAmount: { amount: 12.5, currency: 'NOK' } },
      '/instructedAmount/amount type.string',
    ],
    [
      'an unlisted currency',
      { instructedAmount: { amount: '1', currency: 'XXX' } },
      '/instructedAmount/currency choice.unlisted',
    ],
    [
      'an amount without a currency',
      { instructedAmount: { amount: '1' } },
      '/instructedAmount/currency member.required',
    ],
    [
      'an account without a currency',
      { debtorAccount: { bban: '97104133219' } },
      '/debtorAccount/currency member.required',
    ],
    [
      'øre beyond two decimals',
      { instructedAmount: { amount: '1.005', currency: 'NOK' } },
      '/instructedAmount/amount amount.minorUnits',
    ],
    ['an object for a text', { creditorName: {} }, '/creditorName type.string'],
    ['null for an optional text', { ultimateDebtor: null }, '/ultimateDebtor type.string'],
    ['an empty creditor name', { creditorName: '' }, '/creditorName text.empty'],
    ['a creditor name of spaces', { creditorName: '  ' }, '/creditorName text.invisible'],
    [
      'a creditor name of no-break spaces',
      { creditorName: '\u00a0\u00a0' },
      '/creditorName text.invisible',
    ],
    [
      'a remittance of spaces',
      { remittanceInformationUnstructured: ' ' },
      '/remittanceInformationUnstructured text.invisible',
    ],
    ['71 characters of a name', { creditorName: 'å'.repeat(71) }, '/creditorName text.tooLong'],
    [
      '71 characters of an ultimate debtor',
      { ultimateDebtor: 'a'.repeat(71) },
      '/ultimateDebtor text.tooLong',
    ],
    [
      'an empty remittance',
      { remittanceInformationUnstructured: '' },
      '/remittanceInformationUnstructured text.empty',
    ],
    [
      '141 characters of remittance',
      { remittanceInformationUnstructured: 'a'.repeat(141) },
      '/remittanceInformationUnstructured text.tooLong',
    ],
    ['an emoji', { creditorName: 'Anna 😀' }, '/creditorName text.character'],
    ['a NUL character', { creditorName: 'Anna\u0000' }, '/creditorName text.character'],
    [
      'a line break',
      { remittanceInformationUnstructured: 'a\nb' },
      '/remittanceInformationUnstructured text.character',
    ],
    [
      '71 characters of a street',
      { creditorAddress: { street: 'a'.repeat(71), country: 'NO' } },
      '/creditorAddress/street text.tooLong',
    ],
    [
      'an address without country',
      { creditorAddress: { townName: 'Oslo' } },
      '/creditorAddress/country member.required',
    ],
    [
      'an unlisted country',
      { creditorAddress: { country: 'XX' } },
      '/creditorAddress/country choice.unlisted',
    ],
    [
      'a list for an object',
      { creditorAddress: [{ country: 'NO' }] },
      '/creditorAddress type.object',
    ],
    [
      'a creditor agent as an object',
      { creditorAgent: { bic: 'DNBANOKK' } },
      '/creditorAgent type.string',
    ],
    ['a bic of seven characters', { creditorAgent: 'DNBANOK' }, '/creditorAgent bic.form'],
    ['a bic of nine characters', { creditorAgent: 'DNBANOKKX' }, '/creditorAgent bic.form'],
    ['a bic of twelve characters', { creditorAgent: 'DNBANOKKXXXX' }, '/creditorAgent bic.form'],
    ['a bic in lower case', { creditorAgent: 'dnbanokk' }, '/creditorAgent bic.lowerCase'],
    ['a bic with one small letter', { creditorAgent: 'DNBANOkK' }, '/creditorAgent bic.lowerCase'],
    ['a short bic in lower case', { creditorAgent: 'dnbanok' }, '/creditorAgent bic.form'],
    ['a bic of no country', { creditorAgent: 'DNBAQQKK' }, '/creditorAgent bic.country'],
    ['a bic of the European Union', { creditorAgent: 'DNBAEUKK' }, '/creditorAgent bic.country'],
    ['a bic with a digit in its country', { creditorAgent: 'DNBAN0KK' }, '/creditorAgent bic.form'],
    [
      '141 characters of an agent name',
      { creditorAgentName: 'a'.repeat(141) },
      '/creditorAgentName text.tooLong',
    ],
    ['an unsupported purpose', { purposeCode: 'GIFT' }, '/purposeCode choice.oneOf'],
    [
      '36 characters of an identification',
      { endToEndIdentification: 'x'.repeat(36) },
      '/endToEndIdentification text.tooLong',
    ],
    [
      'a bban of 31 characters',
      { debtorAccount: { bban: '1'.repeat(31), currency: 'NOK' } },
      '/debtorAccount/bban bban.form',
    ],
    [
      'an iban with spaces',
      { debtorAccount: { iban: 'NO93 8601 1117 947', currency: 'NOK' } },
      '/debtorAccount/iban iban.form',
    ],
    [
      'a misspelt member',
      { remitanceInformationUnstructured: 'x' },
      '/remitanceInformationUnstructured member.unknown',
    ],
    ['a member of another body', { frequency: 'Daily' }, '/frequency member.unknown'],
    [
      'a date with time',
      { requestedExecutionDate: '2030-03-15T00:00:00Z' },
      '/requestedExecutionDate date.form',
    ],
  ])('is refused for %s', (_what, change, expected) => {
    expect(single(change)).toEqual([`FORMAT_ERROR ${expected}`]);
  });

  it.each<[string, object]>([
    ['one visible character in a name', { creditorName: ' \u00a0x\u00a0 ' }],
    ['70 characters of a name', { creditorName: 'å'.repeat(70) }],
    ['140 characters of remittance', { remittanceInformationUnstructured: 'ø'.repeat(140) }],
    [
      'town and city together',
      { creditorAddress: { townName: 'Oslo', city: 'Oslo', country: 'NO' } },
    ],
    ['a bic of eight characters', { creditorAgent: 'DNBANOKK' }],
    ['a bic of eleven characters', { creditorAgent: 'DNBANOKKXXX' }],
    ['a bic of Kosovo', { creditorAgent: 'DNBAXKKK' }],
    ['140 characters of an agent name', { creditorAgentName: 'a'.repeat(140) }],
    ['a yen without decimals', { instructedAmount: { amount: '5000', currency: 'JPY' } }],
    ['execution today', { requestedExecutionDate: context.today }],
  ])('is accepted with %s', (_what, change) => {
    expect(single(change)).toEqual([]);
  });

  it.each(['2029-12-31', '2030-02-30'])('for execution on %s has an invalid date', (date) => {
    expect(single({ requestedExecutionDate: date })[0]).toMatch(
      /^EXECUTION_DATE_INVALID \/requestedExecutionDate /,
    );
  });
});

describe('a periodic payment', () => {
  it.each<[string, object, string]>([
    [
      'the dictionary spelling of preceeding',
      { executionRule: 'preceding' },
      'FORMAT_ERROR /executionRule choice.oneOf',
    ],
    ['an unknown frequency', { frequency: 'Yearly' }, 'FORMAT_ERROR /frequency choice.oneOf'],
    ['a day as a number', { dayOfExecution: 31 }, 'FORMAT_ERROR /dayOfExecution type.string'],
    [
      'a day of three digits',
      { dayOfExecution: '031' },
      'FORMAT_ERROR /dayOfExecution dayOfExecution.form',
    ],
    ['no months at all', { monthsOfExecution: [] }, 'FORMAT_ERROR /monthsOfExecution list.empty'],
    [
      'a repeated month',
      { monthsOfExecution: [3, 1, 3] },
      'FORMAT_ERROR /monthsOfExecution/2 list.duplicate',
    ],
    [
      'a month as a string',
      { monthsOfExecution: [1, '2'] },
      'FORMAT_ERROR /monthsOfExecution/1 type.integer',
    ],
    ['month 13', { monthsOfExecution: [13] }, 'FORMAT_ERROR /monthsOfExecution/0 number.range'],
    [
      'December without its fix',
      { monthsOfExecution: [11, 12] },
      'FORMAT_ERROR /monthsOfExecution/1 monthsOfExecution.december',
    ],
    [
      'a start in the past',
      { startDate: '2029-12-31' },
      'EXECUTION_DATE_INVALID /startDate date.past',
    ],
    [
      'an end before its start',
      { endDate: '2030-02-28' },
      'EXECUTION_DATE_INVALID /endDate date.endBeforeStart',
    ],
    [
      'an execution date of its own',
      { requestedExecutionDate: '2030-03-15' },
      'FORMAT_ERROR /requestedExecutionDate member.unknown',
    ],
  ])('is refused for %s', (_what, change, expected) => {
    expect(periodic(change)).toEqual([expected]);
  });

  it('takes December with the fix of that name', () => {
    expect(periodic({ monthsOfExecution: [12] }, ['months-of-execution-12'])).toEqual([]);
  });
});

describe('a signing basket', () => {
  it.each<[string, unknown, string]>([
    ['no list', 'a', '/paymentIds type.array'],
    ['an empty list', [], '/paymentIds list.empty'],
    [
      'eleven ids',
      Array.from({ length: 11 }, (_, index) => `p${index}`),
      '/paymentIds list.tooLong',
    ],
    ['a repeated id', ['a', 'b', 'a'], '/paymentIds/2 list.duplicate'],
    ['an empty id', ['a', ''], '/paymentIds/1 text.empty'],
    ['a number', ['a', 7], '/paymentIds/1 type.string'],
    ['nothing', undefined, '/paymentIds member.required'],
  ])('is refused with %s', (_what, paymentIds, expected) => {
    expect(basket({ paymentIds })).toEqual([`FORMAT_ERROR ${expected}`]);
  });

  it('takes ten ids', () => {
    expect(basket({ paymentIds: Array.from({ length: 10 }, (_, index) => `p${index}`) })).toEqual(
      [],
    );
  });
});

describe('the faults of one body', () => {
  it('are reported together, of schema and rules, in the order of the document', () => {
    const body = {
      hasty: true,
      debtorAccount: { bban: '86011117948', currency: 'nok' },
      instructedAmount: { currency: 'JPY', amount: '1.5', rate: '1' },
      creditorAccount: {},
      remittanceInformationStructuredArray: [{ reference: '' }, 3, [], { kid: '1' }],
      requestedExecutionDate: '2029-01-01',
    };
    expect(faultsOf(singleBody, body)).toEqual([
      'FORMAT_ERROR /hasty member.unknown',
      'FORMAT_ERROR /debtorAccount/bban bban.checkDigit',
      'FORMAT_ERROR /debtorAccount/currency choice.unlisted',
      'FORMAT_ERROR /instructedAmount/amount amount.minorUnits',
      'FORMAT_ERROR /instructedAmount/rate member.unknown',
      'FORMAT_ERROR /creditorAccount account.missing',
      'FORMAT_ERROR /creditorAccount/currency member.required',
      'FORMAT_ERROR /remittanceInformationStructuredArray/0/reference text.empty',
      'FORMAT_ERROR /remittanceInformationStructuredArray/1 type.object',
      'FORMAT_ERROR /remittanceInformationStructuredArray/2 type.object',
      'FORMAT_ERROR /remittanceInformationStructuredArray/3/kid member.unknown',
      'FORMAT_ERROR /remittanceInformationStructuredArray/3/reference member.required',
      'EXECUTION_DATE_INVALID /requestedExecutionDate date.past',
      'FORMAT_ERROR /creditorName member.required',
    ]);
  });

  it('do not follow from one another', () => {
    expect(single({ debtorAccount: { bban: 5, currency: 'NOK' } })).toEqual([
      'FORMAT_ERROR /debtorAccount/bban type.string',
    ]);
    expect(periodic({ frequency: 'Yearly', dayOfExecution: '32' })).toEqual([
      'FORMAT_ERROR /frequency choice.oneOf',
      'FORMAT_ERROR /dayOfExecution dayOfExecution.range',
    ]);
  });

  it('name inherited members as unknown, too', () => {
    const body: unknown = JSON.parse(
      JSON.stringify(exampleBasket).replace('{', '{"__proto__":{},"constructor":1,"toString":"x",'),
    );
    expect(faultsOf(signingBasketCreation, body)).toEqual([
      'FORMAT_ERROR /__proto__ member.unknown',
      'FORMAT_ERROR /constructor member.unknown',
      'FORMAT_ERROR /toString member.unknown',
    ]);
  });

  it('are counted up to a bound', () => {
    const unknown = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`x${index}`, 1]));
    expect(single(unknown)).toHaveLength(100);
    expect(single({ ...unknown, creditorName: 1 })).toHaveLength(100);
  });

  it.each([
    [100, 'FORMAT_ERROR /x99 member.unknown'],
    [101, 'FORMAT_ERROR  faults.more'],
  ])('of %s unknown members say whether there are more', (count, last) => {
    const unknown = Array.from({ length: count }, (_, index) => [`x${index}`, 1] as const);
    const body: object = Object.fromEntries(unknown);
    expect(single(body).at(-1)).toBe(last);
  });

  it.each([null, [], 'text', 7])('of the value %j say that an object is expected', (body) => {
    expect(faultsOf(singleBody, body)).toEqual(['FORMAT_ERROR  json.notObject']);
  });
});

describe('the JSON Schema of a body', () => {
  it('says what the class says, nested objects in place and closed', () => {
    const { required, properties } = objectSchema(periodicBody.bodyClass);
    expect(required).toEqual([
      'instructedAmount',
      'creditorName',
      'creditorAccount',
      'debtorAccount',
      'startDate',
      'frequency',
    ]);
    expect(properties?.monthsOfExecution).toEqual({
      type: 'array',
      minItems: 1,
      maxItems: 12,
      uniqueItems: true,
      items: { type: 'integer', minimum: 1, maximum: 12 },
    });
    expect(properties?.debtorAccount?.additionalProperties).toBe(false);
  });

  it('holds no reference to anything outside', () => {
    expect(JSON.stringify(objectSchema(singleBody.bodyClass))).not.toContain('$ref');
  });
});
