import type { BasketCreated, PaymentInitiated } from '@nordgate/contracts/events';
import { noReaction } from '@nordgate/decider';
import type { ReceivedEvent } from '@nordgate/decider';
import { anInstruction } from '../testing/a-payment-view.js';
import { anInitiator, openedAt } from '../testing/an-authorisation.js';
import { openForBasket, openForPayment } from './open-authorisations.js';
import { untouchedOf, untouchedRow } from './untouched-authorisation.js';

const terms = { linkMinutes: 10 };
const none: ReadonlySet<string> = new Set();

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

describe('open authorisations', () => {
  it('opens none for a payment that needs no SCA', () => {
    const exemption = { reason: 'own-accounts', customerId: 'cus-1' } as const;
    const exempt: PaymentInitiated = { ...initiated, data: { ...initiated.data, exemption } };
    expect(openForPayment(received('payment-pay-1', exempt), terms)).toBe(noReaction);
  });

  it('keeps the link of a new payment in a row, and writes no stream', () => {
    const event = received('payment-pay-1', initiated);
    const resource = { kind: 'payment', paymentId: 'pay-1' } as const;
    const untouched = untouchedOf(event, resource, initiated.data, 10);
    expect(openForPayment(event, terms)).toEqual({ rows: [untouchedRow(untouched)] });
  });

  it('opens the link of a payment that is older than the end of an upgrade, with the time at which the payment was stored', () => {
    const during = { ...terms, atOnceUntil: '2026-03-02T10:00:00.001Z' };
    expect(openForPayment(received('payment-pay-1', initiated), during)).toMatchObject({
      commands: [
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
      ],
    });
    const after = { ...terms, atOnceUntil: openedAt };
    expect(openForPayment(received('payment-pay-1', initiated), after).rows).toHaveLength(1);
  });

  it('keeps the link of a new basket in a row, and voids the members’ own', () => {
    const event = received('basket-bas-1', created);
    const { commands, rows } = openForBasket(event, terms, none);
    const resource = { kind: 'basket', basketId: 'bas-1', paymentIds: ['pay-1', 'pay-2'] } as const;
    expect(rows).toEqual([untouchedRow(untouchedOf(event, resource, created.data, 10))]);
    expect(commands).toMatchObject([
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

  it('fails a member whose untouched link was over before as expired', () => {
    const { commands } = openForBasket(
      received('basket-bas-1', created),
      terms,
      new Set(['aut-2']),
    );
    expect(commands?.map(({ data }) => data)).toEqual([
      { reason: 'joined-basket' },
      { reason: 'expired' },
    ]);
  });
});
