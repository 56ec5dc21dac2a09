import { paymentProducts } from '@nordgate/contracts/http';
import type { BulkPaymentInitiation } from '@nordgate/contracts/http';
import type { TransferInstruction } from '@nordgate/contracts/events';
import { anInstruction } from '../../testing/a-payment-view.js';
import { bulkLines, paymentLines } from './payment-lines.js';
import type { PaymentTerms } from './payment-lines.js';

const lines = (instruction: TransferInstruction, language: 'en' | 'nb' = 'en') =>
  Object.fromEntries(
    paymentLines(instruction, language).map(({ label, value }) => [
      label,
      value.replaceAll('\u00a0', ' '),
    ]),
  );

describe('the description of a payment', () => {
  it('has amount, payee, both accounts, text and date', () => {
    expect(lines(anInstruction())).toEqual({
      Amount: '1,250.50 NOK',
      To: 'Strøm & Varme AS',
      'To account': '8601 11 17947',
      'From account': '1506 20 78902',
      Text: 'March <invoice>',
      Date: 'As soon as possible',
    });
  });

  it('has the amount also as the TPP sent it', () => {
    expect(paymentLines(anInstruction(), 'nb')[0]).toMatchObject({ exact: '1250.50' });
  });

  it('is in Norwegian for a Norwegian reader', () => {
    const instruction = anInstruction({ requestedExecutionDate: '2026-05-17' });
    expect(lines(instruction, 'nb')).toMatchObject({ Beløp: '1 250,50 NOK', Dato: '17. mai 2026' });
  });

  it('has the references and the ultimate debtor', () => {
    const instruction = anInstruction({
      ultimateDebtor: 'Ola',
      remittanceInformationStructuredArray: [{ reference: '1234567897' }],
    });
    expect(lines(instruction)).toMatchObject({ Reference: '1234567897', 'On behalf of': 'Ola' });
  });

  it('says where the money goes: bank, address and country, and who gets it in the end', () => {
    const instruction = anInstruction({
      creditorAccount: { iban: 'DE89370400440532013000', currency: 'EUR' },
      creditorAgent: 'COBADEFFXXX',
      creditorAgentName: 'Bank am Markt',
      creditorAddress: { street: 'Pier', buildingNumber: '4', townName: 'Bremen', country: 'DE' },
      ultimateCreditor: 'Hafen GmbH',
    });
    expect(lines(instruction)).toMatchObject({
      'To account': 'DE89 3704 0044 0532 0130 00 (EUR)',
      'To bank': 'Bank am Markt (COBADEFFXXX)',
      Address: 'Pier 4, Bremen, Germany',
      'Passed on to': 'Hafen GmbH',
    });
    expect(lines(instruction, 'nb')).toMatchObject({ Adresse: 'Pier 4, Bremen, Tyskland' });
  });

  it('says what it costs by the price list, each time for a periodic payment', () => {
    const fee = { amount: '25.00', currency: 'NOK' };
    const feeIn = (instruction: TransferInstruction, terms: PaymentTerms) =>
      paymentLines(instruction, 'en', terms).find(({ label }) => label === 'Fee');
    const periodic = anInstruction({ startDate: '2026-04-01', frequency: 'Monthly' });
    expect(feeIn(anInstruction(), { fee })).toMatchObject({
      value: '25.00\u00a0NOK',
      exact: '25.00',
    });
    expect(feeIn(periodic, { fee })?.value).toBe('25.00\u00a0NOK each time');
    expect(feeIn(anInstruction(), { fee: 'none' })?.value).toBe('None');
    expect(feeIn(anInstruction(), {})).toBeUndefined();
  });

  it('says how fast the money arrives, who bears the charges and what is reported', () => {
    const abroad = anInstruction({
      serviceLevel: 'URGP',
      chargeBearer: 'DEBT',
      regulatoryReportingCode: '14',
      regulatoryReportingInformation: 'Books',
      regulatoryReportingAmount: { amount: '89.90', currency: 'EUR' },
    });
    expect(lines(abroad)).toMatchObject({
      'How fast': 'Urgent',
      'Other fees': 'You pay all of them',
      'Reported to the authorities': 'code 14, Books, 89.90 EUR',
    });
    const labels = paymentLines(anInstruction(), 'en', { isInstant: true }).map(
      ({ label, value }) => `${label}: ${value}`,
    );
    expect(labels).toContain('How fast: Within seconds');
    expect(labels).not.toContain('Date: As soon as possible');
  });

  it('has the schedule of a periodic payment instead of a date', () => {
    const periodic = anInstruction({ startDate: '2026-04-01', frequency: 'Monthly' });
    expect(lines(periodic)).toMatchObject({
      Repeats: 'Every month',
      'First payment': '1 April 2026',
      Until: 'Until you stop it',
    });
    expect(lines(periodic)).not.toHaveProperty('Date');
  });

  it('has every part of a schedule that the payment has', () => {
    const periodic = anInstruction({
      startDate: '2026-04-01',
      endDate: '2027-04-01',
      frequency: 'MonthlyVariable',
      monthsOfExecution: [4, 10],
      dayOfExecution: '31',
      executionRule: 'preceeding',
    });
    expect(lines(periodic)).toMatchObject({
      Repeats: 'In chosen months',
      Until: '1 April 2027',
      Months: 'April, October',
      'Day of the month': '31',
      'First payment': '30 April 2026',
      'On weekends and bank holidays': 'Paid on the banking day before',
    });
  });
});

const [domestic] = paymentProducts;
const bulk = domestic?.services['bulk-payments']?.body.example as BulkPaymentInitiation;

const linesOfBulk = (one: BulkPaymentInitiation) =>
  bulkLines(one, 'en').map(({ label, value }) => `${label}: ${value.replaceAll('\u00a0', ' ')}`);

describe('the description of a bulk payment', () => {
  it('has the exact sum, the number of payments, the account, the name and the date', () => {
    expect(linesOfBulk(bulk)).toEqual([
      'Sum: 59,950.25 NOK',
      'Payments: 2',
      'From account: 9710 41 33219',
      'Name: LONN-2030-03',
      'Date: 15 March 2030',
      'On your statement: One sum',
    ]);
    expect(bulkLines(bulk, 'nb')[0]?.exact).toBe('59950.25');
  });

  it('has a sum for each currency', () => {
    const [first, second] = bulk.payments;
    const payments = [
      { ...first!, instructedAmount: { amount: '0.1', currency: 'EUR' } as const },
      { ...second!, instructedAmount: { amount: '0.20', currency: 'EUR' } as const },
      { ...second!, instructedAmount: { amount: '5000', currency: 'JPY' } as const },
    ];
    expect(linesOfBulk({ ...bulk, payments }).slice(0, 2)).toEqual([
      'Sum: 0.30 EUR',
      'Sum: 5,000 JPY',
    ]);
  });
});
