import type { AuthorisationFinalised, Handled } from '@nordgate/contracts/events';
import { UntrustedEventError } from '@nordgate/decider';
import { received, spec } from '@nordgate/decider/testing';
import {
  checkTestApproval,
  sealed,
  sealedApproval,
  strangerApprovalKey,
} from '@nordgate/contracts/testing';
import { approveBasket } from './approve-basket.js';
import type { ApproveBasket } from './approve-basket.js';
import { basketStream } from '../domain/basket.js';
import {
  aBasket,
  approvalOf,
  authorisation,
  basketId,
  basketStreamId,
} from '../testing/a-basket.js';
import { anAuthorisation } from '../testing/an-authorisation.js';
import { authorisationEvents, settleAuthorisation } from './settle-authorisation.js';

const approved = ['1', '2', '3'].map(approvalOf);
const finalised = anAuthorisation().finalised({ approved });

/** The reaction to an event that sca has written on this stream. */
const settle = (stream: string, event: Handled<typeof authorisationEvents>) =>
  settleAuthorisation(received(stream, sealed(stream, event)), checkTestApproval);

describe('what the PSU does on the approval page of a basket', () => {
  it.each([
    ['freezes it when it is shown', anAuthorisation().shown(), 'FreezeBasket'],
    ['rejects it by saying no', anAuthorisation().refused(), 'RejectBasket'],
  ])('%s', (_, event, type) => {
    expect(settle(authorisation, event)).toEqual({
      commands: [
        {
          type,
          id: `${authorisation}@4>${basketStreamId}`,
          stream: basketStreamId,
          data: { by: authorisation },
          meta: {
            at: '2030-03-01T09:05:00.000Z',
            actor: `event:${authorisation}`,
            traceparent: '00-trace-span-01',
          },
        },
      ],
    });
  });

  it('approves it with all that was shown, and what may not be debited', () => {
    const event = anAuthorisation().finalised({ approved: [approvalOf('1')], declined: ['2'] });
    expect(settle(authorisation, event).commands).toMatchObject([
      {
        type: 'ApproveBasket',
        id: `${authorisation}@4>${basketStreamId}`,
        stream: basketStreamId,
        data: {
          by: authorisation,
          customerId: 'customer-1',
          approved: [approvalOf('1')],
          declined: ['2'],
          sealedApproval: sealed(authorisation, event).data,
        },
      },
    ]);
  });

  it.each([
    [2, 'SignBasket'],
    [1, 'ApproveBasket'],
  ] as const)('is one of %s signatures where the agreement wants as many', (signers, type) => {
    const corporateId = 'agreement-1';
    const event = anAuthorisation().finalised({ approved, corporateId, signers });
    expect(settle(authorisation, event).commands).toMatchObject([
      { type, data: { by: authorisation, customerId: 'customer-1', corporateId, approved } },
    ]);
  });

  it('rejects a basket whose PSU may debit none of the accounts, with that reason', () => {
    const refused = anAuthorisation().refused();
    const event = { ...refused, data: { ...refused.data, reason: 'not-debitable' } } as const;
    expect(settle(authorisation, event).commands).toMatchObject([
      { type: 'RejectBasket', data: { by: authorisation, reason: 'not-debitable' } },
    ]);
  });

  it.each([{ kind: 'payment', paymentId: '1' } as const, { kind: 'access' } as const])(
    'leaves an authorisation of kind $kind to others',
    (resource) => {
      const { shown, finalised: finalise, refused } = anAuthorisation(resource);
      for (const event of [shown(), finalise({ approved }), refused()]) {
        expect(settle(authorisation, event)).toEqual({});
      }
    },
  );

  it('asks for the same when the event comes again, and that decides nothing', () => {
    const [first, second] = [1, 2].map(() => settle(authorisation, finalised));
    expect(second).toEqual(first);
    const { data: sealedApproval } = sealed(authorisation, finalised);
    spec(basketStream, approveBasket)
      .given(...aBasket().frozen())
      .when(first?.commands?.[0] as ApproveBasket)
      .then(...aBasket().approved({ sealedApproval }).slice(-1))
      .again()
      .thenNothing();
  });
});

describe.each([['basket', { kind: 'basket', basketId, paymentIds: ['1', '2', '3'] } as const]])(
  'the approval of a %s',
  (_kind, resource) => {
    const approve = (changes: object = {}) => {
      const event = sealed(authorisation, anAuthorisation(resource).finalised({ approved }));
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
      [
        'is of another resource than the sealed one',
        approve({ resource: { ...resource, more: 1 } }),
      ],
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
  },
);
