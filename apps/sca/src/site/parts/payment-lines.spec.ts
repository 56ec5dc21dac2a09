import { paymentProducts } from '@nordgate/contracts/http';
import type { BulkPaymentInitiation } from '@nordgate/contracts/http';
import type { TransferInstruction } from '@nordgate/contracts/events';
import { anInstruction } from '../../testing/a-payment-view.js';
import { bulkLines, paymentLines } from './payment-lines.js';

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

  it('has the schedule of a periodic payment instead of a date', () => {
    const periodic = anInstruction({ startDate: '2026-04-01', frequency: 'Monthly' });
    expect(lines(periodic)).toMatchObject({
      Repeats: 'Every month',
      From: '1 April 2026',
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
