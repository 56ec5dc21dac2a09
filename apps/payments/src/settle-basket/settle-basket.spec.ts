import { received, spec } from '@nordgate/decider/testing';
import { authorisePayment } from '../authorise-payment/authorise-payment.js';
import type { AuthorisePayment } from '../authorise-payment/authorise-payment.js';
import { instructionHash } from '../domain/approval.js';
import { paymentStream } from '../domain/payment.js';
import { aPayment, anInstruction } from '../testing/a-payment.js';
import {
  basket,
  basketApproved,
  basketRejected,
  basketSigned,
  unsettledBasketEvents,
} from '../testing/basket-events.js';
import { settleBasket } from './settle-basket.js';

const approval = basketApproved({
  approved: [
    { paymentId: '1', hash: 'shown-of-1' },
    { paymentId: '2', hash: 'shown-of-2' },
  ],
  declined: ['3'],
});

describe('a settled basket', () => {
  it('settles every member by one separate command', () => {
    const { commands } = settleBasket(received(basket, approval, 3));
    expect(commands).toMatchObject([
      {
        type: 'AuthorisePayment',
        stream: 'payment-1',
        data: { by: basket, customerId: 'customer-1', hash: 'shown-of-1' },
      },
      {
        type: 'AuthorisePayment',
        stream: 'payment-2',
        data: { by: basket, customerId: 'customer-1', hash: 'shown-of-2' },
      },
      {
        type: 'RejectPayment',
        stream: 'payment-3',
        data: { by: basket, code: 'PAYMENT_FAILED', reason: 'account-not-debitable' },
      },
    ]);
  });

  it.each([
    ['the first of two', basketSigned],
    ['the second of two', (data: object) => basketApproved({ ...data, signers: 2 })],
  ])('signs every member by %s', (_which, event) => {
    const { approved, declined } = approval.data;
    const { commands } = settleBasket(
      received(basket, event({ approved, declined, corporateId: 'agreement-1' }), 3),
    );
    const data = { by: basket, customerId: 'customer-1', corporateId: 'agreement-1' };
    expect(commands).toMatchObject([
      { type: 'SignPayment', stream: 'payment-1', data: { ...data, hash: 'shown-of-1' } },
      { type: 'SignPayment', stream: 'payment-2', data: { ...data, hash: 'shown-of-2' } },
      { type: 'RejectPayment', stream: 'payment-3' },
    ]);
  });

  it('derives the command ids from the event and the member', () => {
    const { commands } = settleBasket(received(basket, approval, 3));
    expect(commands?.map(({ id }) => id)).toEqual([
      `${basket}@3>payment-1`,
      `${basket}@3>payment-2`,
      `${basket}@3>payment-3`,
    ]);
  });

  it('rejects every member of a basket that the PSU refused', () => {
    const { commands } = settleBasket(received(basket, basketRejected(['1', '2']), 2));
    const data = { by: basket, code: 'PAYMENT_FAILED', reason: 'refused-by-psu' };
    expect(commands).toMatchObject([
      { type: 'RejectPayment', id: `${basket}@2>payment-1`, stream: 'payment-1', data },
      { type: 'RejectPayment', id: `${basket}@2>payment-2`, stream: 'payment-2', data },
    ]);
  });

  it('rejects every member of a basket whose PSU may debit none of the accounts', () => {
    const { data, type } = basketRejected(['1']);
    const event = { type, data: { ...data, reason: 'not-debitable' } } as const;
    const rejection = { by: basket, code: 'PAYMENT_FAILED', reason: 'account-not-debitable' };
    expect(settleBasket(received(basket, event)).commands).toMatchObject([{ data: rejection }]);
  });

  it('leaves a member alone that was neither approved nor declined', () => {
    const { commands } = settleBasket(received(basket, basketApproved({ declined: ['3'] })));
    expect(commands?.map(({ stream }) => stream)).toEqual(['payment-3']);
  });

  it.each(Object.values(unsettledBasketEvents))('settles nothing by $type', (event) => {
    expect(settleBasket(received(basket, event))).toEqual({});
  });

  it('asks for the same when the event comes again, and that decides nothing', () => {
    const hash = instructionHash(anInstruction);
    const event = basketApproved({ approved: [{ paymentId: '1', hash }] });
    const [first, second] = [1, 2].map(() => settleBasket(received(basket, event)));
    expect(second).toEqual(first);
    spec(paymentStream, authorisePayment)
      .given(...aPayment().initiated())
      .when(first?.commands?.[0] as AuthorisePayment)
      .then(...aPayment().authorised({ by: basket }).slice(1))
      .again()
      .thenNothing();
  });
});
