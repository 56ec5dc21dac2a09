import type { PartOutcome } from '@nordgate/contracts/events';
import { spec } from '@nordgate/decider/testing';
import { paymentStream } from '../domain/payment.js';
import { aBulk, aPayment, partRejected } from '../testing/a-payment.js';
import { toReject } from '../testing/payment-commands.js';
import { rejectPayment } from './end-payment.js';

const { given } = spec(paymentStream, rejectPayment);

describe('rejecting a payment', () => {
  it.each(['refused-by-psu', 'account-not-debitable'] as const)('keeps why: %s', (reason) => {
    given(...aPayment().initiated())
      .when(toReject({ reason }))
      .then({
        type: 'PaymentRejected',
        data: {
          by: 'authorisation-b2e1d4c3f5a6079889706b5c4d3e2f1a',
          code: 'PAYMENT_FAILED',
          reason,
          at: '2030-03-01T09:05:00.000Z',
        },
      })
      .again()
      .thenNothing();
  });

  it('that somebody has signed is not for who may not debit its account, unless its basket ends', () => {
    const reason = 'account-not-debitable';
    given(...aPayment().signed())
      .when(toReject({ reason }))
      .thenRejected('CONFLICT');
    given(...aPayment().signed())
      .when(toReject({ reason, by: 'basket-1' }))
      .then(...aPayment().rejected({ reason, by: 'basket-1' }).slice(-1));
    given(...aPayment().signed())
      .when(toReject())
      .then(...aPayment().rejected().slice(-1));
  });

  it.each([
    ['approved', aPayment().authorised()],
    ['executing', aPayment().progressed({ status: 'ACSP' })],
  ])('ends an %s payment that the bank cannot execute', (_, history) => {
    const why = { reason: 'not-executable' } as const;
    given(...history)
      .when(toReject(why))
      .then(...aPayment().rejected(why).slice(-1));
  });

  it('does not end an unapproved payment as not executable', () => {
    given(...aPayment().initiated())
      .when(toReject({ reason: 'not-executable' }))
      .thenRejected('CONFLICT');
  });

  it('leaves a rejected payment as it is, and the first reason with it', () => {
    given(...aPayment().rejected({ reason: 'refused-by-psu' }))
      .when(toReject({ by: 'basket-1', reason: 'account-not-debitable' }))
      .thenNothing()
      .again()
      .thenNothing();
  });

  it.each([
    ['approved', aPayment().authorised()],
    ['cancelled', aPayment().cancelled()],
  ])('refuses a payment that is %s', (_, history) => {
    given(...history)
      .when(toReject())
      .thenRejected('CONFLICT')
      .again()
      .thenRejected('CONFLICT');
  });

  it('ends the sub-payments of a bulk that have not ended, unless one was executed or soon is', () => {
    const reason = 'not-executable';
    const after = (...parts: readonly PartOutcome[]) =>
      aBulk().progressed({ status: 'ACSP' }, { status: 'ACSP', parts });
    given(...aBulk().progressed({ status: 'PART', parts: [partRejected(1)] }))
      .when(toReject({ reason }))
      .then(...aPayment().rejected({ reason }).slice(-1))
      .again()
      .thenNothing();
    for (const status of ['ACSC', 'ACWP'] as const) {
      given(...after({ part: 1, status }))
        .when(toReject({ reason }))
        .thenRejected('CONFLICT');
    }
  });

  it('refuses a payment that is not there', () => {
    given()
      .when(toReject())
      .thenRejected('RESOURCE_UNKNOWN')
      .again()
      .thenRejected('RESOURCE_UNKNOWN');
  });
});
