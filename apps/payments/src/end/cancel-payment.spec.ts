import { fold } from '@nordgate/decider';
import { spec } from '@nordgate/decider/testing';
import { paymentStream } from '../domain/payment.js';
import {
  aPayment,
  aStandingOrder,
  firstOccurrence,
  occurrenceClaimed,
} from '../testing/a-payment.js';
import { toCancel } from '../testing/payment-commands.js';
import { cancelPayment } from './end-payment.js';

const { given } = spec(paymentStream, cancelPayment);
const approved = { by: 'authorisation-7', onlyUnapproved: false };
const { progressed } = aPayment();

describe('calling a payment off', () => {
  it('ends one that nobody has approved', () => {
    given(...aPayment().initiated())
      .when(toCancel())
      .then({
        type: 'PaymentCancelled',
        data: { by: 'PSDNO-FSA-999900001', at: '2030-03-01T12:00:00.000Z' },
      })
      .again()
      .thenNothing();
  });

  it('keeps which request asked for it', () => {
    given(...aPayment().initiated())
      .when(toCancel({ request: 'request-9' }))
      .then({
        type: 'PaymentCancelled',
        data: { by: 'PSDNO-FSA-999900001', request: 'request-9', at: '2030-03-01T12:00:00.000Z' },
      });
    const { by, at } = { by: 'PSDNO-FSA-999900001', at: '2030-03-01T12:00:00.000Z' };
    const cancelled = { type: 'PaymentCancelled', data: { by, request: 'request-9', at } } as const;
    expect(fold(paymentStream, [...aPayment().initiated(), cancelled])).toMatchObject({
      status: 'CANC',
      cancelledBy: 'request-9',
    });
  });

  it.each([
    ['approved', aPayment().authorised()],
    ['accepted', progressed({ fundsAvailable: true })],
    ['accepted with a change', progressed({ status: 'ACWC' })],
  ])('ends one that is %s only by a separate approval', (_what, history) => {
    given(...history)
      .when(toCancel())
      .thenRejected('CONFLICT');
    given(...history)
      .when(toCancel(approved))
      .then({ type: 'PaymentCancelled', data: { by: approved.by, at: '2030-03-01T12:00:00.000Z' } })
      .again()
      .thenNothing();
  });

  it.each([
    ['waiting for a second signer', aPayment().signed()],
    ['claimed by a run', aPayment().claimed()],
    ['claimed by a run for another day', aPayment().claimed({ status: 'ACWC' })],
    ['executing', progressed({ status: 'ACSP' })],
    ['executed', progressed({ status: 'ACSP' }, { status: 'ACSC' })],
    ['refused for lack of funds', progressed({ fundsAvailable: false })],
    ['refused', aPayment().rejected()],
  ])('is refused of one that is %s', (_what, history) => {
    for (const command of [toCancel(), toCancel(approved)]) {
      given(...history)
        .when(command)
        .thenRejected('CONFLICT');
    }
  });

  it('ends a periodic payment between its occurrences, and while one is in flight', () => {
    const order = aStandingOrder().authorised();
    for (const history of [order, [...order, occurrenceClaimed(firstOccurrence)]]) {
      given(...history)
        .when(toCancel(approved))
        .then({
          type: 'PaymentCancelled',
          data: { by: approved.by, at: '2030-03-01T12:00:00.000Z' },
        });
    }
  });

  it('is refused of one that is not there', () => {
    given().when(toCancel()).thenRejected('RESOURCE_UNKNOWN');
  });
});
