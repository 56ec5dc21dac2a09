import { spec } from '@nordgate/event-store/testing';
import { authorisePayment } from '../authorise-payment/authorise-payment.js';
import { paymentStream } from '../domain/payment.js';
import { aPayment } from '../testing/a-payment.js';
import { toAuthorise, toSign } from '../testing/payment-commands.js';
import { signPayment } from './sign-payment.js';

const { given } = spec(paymentStream, signPayment);

describe('the first of two signatures', () => {
  it('makes a payment wait for the second', () => {
    given(...aPayment().initiated())
      .when(toSign())
      .then(...aPayment().signed().slice(1))
      .again()
      .thenNothing();
  });

  it.each([
    ['has a first one', aPayment().signed({ by: 'authorisation-1' })],
    ['is approved', aPayment().authorised()],
    ['was refused', aPayment().rejected()],
    ['was called off', aPayment().cancelled()],
    ['has changed since it was shown', aPayment().changed()],
  ])('is refused of a payment that %s', (_what, history) => {
    given(...history)
      .when(toSign())
      .thenRejected('CONFLICT');
  });

  it('is refused of a payment that is not there', () => {
    given().when(toSign()).thenRejected('RESOURCE_UNKNOWN');
  });
});

describe('the second of two signatures', () => {
  const second = spec(paymentStream, authorisePayment);
  const byAnother = { by: 'authorisation-2', customerId: 'customer-2' };

  it('lets the payment go on', () => {
    second
      .given(...aPayment().signed())
      .when(toAuthorise(byAnother))
      .then({
        type: 'PaymentAuthorised',
        data: { ...byAnother, at: '2030-03-01T09:05:00.000Z' },
      })
      .again()
      .thenNothing();
  });

  it('is not that of the first signer once more', () => {
    second
      .given(...aPayment().signed())
      .when(toAuthorise({ by: 'authorisation-2' }))
      .thenRejected('CONFLICT');
  });
});
