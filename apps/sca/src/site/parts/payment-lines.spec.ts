import type { TransferInstruction } from '@nordgate/contracts';
import { anInstruction } from '../../testing/a-payment-view.js';
import { paymentLines } from './payment-lines.js';

const lines = (instruction: TransferInstruction, language: 'en' | 'nb' = 'en') =>
  Object.fromEntries(
    paymentLines(instruction, language).map(({ label, value }) => [
      label,
      value.replaceAll('\u00a0', ' '),
    ]),
  );

describe('what is shown of a payment', () => {
  it('is amount, payee, both accounts, text and date', () => {
    expect(lines(anInstruction())).toEqual({
      Amount: '1,250.50 NOK',
      To: 'Strøm & Varme AS',
      'To account': '8601 11 17947',
      'From account': '1506 20 78902',
      Text: 'March <invoice>',
      Date: 'As soon as possible',
    });
  });

  it('has the amount as the TPP sent it, too', () => {
    expect(paymentLines(anInstruction(), 'nb')[0]).toMatchObject({ exact: '1250.50' });
  });

  it('speaks Norwegian', () => {
    const instruction = anInstruction({ requestedExecutionDate: '2026-05-17' });
    expect(lines(instruction, 'nb')).toMatchObject({ Beløp: '1 250,50 NOK', Dato: '17. mai 2026' });
  });

  it('shows references and whom it is paid for', () => {
    const instruction = anInstruction({
      ultimateDebtor: 'Ola',
      remittanceInformationStructuredArray: [{ reference: '1234567897' }],
    });
    expect(lines(instruction)).toMatchObject({ Reference: '1234567897', 'On behalf of': 'Ola' });
  });

  it('shows the schedule of a periodic payment instead of a date', () => {
    const periodic = anInstruction({ startDate: '2026-04-01', frequency: 'Monthly' });
    expect(lines(periodic)).toMatchObject({
      Repeats: 'Every month',
      From: '1 April 2026',
      Until: 'Until you stop it',
    });
    expect(lines(periodic)).not.toHaveProperty('Date');
  });

  it('shows every part of a schedule that is there', () => {
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
