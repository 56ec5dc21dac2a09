import type { PaymentEvent } from '@nordgate/contracts/events';
import { received } from '@nordgate/decider/testing';
import { paymentEvents } from '../testing/a-payment.js';
import { registeredStatusOf } from './payment-register.js';
import { registerRow } from './payment-register.rows.js';

const statusAfter: { readonly [Type in PaymentEvent['type']]: string } = {
  PaymentInitiated: 'RCVD',
  PaymentChanged: 'RCVD',
  PaymentSigned: 'PDNG',
  PaymentProgressed: 'ACCP',
  PaymentAuthorised: 'ACTC',
  PaymentRejected: 'RJCT',
  PaymentCancelled: 'CANC',
};

describe('the register of payment statuses', () => {
  it.each(Object.values(paymentEvents))('reads the status that $type leaves', (event) => {
    expect(registeredStatusOf(received('payment-42', event, 7))).toEqual({
      paymentId: '42',
      version: 7,
      status: statusAfter[event.type],
      ...(event.type === 'PaymentProgressed' ? { fundsAvailable: false } : {}),
    });
  });

  it('keeps ids that look like streams whole', () => {
    const event = paymentEvents.PaymentInitiated;
    const fact = registeredStatusOf(received('payment-payment-1', event, 1));
    expect(fact.paymentId).toBe('payment-1');
  });

  it('writes a fact as one row, with funds only where they are known', () => {
    const fact = { paymentId: '1', version: 3, status: 'ACCP' } as const;
    expect(registerRow(fact).row).toEqual(['1', 3, 'ACCP', null]);
    expect(registerRow({ ...fact, fundsAvailable: false }).row).toEqual(['1', 3, 'ACCP', false]);
  });

  it('makes the same row of an event that comes again', () => {
    const event = received('payment-1', paymentEvents.PaymentAuthorised, 2);
    const [first, second] = [1, 2].map(() => registerRow(registeredStatusOf(event)));
    expect(second).toEqual(first);
  });
});
