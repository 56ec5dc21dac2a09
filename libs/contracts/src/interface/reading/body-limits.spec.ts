import type { Currency } from '../../base/codes/currencies.js';
import { findProduct } from '../products/payment-products.js';
import { signingBasketCreation } from '../baskets/signing-basket.js';
import type { BodyType } from './body-type.js';
import { aContext } from './testing/a-context.js';

const domestic = 'norwegian-domestic-credit-transfers';
const single = findProduct('payments', domestic)!.offer.body;
const periodic = findProduct('periodic-payments', domestic)!.offer.body;
const bulk = findProduct('bulk-payments', domestic)!.offer.body;
const abroad = findProduct('payments', 'cross-border-credit-transfers')!.offer.body;
const sepa = findProduct('payments', 'sepa-credit-transfers')!.offer.body;
const basket = signingBasketCreation;

const context = { ...aContext, fixes: new Set(['months-of-execution-12']) };

/** The faults of a product's example with a change. A member that becomes undefined is left out. */
function faultsOf(type: BodyType<unknown>, change: object): string[] {
  const members = Object.entries({ ...(type.example as object), ...change });
  const body = Object.fromEntries(members.filter(([, value]) => value !== undefined));
  const parsed = type.parse(body, context);
  return 'faults' in parsed
    ? parsed.faults.map(({ code, path, rule }) => `${code} ${path} ${rule}`)
    : [];
}

/** A change of a body that gives a member this length, count or number. */
type Change = (size: number) => object;

const a = (length: number) => 'a'.repeat(length);
const listOf = <Item>(count: number, item: (index: number) => Item) =>
  Array.from({ length: count }, (_, index) => item(index));
const text = (member: string): Change => {
  return (length) => ({ [member]: a(length) });
};
const line = (member: string): Change => {
  return (length) => ({
    creditorAddress: { country: 'NO', townName: 'Oslo', [member]: a(length) },
  });
};
const noText = { remittanceInformationUnstructured: undefined };
const invoice = { reference: '2345676', referenceType: 'CINV' };
const reference = (member: string): Change => {
  return (length) => ({
    ...noText,
    remittanceInformationStructuredArray: [{ ...invoice, [member]: a(length) }],
  });
};
const references: Change = (count) => ({
  ...noText,
  remittanceInformationStructuredArray: listOf(count, () => invoice),
});
const remittanceTexts: Change = (count) => ({
  ...noText,
  remittanceInformationUnstructuredArray: listOf(count, () => 'a'),
});
const remittanceText: Change = (length) => ({
  ...noText,
  remittanceInformationUnstructuredArray: [a(length)],
});
const structuredText: Change = (length) => ({
  ...noText,
  remittanceInformationStructured: a(length),
});
const reportingCode: Change = (length) => ({ regulatoryReportingCode: '1'.repeat(length) });
const digits: Change = (count) => ({
  instructedAmount: { amount: '9'.repeat(count), currency: 'NOK' },
});
const digitsWithDecimals: Change = (count) => ({
  instructedAmount: { amount: `${'9'.repeat(count - 2)}.99`, currency: 'NOK' },
});
const decimals = (currency: Currency): Change => {
  return (count) => ({
    instructedAmount: { amount: count === 0 ? '1' : `0.${'1'.repeat(count)}`, currency },
  });
};
const bban: Change = (length) => ({
  creditorAccount: { bban: 'A'.repeat(length), currency: 'USD' },
});
const months: Change = (month) => ({
  frequency: 'MonthlyVariable',
  monthsOfExecution: [month],
});
const day: Change = (number) => ({
  ...{ frequency: 'Monthly', monthsOfExecution: undefined },
  dayOfExecution: String(number),
});
const paymentIds: Change = (count) => ({ paymentIds: listOf(count, (index) => `p${index}`) });
const paymentId: Change = (length) => ({ paymentIds: [a(length)] });
const subPayments: Change = (count) => ({
  payments: listOf(count, () => (bulk.example as { payments: readonly object[] }).payments[0]),
});

describe('the bound of a member', () => {
  it.each<readonly [string, BodyType<unknown>, Change, number, string]>([
    // Bounds of the specification, sections 2.2, 2.3 and 8.
    ['70 characters of creditorName', single, text('creditorName'), 70, '/creditorName'],
    [
      '70 characters of creditorName in a periodic payment',
      periodic,
      text('creditorName'),
      70,
      '/creditorName',
    ],
    ['70 characters of ultimateDebtor', single, text('ultimateDebtor'), 70, '/ultimateDebtor'],
    [
      '70 characters of ultimateDebtor in a periodic payment',
      periodic,
      text('ultimateDebtor'),
      70,
      '/ultimateDebtor',
    ],
    ['70 characters of street', single, line('street'), 70, '/creditorAddress/street'],
    [
      '70 characters of street in a periodic payment',
      periodic,
      line('street'),
      70,
      '/creditorAddress/street',
    ],
    [
      '140 characters of remittance',
      single,
      text('remittanceInformationUnstructured'),
      140,
      '/remittanceInformationUnstructured',
    ],
    // Bounds of the framework, of ISO 20022 and of this bank.
    [
      '70 characters of ultimateCreditor',
      single,
      text('ultimateCreditor'),
      70,
      '/ultimateCreditor',
    ],
    ['70 characters of debtorName', single, text('debtorName'), 70, '/debtorName'],
    [
      '70 characters of buildingNumber',
      single,
      line('buildingNumber'),
      70,
      '/creditorAddress/buildingNumber',
    ],
    ['70 characters of postalCode', single, line('postalCode'), 70, '/creditorAddress/postalCode'],
    ['70 characters of townName', single, line('townName'), 70, '/creditorAddress/townName'],
    ['70 characters of city', single, line('city'), 70, '/creditorAddress/city'],
    [
      '140 characters of creditorAgentName',
      single,
      text('creditorAgentName'),
      140,
      '/creditorAgentName',
    ],
    [
      '140 characters in remittanceInformationUnstructuredArray',
      single,
      remittanceText,
      140,
      '/remittanceInformationUnstructuredArray/0',
    ],
    [
      '140 characters of remittanceInformationStructured',
      abroad,
      structuredText,
      140,
      '/remittanceInformationStructured',
    ],
    [
      '35 characters of reference',
      single,
      reference('reference'),
      35,
      '/remittanceInformationStructuredArray/0/reference',
    ],
    [
      '35 characters of referenceIssuer',
      single,
      reference('referenceIssuer'),
      35,
      '/remittanceInformationStructuredArray/0/referenceIssuer',
    ],
    [
      '35 characters of endToEndIdentification',
      single,
      text('endToEndIdentification'),
      35,
      '/endToEndIdentification',
    ],
    [
      '35 characters of instructionIdentification',
      single,
      text('instructionIdentification'),
      35,
      '/instructionIdentification',
    ],
    ['35 characters of creditorId', single, text('creditorId'), 35, '/creditorId'],
    [
      '35 characters of paymentInformationId',
      bulk,
      text('paymentInformationId'),
      35,
      '/paymentInformationId',
    ],
    [
      '35 characters of regulatoryReportingInformation',
      sepa,
      text('regulatoryReportingInformation'),
      35,
      '/regulatoryReportingInformation',
    ],
    ['255 characters of a payment id', basket, paymentId, 255, '/paymentIds/0'],
  ])('is %s: that is accepted, and one more is refused', (_what, type, change, longest, path) => {
    expect(faultsOf(type, change(longest))).toEqual([]);
    expect(faultsOf(type, change(longest + 1))).toEqual([`FORMAT_ERROR ${path} text.tooLong`]);
  });

  it.each<readonly [string, BodyType<unknown>, Change, number, number, string]>([
    [
      'at least 1 character of creditorName',
      single,
      text('creditorName'),
      1,
      0,
      '/creditorName text.empty',
    ],
    [
      'at least 1 character of remittance',
      single,
      text('remittanceInformationUnstructured'),
      1,
      0,
      '/remittanceInformationUnstructured text.empty',
    ],
    ['30 characters of a bban', abroad, bban, 30, 31, '/creditorAccount/bban bban.form'],
    ['at least 1 character of a bban', abroad, bban, 1, 0, '/creditorAccount/bban bban.form'],
    ['18 digits of an amount', single, digits, 18, 19, '/instructedAmount/amount amount.form'],
    [
      '18 digits of an amount, decimals included',
      single,
      digitsWithDecimals,
      18,
      19,
      '/instructedAmount/amount amount.form',
    ],
    [
      '2 decimals of kroner',
      single,
      decimals('NOK'),
      2,
      3,
      '/instructedAmount/amount amount.minorUnits',
    ],
    [
      'no decimals of yen',
      abroad,
      decimals('JPY'),
      0,
      1,
      '/instructedAmount/amount amount.minorUnits',
    ],
    [
      '3 decimals of dinars',
      abroad,
      decimals('KWD'),
      3,
      4,
      '/instructedAmount/amount amount.minorUnits',
    ],
    [
      '5 decimals of special drawing rights',
      abroad,
      decimals('XDR'),
      5,
      6,
      '/instructedAmount/amount amount.form',
    ],
    ['at least month 1', periodic, months, 1, 0, '/monthsOfExecution/0 number.range'],
    ['month 12', periodic, months, 12, 13, '/monthsOfExecution/0 number.range'],
    ['at least day 1 of a month', periodic, day, 1, 0, '/dayOfExecution dayOfExecution.range'],
    ['day 31 of a month', periodic, day, 31, 32, '/dayOfExecution dayOfExecution.range'],
    ['two digits of a day', periodic, day, 31, 100, '/dayOfExecution dayOfExecution.form'],
    ['at least 1 payment in a basket', basket, paymentIds, 1, 0, '/paymentIds list.empty'],
    ['10 payments in a basket', basket, paymentIds, 10, 11, '/paymentIds list.tooLong'],
    [
      '1 text of remittanceInformationUnstructuredArray',
      single,
      remittanceTexts,
      1,
      2,
      '/remittanceInformationUnstructuredArray list.tooLong',
    ],
    [
      'at least 1 character in remittanceInformationUnstructuredArray',
      single,
      remittanceText,
      1,
      0,
      '/remittanceInformationUnstructuredArray/0 text.empty',
    ],
    [
      '10 references',
      single,
      references,
      10,
      11,
      '/remittanceInformationStructuredArray list.tooLong',
    ],
    [
      '2 digits of regulatoryReportingCode',
      sepa,
      reportingCode,
      2,
      3,
      '/regulatoryReportingCode regulatoryReporting.code',
    ],
    [
      'at least 2 digits of regulatoryReportingCode',
      sepa,
      reportingCode,
      2,
      1,
      '/regulatoryReportingCode regulatoryReporting.code',
    ],
    ['500 payments in a bulk', bulk, subPayments, 500, 501, '/payments list.tooLong'],
    ['at least 1 payment in a bulk', bulk, subPayments, 1, 0, '/payments list.empty'],
  ])(
    'is %s: that is accepted, and the next is refused',
    (_what, type, change, accepted, refused, fault) => {
      expect(faultsOf(type, change(accepted))).toEqual([]);
      expect(faultsOf(type, change(refused))).toEqual([`FORMAT_ERROR ${fault}`]);
    },
  );
});

/** Valid check digits of an IBAN of any length, by ISO/IEC 7064 MOD 97-10. */
function ibanOf(country: string, bban: string): string {
  const digits = [...`${bban}${country}00`].map((one) => String(parseInt(one, 36))).join('');
  const check = 98n - (BigInt(digits) % 97n);
  return `${country}${String(check).padStart(2, '0')}${bban}`;
}

describe('an iban with right check digits', () => {
  it.each<[string, string, readonly string[]]>([
    ['15 characters, as in Norway', ibanOf('NO', '86011117947'), []],
    ['33 characters, as in Russia', ibanOf('RU', '044525600407028104123456789XY'), []],
    [
      '34 characters, which no country has',
      ibanOf('RU', '044525600407028104123456789XYZ'),
      ['FORMAT_ERROR /creditorAccount/iban iban.invalid'],
    ],
    [
      '35 characters, more than an iban can have',
      ibanOf('RU', '044525600407028104123456789WXYZ'),
      ['FORMAT_ERROR /creditorAccount/iban iban.form'],
    ],
  ])('of %s is judged by its length', (_what, iban, expected) => {
    expect(faultsOf(abroad, { creditorAccount: { iban, currency: 'EUR' } })).toEqual(expected);
  });
});
