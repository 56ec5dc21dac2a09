import type { BasketCreated, PaymentInitiated } from '@nordgate/contracts/events';
import { noReaction } from '@nordgate/decider';
import type { ReceivedEvent } from '@nordgate/decider';
import { anInstruction } from '../testing/a-payment-view.js';
import { anInitiator, openedAt } from '../testing/an-authorisation.js';
import { openForBasket, openForPayment } from './open-authorisations.js';

function received<Event extends PaymentInitiated | BasketCreated>(
  stream: string,
  event: Event,
): ReceivedEvent<Event> {
  return { stream, version: 1, event, at: openedAt };
}

const initiated: PaymentInitiated = {
  type: 'PaymentInitiated',
  data: {
    service: 'payments',
    product: 'norwegian-domestic-credit-transfers',
    initiator: anInitiator(),
    fingerprint: 'fingerprint-1',
    instruction: anInstruction(),
    authorisation: { id: 'aut-1', tokenHash: 'hash-of-token' },
    acceptedAt: openedAt,
  },
};

describe('open authorisations', () => {
  it('opens none for a payment that needs no SCA', () => {
    const exemption = { reason: 'own-accounts', customerId: 'cus-1' } as const;
    const exempt: PaymentInitiated = { ...initiated, data: { ...initiated.data, exemption } };
    expect(openForPayment(received('payment-pay-1', exempt))).toBe(noReaction);
  });

  it('opens the link of a new payment, with the time at which the payment was stored', () => {
    const { commands } = openForPayment(received('payment-pay-1', initiated));
    expect(commands).toMatchObject([
      {
        type: 'OpenAuthorisation',
        stream: 'authorisation-aut-1',
        id: 'payment-pay-1@1>authorisation-aut-1',
        data: {
          resource: { kind: 'payment', paymentId: 'pay-1' },
          initiator: anInitiator(),
          tokenHash: 'hash-of-token',
        },
        meta: { at: openedAt },
      },
    ]);
  });

  it('opens the link of a new basket and voids the members’ own', () => {
    const created: BasketCreated = {
      type: 'BasketCreated',
      data: {
        initiator: anInitiator(),
        fingerprint: 'fingerprint-1',
        members: [
          { paymentId: 'pay-1', authorisationId: 'aut-1' },
          { paymentId: 'pay-2', authorisationId: 'aut-2' },
        ],
        authorisation: { id: 'aut-3', tokenHash: 'hash-of-token' },
        acceptedAt: openedAt,
      },
    };
    const { commands } = openForBasket(received('basket-bas-1', created));
    expect(commands).toMatchObject([
      {
        type: 'OpenAuthorisation',
        stream: 'authorisation-aut-3',
        data: { resource: { kind: 'basket', basketId: 'bas-1', paymentIds: ['pay-1', 'pay-2'] } },
      },
      {
        type: 'FailAuthorisation',
        stream: 'authorisation-aut-1',
        data: { reason: 'joined-basket' },
      },
      {
        type: 'FailAuthorisation',
        stream: 'authorisation-aut-2',
        data: { reason: 'joined-basket' },
      },
    ]);
  });
});
