import type { PaymentInstruction } from '@nordgate/contracts';
import { spec } from '@nordgate/event-store/testing';
import { instructionHash } from '../domain/instruction-hash.js';
import { paymentStream } from '../domain/payment.js';
import { aPayment, anInstruction, authorisation } from '../testing/a-payment.js';
import { toAuthorise } from '../testing/payment-commands.js';
import { authorisePayment } from './authorise-payment.js';

const { given } = spec(paymentStream, authorisePayment);
const basket = 'basket-d4c3f6e5a7b8291aa0928d7e6f504132';

describe('authorising a payment', () => {
  it('lets the payment go on when the PSU approved what it still is', () => {
    given(...aPayment().initiated())
      .when(toAuthorise())
      .then({
        type: 'PaymentAuthorised',
        data: {
          by: 'authorisation-b2e1d4c3f5a6079889706b5c4d3e2f1a',
          customerId: 'customer-1',
          at: '2030-03-01T09:05:00.000Z',
        },
      })
      .again()
      .thenNothing();
  });

  it('takes the approval of a basket like one of its own', () => {
    given(...aPayment().initiated())
      .when(toAuthorise({ by: basket }))
      .then(...aPayment().authorised({ by: basket }).slice(1))
      .again()
      .thenNothing();
  });

  it('has nothing left to do when the same approval comes again', () => {
    const { authorised, cancelled } = aPayment();
    for (const history of [authorised(), cancelled(authorised())]) {
      given(...history)
        .when(toAuthorise())
        .thenNothing()
        .again()
        .thenNothing();
    }
  });

  it('refuses a second approval by somebody else', () => {
    given(...aPayment().authorised({ by: authorisation }))
      .when(toAuthorise({ by: basket }))
      .thenRejected('CONFLICT')
      .again()
      .thenRejected('CONFLICT');
  });

  it.each([
    ['rejected', aPayment().rejected()],
    ['cancelled', aPayment().cancelled()],
    [
      'cancelled after another approval',
      aPayment().cancelled(aPayment().authorised({ by: basket })),
    ],
  ])('refuses a payment that was %s', (_, history) => {
    given(...history)
      .when(toAuthorise())
      .thenRejected('CONFLICT')
      .again()
      .thenRejected('CONFLICT');
  });

  it('refuses a payment that is not there', () => {
    given()
      .when(toAuthorise())
      .thenRejected('RESOURCE_UNKNOWN')
      .again()
      .thenRejected('RESOURCE_UNKNOWN');
  });
});

describe('dynamic linking', () => {
  const shown: readonly [string, PaymentInstruction][] = [
    ['amount', { ...anInstruction, instructedAmount: { amount: '1250.51', currency: 'NOK' } }],
    ['currency', { ...anInstruction, instructedAmount: { amount: '1250.50', currency: 'SEK' } }],
    ['payee', { ...anInstruction, creditorName: 'Sandbox Bedrift To AS' }],
    [
      'payee account',
      { ...anInstruction, creditorAccount: { bban: '99996000024', currency: 'NOK' } },
    ],
  ];

  it.each(shown)('refuses an approval for another %s than the payment has', (_, instruction) => {
    given(...aPayment().initiated())
      .when(toAuthorise({ hash: instructionHash(instruction) }))
      .thenRejected('CONFLICT')
      .again()
      .thenRejected('CONFLICT');
  });

  it.each(shown)('refuses an approval when the %s has changed since', (_, instruction) => {
    given(...aPayment().with({ instruction }).initiated())
      .when(toAuthorise())
      .thenRejected('CONFLICT')
      .again()
      .thenRejected('CONFLICT');
  });

  it('refuses an approval of nothing', () => {
    given(...aPayment().initiated())
      .when(toAuthorise({ hash: '' }))
      .thenRejected('CONFLICT')
      .again()
      .thenRejected('CONFLICT');
  });
});
