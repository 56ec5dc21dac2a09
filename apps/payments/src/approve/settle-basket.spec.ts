import type { Handled } from '@nordgate/contracts/events';
import { UntrustedEventError } from '@nordgate/decider';
import { received, spec } from '@nordgate/decider/testing';
import {
  checkTestApproval,
  sealedApproval,
  strangerApprovalKey,
} from '@nordgate/contracts/testing';
import { instructionHash, proofOf } from '@nordgate/contracts/rules';
import { authorisePayment } from './approve-payment.js';
import type { AuthorisePayment } from './approve-payment.js';
import { paymentStream } from '../domain/payment.js';
import { aPayment, anInstruction } from '../testing/a-payment.js';
import { basket, basketApproved, basketRejected, basketSigned } from '../testing/basket-events.js';
import { basketEvents, settleBasket } from './settle-authorisation.js';

const approval = basketApproved({
  approved: [
    { paymentId: '1', hash: 'shown-of-1' },
    { paymentId: '2', hash: 'shown-of-2' },
  ],
  declined: ['3'],
});

const proof = proofOf(approval.data.by, approval.data.sealedApproval!).hash;

/** The reaction to an event of this basket. */
const settle = (stream: string, event: Handled<typeof basketEvents>, version?: number) =>
  settleBasket(received(stream, event, version), checkTestApproval);

describe('a settled basket', () => {
  it('settles every member by one separate command', () => {
    const { commands } = settle(basket, approval, 3);
    expect(commands).toMatchObject([
      {
        type: 'AuthorisePayment',
        stream: 'payment-1',
        data: { by: basket, customerId: 'customer-1', hash: 'shown-of-1', approval: proof },
      },
      {
        type: 'AuthorisePayment',
        stream: 'payment-2',
        data: { by: basket, customerId: 'customer-1', hash: 'shown-of-2', approval: proof },
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
    const { commands } = settle(
      basket,
      event({ approved, declined, corporateId: 'agreement-1' }),
      3,
    );
    const data = { by: basket, customerId: 'customer-1', corporateId: 'agreement-1' };
    expect(commands).toMatchObject([
      { type: 'SignPayment', stream: 'payment-1', data: { ...data, hash: 'shown-of-1' } },
      { type: 'SignPayment', stream: 'payment-2', data: { ...data, hash: 'shown-of-2' } },
      { type: 'RejectPayment', stream: 'payment-3' },
    ]);
  });

  it('derives the command ids from the event and the member', () => {
    const { commands } = settle(basket, approval, 3);
    expect(commands?.map(({ id }) => id)).toEqual([
      `${basket}@3>payment-1`,
      `${basket}@3>payment-2`,
      `${basket}@3>payment-3`,
    ]);
  });

  it('rejects every member of a basket that the PSU refused', () => {
    const { commands } = settle(basket, basketRejected(['1', '2']), 2);
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
    expect(settle(basket, event).commands).toMatchObject([{ data: rejection }]);
  });

  it('leaves a member alone that was neither approved nor declined', () => {
    const { commands } = settle(basket, basketApproved({ declined: ['3'] }));
    expect(commands?.map(({ stream }) => stream)).toEqual(['payment-3']);
  });

  it('asks for the same when the event comes again, and that decides nothing', () => {
    const hash = instructionHash(anInstruction);
    const event = basketApproved({ approved: [{ paymentId: '1', hash }] });
    const [first, second] = [1, 2].map(() => settle(basket, event));
    expect(second).toEqual(first);
    const proof = proofOf(event.data.by, event.data.sealedApproval!).hash;
    spec(paymentStream, authorisePayment)
      .given(...aPayment().initiated())
      .when(first?.commands?.[0] as AuthorisePayment)
      .then(...aPayment().authorised({ by: basket, approval: proof }).slice(1))
      .again()
      .thenNothing();
  });
});

describe('the approval of a basket', () => {
  const { sealedApproval: proof, ...unsealed } = approval.data;
  const forged = (changes: object): Handled<typeof basketEvents> => ({
    type: 'BasketApproved',
    data: { ...unsealed, ...changes },
  });
  const { by } = unsealed;

  it.each([
    ['has no seal of sca', forged({})],
    ['has a seal without a signature', forged({ sealedApproval: { ...proof, seal: undefined } })],
    [
      'has a changed amount or payee',
      forged({ sealedApproval: { ...proof, approved: [{ paymentId: '1', hash: 'other' }] } }),
    ],
    [
      'has the seal of a stranger',
      forged({ sealedApproval: sealedApproval(by, proof!, strangerApprovalKey) }),
    ],
    [
      'has the seal of another authorisation',
      forged({ sealedApproval: proof, by: 'authorisation-2' }),
    ],
  ])('that %s approves nothing and throws', (_what, event) => {
    expect(() => settle(basket, event)).toThrow(UntrustedEventError);
  });

  it('that is sealed for another basket, or for a payment, approves nothing and throws', () => {
    const notThis = `the approval ${by} is not for basket-2`;
    expect(() => settle('basket-2', approval)).toThrow(notThis);
    const resource = { kind: 'payment', paymentId: '1' } as const;
    const ofPayment = sealedApproval(by, { ...proof!, resource });
    const event = forged({ sealedApproval: ofPayment });
    expect(() => settle(basket, event)).toThrow(`the approval ${by} is not for ${basket}`);
  });

  it('counts as sca has sealed it, whatever baskets says besides', () => {
    const lie = {
      ...{ customerId: 'customer-9', corporateId: 'agreement-9', declined: [] },
      approved: [{ paymentId: '9', hash: 'shown-of-9' }],
    };
    expect(settle(basket, forged({ ...lie, sealedApproval: proof }), 3)).toEqual(
      settle(basket, approval, 3),
    );
  });

  it('stays one of two signatures when baskets says that one is enough', () => {
    const { data } = basketSigned({ approved: approval.data.approved });
    const { commands } = settle(basket, { type: 'BasketApproved', data });
    expect(commands?.map(({ type }) => type)).toEqual(['SignPayment', 'SignPayment']);
  });

  it('is not needed for a refusal, which moves no money', () => {
    expect(settle(basket, basketRejected(['1'])).commands).toHaveLength(1);
  });
});
