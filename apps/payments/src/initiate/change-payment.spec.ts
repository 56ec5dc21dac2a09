import { paymentProducts } from '@nordgate/contracts/http';
import type { BulkPaymentInitiation } from '@nordgate/contracts/http';
import { instructionHash } from '@nordgate/contracts/rules';
import { spec } from '@nordgate/decider/testing';
import { authorisePayment } from '../approve/approve-payment.js';
import { paymentStream } from '../domain/payment.js';
import { aPayment, changedInstruction } from '../testing/a-payment.js';
import { toAuthorise, toChange } from '../testing/payment-commands.js';
import { changePayment } from './change-payment.js';

const { given } = spec(paymentStream, changePayment);
const bulk = paymentProducts[0]?.services['bulk-payments']?.body.example as BulkPaymentInitiation;

describe('a change by another channel', () => {
  it('keeps the payment and its id', () => {
    given(...aPayment().initiated())
      .when(toChange())
      .then({
        type: 'PaymentChanged',
        data: {
          by: 'channel:branch',
          instruction: changedInstruction,
          at: '2030-03-01T09:05:00.000Z',
        },
      })
      .again()
      .thenNothing();
  });

  it('voids what a PSU was shown before, and nothing that is shown afterwards', () => {
    const approving = spec(paymentStream, authorisePayment);
    approving
      .given(...aPayment().changed())
      .when(toAuthorise())
      .thenRejected('CONFLICT');
    approving
      .given(...aPayment().changed())
      .when(toAuthorise({ hash: instructionHash(changedInstruction) }))
      .then(...aPayment().authorised().slice(1));
  });

  it.each([
    ['half approved', aPayment().signed()],
    ['approved', aPayment().authorised()],
    ['refused', aPayment().rejected()],
    ['called off', aPayment().cancelled()],
  ])('is refused of a payment that is %s', (_what, history) => {
    given(...history)
      .when(toChange())
      .thenRejected('CONFLICT');
  });

  it('leaves the places of sub-payments: their ids are places', () => {
    const history = aPayment().with({ service: 'bulk-payments', instruction: bulk }).initiated();
    const fewer = { ...bulk, payments: bulk.payments.slice(1) };
    given(...history)
      .when(toChange({ instruction: fewer }))
      .thenRejected('FORMAT_ERROR');
    given(...history)
      .when(toChange())
      .thenRejected('FORMAT_ERROR');
  });

  it('is refused of a payment that is not there', () => {
    given().when(toChange()).thenRejected('RESOURCE_UNKNOWN');
  });
});
