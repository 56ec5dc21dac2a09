import type { AuthorisationFinalised, Handled } from '@nordgate/contracts/events';
import { UntrustedEventError } from '@nordgate/decider';
import { received, spec } from '@nordgate/decider/testing';
import {
  checkTestApproval,
  sealed,
  sealedApproval,
  strangerApprovalKey,
} from '@nordgate/contracts/testing';
import { instructionHash, proofOf } from '@nordgate/contracts/rules';
import { authorisePayment } from './approve-payment.js';
import type { AuthorisePayment } from './approve-payment.js';
import { paymentStream } from '../domain/payment.js';
import { aPayment, anInstruction, authorisation, paymentId } from '../testing/a-payment.js';
import { anAuthorisation } from '../testing/an-authorisation.js';
import { authorisationEvents, settleAuthorisation } from './settle-authorisation.js';

const hash = instructionHash(anInstruction);
const finalised = anAuthorisation().finalised({ approved: [{ paymentId, hash }] });

const approval = proofOf(authorisation, finalised.data).hash;

/** The reaction to an event that sca has written on this stream. */
const settle = (stream: string, event: Handled<typeof authorisationEvents>) =>
  settleAuthorisation(received(stream, sealed(stream, event)), checkTestApproval);

describe('a settled authorisation', () => {
  it('carries the approval to the payment, with what the PSU was shown', () => {
    expect(settle(authorisation, finalised)).toEqual({
      commands: [
        {
          type: 'AuthorisePayment',
          id: `${authorisation}@4>payment-${paymentId}`,
          stream: `payment-${paymentId}`,
          data: { by: authorisation, customerId: 'customer-1', hash, approval },
          meta: {
            at: '2030-03-01T09:05:00.000Z',
            actor: `event:${authorisation}`,
            traceparent: '00-trace-span-01',
          },
        },
      ],
    });
  });

  it('carries on who pays, as the bank knows them', () => {
    const debtor = { name: 'A Person', address: { townName: 'Oslo', country: 'NO' } } as const;
    const event = anAuthorisation().finalised({ approved: [{ paymentId, hash }], debtor });
    const { commands } = settle(authorisation, event);
    expect(commands?.[0]?.data).toMatchObject({ debtor });
  });

  it.each([
    [2, 'SignPayment'],
    [1, 'AuthorisePayment'],
  ] as const)('is one of %s signatures where the agreement wants as many', (signers, type) => {
    const outcome = { approved: [{ paymentId, hash }], corporateId: 'agreement-1', signers };
    const event = anAuthorisation().finalised(outcome);
    const data = { by: authorisation, customerId: 'customer-1', corporateId: 'agreement-1', hash };
    expect(settle(authorisation, event).commands).toMatchObject([
      { type, stream: `payment-${paymentId}`, data },
    ]);
  });

  it('rejects a payment whose account the PSU may not debit', () => {
    const declined = anAuthorisation().finalised({ declined: [paymentId] });
    const { commands } = settle(authorisation, declined);
    const data = { by: authorisation, code: 'PAYMENT_FAILED', reason: 'account-not-debitable' };
    expect(commands).toMatchObject([
      { type: 'RejectPayment', stream: `payment-${paymentId}`, data },
    ]);
  });

  it('rejects a payment whose PSU went back because the account may not be debited', () => {
    const refused = anAuthorisation().refused();
    const event = { ...refused, data: { ...refused.data, reason: 'not-debitable' } } as const;
    const rejection = {
      by: authorisation,
      code: 'PAYMENT_FAILED',
      reason: 'account-not-debitable',
    };
    expect(settle(authorisation, event).commands).toMatchObject([
      { type: 'RejectPayment', data: rejection },
    ]);
  });

  it('rejects a payment that the PSU refused', () => {
    const refused = anAuthorisation().refused();
    const { commands } = settle(authorisation, refused);
    const data = { by: authorisation, code: 'PAYMENT_FAILED', reason: 'refused-by-psu' };
    expect(commands).toMatchObject([
      { type: 'RejectPayment', stream: `payment-${paymentId}`, data },
    ]);
  });

  it('calls off what the PSU approved to be called off', () => {
    const resource = { kind: 'cancellation', paymentId } as const;
    const event = anAuthorisation(resource).finalised({ approved: [{ paymentId, hash }] });
    const { commands } = settle(authorisation, event);
    const data = { by: authorisation, onlyUnapproved: false };
    expect(commands).toMatchObject([
      { type: 'CancelPayment', stream: `payment-${paymentId}`, data },
    ]);
  });

  it.each([
    { kind: 'basket', basketId: '1', paymentIds: [paymentId] } as const,
    { kind: 'access' } as const,
  ])('leaves an authorisation of kind $kind to others', (resource) => {
    const { finalised: approve, refused } = anAuthorisation(resource);
    const events = [approve({ approved: [{ paymentId, hash }], declined: ['x'] }), refused()];
    for (const event of events) {
      expect(settle(authorisation, event)).toEqual({});
    }
  });

  it('asks for the same when the event comes again, and that decides nothing', () => {
    const [first, second] = [1, 2].map(() => settle(authorisation, finalised));
    expect(second).toEqual(first);
    spec(paymentStream, authorisePayment)
      .given(...aPayment().initiated())
      .when(first?.commands?.[0] as AuthorisePayment)
      .then(...aPayment().authorised({ approval }).slice(1))
      .again()
      .thenNothing();
  });
});

describe.each([
  ['payment', { kind: 'payment', paymentId } as const],
  ['cancellation', { kind: 'cancellation', paymentId } as const],
])('the approval of a %s', (_kind, resource) => {
  const approve = (changes: object = {}) => {
    const event = sealed(
      authorisation,
      anAuthorisation(resource).finalised({ approved: [{ paymentId, hash }] }),
    );
    return { ...event, data: { ...event.data, ...changes } } as AuthorisationFinalised;
  };
  const react = (event: Handled<typeof authorisationEvents>, stream = authorisation) =>
    settleAuthorisation(received(stream, event), checkTestApproval);

  it('counts with the seal of sca', () => {
    expect(react(approve()).commands).toHaveLength(1);
  });

  it.each([
    ['has no seal', approve({ seal: undefined })],
    ['is of another customer than the sealed one', approve({ customerId: 'customer-2' })],
    ['needs fewer signatures than the sealed one', approve({ signers: 1 })],
    ['is of another resource than the sealed one', approve({ resource: { ...resource, more: 1 } })],
    [
      'has the seal of a stranger',
      {
        ...approve(),
        data: sealedApproval(authorisation, approve().data, strangerApprovalKey),
      },
    ],
  ])('that %s approves nothing and throws', (_what, event) => {
    expect(() => react(event)).toThrow(UntrustedEventError);
  });

  it('approves nothing on the stream of another authorisation', () => {
    expect(() => react(approve(), 'authorisation-2')).toThrow(UntrustedEventError);
  });
});
