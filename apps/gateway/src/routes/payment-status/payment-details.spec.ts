import type { PaymentStatus } from '@nordgate/contracts/codes';
import type { PeriodicPaymentInitiation, SinglePaymentInitiation } from '@nordgate/contracts/http';
import type { CreditorInstruction } from '@nordgate/contracts/http';
import type { PaymentView } from '@nordgate/contracts/queries';
import type { Caller } from '../../access/caller.js';
import { progressOf } from './find-payment.js';
import type { FoundPayment } from './find-payment.js';
import { nextExecutionsOf, paymentDetailsOf } from './payment-details.js';
import { paymentStatusOf } from './payment-status.js';

const single: SinglePaymentInitiation = {
  instructedAmount: { amount: '399', currency: 'NOK' },
  creditorName: 'Solsiden Trening AS',
  creditorAccount: { bban: '99996000016', currency: 'NOK' },
  debtorAccount: { bban: '99991200017', currency: 'NOK' },
};
const instruction: PeriodicPaymentInitiation = {
  ...single,
  startDate: '2030-03-01',
  frequency: 'Weekly',
};

function shown(transactionStatus: PaymentStatus, today: string, endDate?: string) {
  const order = endDate === undefined ? instruction : { ...instruction, endDate };
  return nextExecutionsOf({ instruction: order, transactionStatus }, today).nextExecutionDates;
}

const order = { instruction, transactionStatus: 'ACTC' } as const;
const detailsOf = (view: Partial<PaymentView>) =>
  paymentDetailsOf(
    { named: { streamId: 'order' }, view } as unknown as FoundPayment,
    { language: 'en' } as Caller,
    { partId: () => '', now: () => new Date() },
  );

describe('the details of a periodic payment', () => {
  it.each(['RCVD', 'PDNG', 'ACTC', 'ACSP'] as const)('have six dates while it is %s', (status) => {
    expect(shown(status, '2030-03-08')).toEqual([
      '2030-03-08',
      '2030-03-15',
      '2030-03-22',
      '2030-03-29',
      '2030-04-05',
      '2030-04-12',
    ]);
  });

  it('have the remaining dates, and an empty list after the last one', () => {
    expect(shown('ACTC', '2030-03-02', '2030-03-15')).toEqual(['2030-03-08', '2030-03-15']);
    expect(shown('ACTC', '2030-03-16', '2030-03-15')).toEqual([]);
  });

  it.each(['RJCT', 'CANC', 'ACSC'] as const)('have no dates when it is %s', (status) => {
    expect(shown(status, '2030-03-08')).toBeUndefined();
  });

  it('have no dates after a rejection for lack of funds', () => {
    const view = { instruction, transactionStatus: 'ACCP', fundsAvailable: false } as const;
    expect(nextExecutionsOf(view, '2030-03-08')).toEqual({});
  });

  it('have no date that a run has taken', () => {
    const taken = (date: string) =>
      nextExecutionsOf(
        { ...order, occurrences: [{ date, transactionStatus: 'ACCP' }] },
        '2030-03-08',
      ).nextExecutionDates?.[0];
    expect(taken('2030-03-01')).toBe('2030-03-08');
    expect(taken('2030-03-08')).toBe('2030-03-15');
  });

  it('show each occurrence with its date, status and reason', () => {
    const rejection = { code: 'PAYMENT_FAILED', reason: 'creditor-account-unknown' } as const;
    const occurrences = [
      { date: '2030-03-01', transactionStatus: 'ACSC', fundsAvailable: true },
      { date: '2030-03-08', transactionStatus: 'RJCT', rejection },
      { date: '2030-03-15', transactionStatus: 'ACCP', fundsAvailable: false },
      { date: '2030-03-22', transactionStatus: 'ACSP' },
    ] as const;
    expect(detailsOf({ ...order, occurrences })).toMatchObject({
      transactionStatus: 'ACTC',
      occurrences: [
        { date: '2030-03-01', transactionStatus: 'ACSC', fundsAvailable: true },
        {
          date: '2030-03-08',
          transactionStatus: 'RJCT',
          tppMessages: [
            { code: 'PAYMENT_FAILED', text: expect.stringContaining('creditor') as string },
          ],
          psuMessage: expect.stringContaining('payee') as string,
        },
        {
          date: '2030-03-15',
          transactionStatus: 'ACCP',
          fundsAvailable: false,
          psuMessage: expect.stringContaining('not enough money') as string,
        },
        { date: '2030-03-22', transactionStatus: 'ACSP' },
      ],
    });
  });

  it('show the occurrence in flight of a cancelled order, and no next dates', () => {
    const occurrences = [{ date: '2030-03-01', transactionStatus: 'ACSP' }] as const;
    const details = detailsOf({ ...order, transactionStatus: 'CANC', occurrences });
    expect(details).toMatchObject({ transactionStatus: 'CANC', occurrences });
    expect(details).not.toHaveProperty('nextExecutionDates');
  });

  it('have no occurrences before the first one', () => {
    expect(detailsOf(order)).not.toHaveProperty('occurrences');
  });

  it('have no dates for any other payment', () => {
    const view = { instruction: single, transactionStatus: 'ACTC' } as const;
    expect(nextExecutionsOf(view, '2030-03-08')).toEqual({});
  });
});

describe('the details of a bulk', () => {
  const caller = { language: 'en' } as Caller;
  const edge = {
    now: () => new Date(),
    partId: (_stream: string, part: number) => `part-${String(part)}`,
  };
  const { debtorAccount } = single;
  const one: CreditorInstruction = {
    instructedAmount: single.instructedAmount,
    creditorName: single.creditorName,
    creditorAccount: single.creditorAccount,
  };
  const bulk = { instruction: { debtorAccount, payments: [one, one, one] } };
  const rejection = { code: 'PAYMENT_FAILED', reason: 'not-executable' } as const;
  const parts = [
    { transactionStatus: 'ACSC' },
    { transactionStatus: 'RJCT', rejection },
    { transactionStatus: 'ACCP', fundsAvailable: false },
  ] as const;
  const found = (view: Partial<PaymentView>, part?: number) =>
    ({ named: { streamId: 'bulk', part }, view: { ...bulk, ...view } }) as unknown as FoundPayment;
  const partly = (part?: number) => found({ transactionStatus: 'PART', parts }, part);

  it('have the status of each sub-payment beside their own', () => {
    expect(paymentDetailsOf(partly(), caller, edge)).toEqual({
      debtorAccount,
      transactionStatus: 'PART',
      payments: [
        { ...one, paymentId: 'part-0', transactionStatus: 'ACSC' },
        { ...one, paymentId: 'part-1', transactionStatus: 'RJCT' },
        { ...one, paymentId: 'part-2', transactionStatus: 'ACCP', fundsAvailable: false },
      ],
    });
  });

  it('give the sub-payments the status of the bulk until they differ', () => {
    const details = paymentDetailsOf(found({ transactionStatus: 'CANC' }), caller, edge);
    const status = { transactionStatus: 'CANC' };
    expect(details).toMatchObject({ ...status, payments: [status, status, status] });
    expect(progressOf(found({ transactionStatus: 'CANC' }, 2))).toMatchObject(status);
  });

  it('show a sub-payment that is read as a single payment with its own status and reason', () => {
    const read = [0, 1, 2].map((part) => paymentDetailsOf(partly(part), caller, edge));
    expect(read).toMatchObject([
      { ...one, debtorAccount, transactionStatus: 'ACSC' },
      { transactionStatus: 'RJCT', tppMessages: [{ code: 'PAYMENT_FAILED' }] },
      { transactionStatus: 'ACCP', psuMessage: expect.stringContaining('not enough') as string },
    ]);
    for (const [part, details] of read.entries()) {
      expect(details).toMatchObject(paymentStatusOf(progressOf(partly(part)), caller));
    }
  });
});
