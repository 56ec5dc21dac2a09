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

describe('what the bank says before the approval', () => {
  const termed = (
    terms: PaymentTerms,
    change: Partial<TransferInstruction> = {},
    language: 'en' | 'nb' | 'sv' | 'da' = 'en',
  ) =>
    Object.fromEntries(
      paymentLines(anInstruction(change), language, terms).map(({ label, value }) => [
        label,
        value.replaceAll('\u00a0', ' '),
      ]),
    );
  const estimate = {
    payments: { amount: '16000.00', currency: 'NOK' },
    total: { amount: '16025.00', currency: 'NOK' },
    rate: '10.7',
    quotedOn: '2026-11-02',
  } as const;

  it.each([
    ['en', 'Estimated debit', 'about 16,000.00 NOK, at the rate 10.7 of 2 November 2026'],
    ['nb', 'Anslått trekk', 'omtrent 16 000,00 NOK, til kurs 10,7 fra 2. november 2026'],
    ['sv', 'Uppskattat belopp', 'cirka 16 000,00 NOK, till kursen 10,7 från 2 november 2026'],
    ['da', 'Anslået beløb', 'cirka 16.000,00 NOK, til kursen 10,7 fra 2. november 2026'],
  ] as const)('has the estimate in the currency of the account, in %s', (language, label, text) => {
    expect(termed({ estimate }, {}, language)).toMatchObject({ [label]: text });
  });

  it('names no rate where there are several, and each time for a periodic payment', () => {
    const { payments, total, quotedOn } = estimate;
    const several = { payments, total, quotedOn };
    const text = 'about 16,000.00 NOK, at the rates of 2 November 2026';
    expect(termed({ estimate: several })).toMatchObject({ 'Estimated debit': text });
    const periodic = { frequency: 'Monthly', startDate: '2030-03-01' } as const;
    expect(termed({ estimate }, periodic)['Estimated debit']).toMatch(
      /^about 16,000.00 NOK each time,/,
    );
  });

  const moved = { wanted: '2026-11-21', day: '2026-11-23', isLate: false };
  it('has the day of the execution beside the one that was asked for', () => {
    const planned = { planned: moved };
    const asked = { requestedExecutionDate: '2026-11-21' };
    const text = '23 November 2026, because 21 November 2026 is not possible';
    expect(termed(planned, asked)).toMatchObject({ Date: text });
    expect(termed(planned)).toMatchObject({ Date: 'As soon as possible, on 23 November 2026' });
    const kept = { planned: { ...moved, day: moved.wanted } };
    expect(termed(kept, asked)).toMatchObject({ Date: '21 November 2026' });
    expect(termed(kept)).toMatchObject({ Date: 'As soon as possible' });
  });

  it('has the first day of a periodic payment after its cut-off and closed days', () => {
    const periodic = { frequency: 'Daily', startDate: '2026-11-20' } as const;
    expect(termed({ planned: moved }, periodic)).toMatchObject({
      'First payment': '23 November 2026',
    });
  });
});

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
    const fee = { amount: '25', currency: 'NOK' };
    const feeIn = (instruction: TransferInstruction, terms: PaymentTerms) =>
      paymentLines(instruction, 'en', terms).find(({ label }) => label === 'Fee');
    const periodic = anInstruction({ startDate: '2026-04-01', frequency: 'Monthly' });
    expect(feeIn(anInstruction(), { fee })).toMatchObject({
      value: '25.00\u00a0NOK',
      exact: '25',
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
      'Up to and including': 'Until you stop it',
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
      'Up to and including': '1 April 2027',
      Months: 'April, October',
      'Day of the month': '31',
      'First payment': '30 April 2026',
      'If the day is not a banking day': 'Paid on the banking day before',
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
      'Statement: One amount',
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
