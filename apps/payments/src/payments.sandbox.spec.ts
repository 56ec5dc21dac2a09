import { spec } from '@nordgate/decider/testing';
import { paymentStream } from './domain/payment.js';
import { paymentsDeciders } from './payments.deciders.js';
import { changeOnce, withOtherChannels } from './payments.sandbox.js';
import { aPayment } from './testing/a-payment.js';
import { toCancel, toChange } from './testing/payment-commands.js';

const { CancelPayment } = withOtherChannels(paymentsDeciders(undefined));
const { given } = spec(paymentStream, changeOnce);
const [first, reused, later] = ['sandbox/r1/c1', 'sandbox/r1/c2', 'sandbox/r2/c1'] as const;
const { instruction } = toChange().data;
const at = '2030-03-01T09:05:00.000Z';
const changedBy = (by: string) =>
  ({ type: 'PaymentChanged', data: { by, instruction, at } }) as const;

describe('ChangePayment of a sandbox', () => {
  it('changes an unapproved payment once for a repeat of the request', () => {
    given(...aPayment().initiated())
      .when(toChange({ by: first }))
      .then(changedBy(first))
      .again()
      .thenNothing();
  });

  it('refuses an X-Request-ID that came with another change', () => {
    given(...aPayment().initiated(), changedBy(first))
      .when(toChange({ by: reused }))
      .thenRejected('CONFLICT');
  });

  it('takes the change of another X-Request-ID', () => {
    given(...aPayment().initiated(), changedBy(first))
      .when(toChange({ by: later }))
      .then(changedBy(later));
  });

  it('refuses an approved payment, and one that does not exist', () => {
    given(...aPayment().authorised())
      .when(toChange({ by: first }))
      .thenRejected('CONFLICT');
    given()
      .when(toChange({ by: first }))
      .thenRejected('RESOURCE_UNKNOWN');
  });
});

describe('CancelPayment over the topic of a sandbox', () => {
  it.each([
    ['is taken from a TPP before the approval', { onlyUnapproved: true }, false],
    ['is taken from another channel', { by: first, onlyUnapproved: false }, false],
    ['is parked for a TPP after the approval', { onlyUnapproved: false }, true],
    ['is parked for an operator', { by: 'operator', onlyUnapproved: false }, true],
  ])('%s', (_what, data, isParked) => {
    expect(CancelPayment.isInternal(toCancel(data))).toBe(isParked);
  });
});
