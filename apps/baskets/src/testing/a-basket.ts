import type {
  BasketApproved,
  BasketCreated,
  BasketEvent,
  BasketFrozen,
  BasketRefused,
  BasketSigned,
} from '@nordgate/contracts/events';
import { defined } from '@nordgate/decider';

/** The clock of every test: when the TPP asked, when the PSU saw it, when the PSU acted. */
export const moments = {
  accepted: '2030-03-01T09:00:00.000Z',
  shown: '2030-03-01T09:04:00.000Z',
  settled: '2030-03-01T09:05:00.000Z',
  deleted: '2030-03-01T09:30:00.000Z',
} as const;

export const basketId = 'd4c3f6e5a7b8291aa0928d7e6f504132';
export const basketStreamId = `basket-${basketId}`;
export const authorisation = 'authorisation-e5d4a7f6b8c9302bb1a39e8f70615243';
export const tpp = 'PSDNO-FSA-999900001';
export const otherTpp = 'PSDNO-FSA-999900002';

const initiation: BasketCreated['data'] = {
  initiator: {
    tpp,
    tppName: 'Sandbox TPP AS',
    psuId: 'c9d7a6b1-5e1f-4a37-9d0a-3c1f6d2b8e47',
    context: 'PRIVATE',
    tppSessionId: '0f6f2a54-70b1-4a0f-8a53-6a8f2f5d7c11',
    redirectUri: 'https://tpp.example/return',
  },
  fingerprint: 'fingerprint-of-the-request',
  members: ['1', '2', '3'].map(memberOf),
  authorisation: { id: authorisation.slice('authorisation-'.length), tokenHash: 'hash-of-token' },
  acceptedAt: moments.accepted,
};

/** A payment as it joins a basket. */
export function memberOf(paymentId: string): BasketCreated['data']['members'][number] {
  return { paymentId, authorisationId: `own-authorisation-of-${paymentId}` };
}

/** What the PSU was shown of a payment and approved. */
export function approvalOf(paymentId: string): BasketApproved['data']['approved'][number] {
  return { paymentId, hash: `hash-shown-of-${paymentId}` };
}

/** The history of one basket, up to the event that a test needs. */
export interface BasketBuilder {
  readonly with: (changes: Partial<BasketCreated['data']>) => BasketBuilder;
  readonly created: () => readonly BasketEvent[];
  /** Refused because the member at this place is in another basket. */
  readonly refused: (changes?: Partial<BasketRefused['data']>) => readonly BasketEvent[];
  readonly frozen: (changes?: Partial<BasketFrozen['data']>) => readonly BasketEvent[];
  /** Approved by the first of two signers. */
  readonly signed: (changes?: Partial<BasketSigned['data']>) => readonly BasketEvent[];
  readonly approved: (changes?: Partial<BasketApproved['data']>) => readonly BasketEvent[];
  readonly rejected: () => readonly BasketEvent[];
  readonly deleted: (by?: string) => readonly BasketEvent[];
}

/** A valid basket of the payments 1, 2 and 3; every detail may be changed. */
export function aBasket(data: BasketCreated['data'] = initiation): BasketBuilder {
  const created: readonly BasketEvent[] = [{ type: 'BasketCreated', data }];
  const frozen = (changes: Partial<BasketFrozen['data']> = {}): readonly BasketEvent[] => {
    const shown = { by: authorisation, at: moments.shown, ...changes };
    return [...created, { type: 'BasketFrozen', data: shown }];
  };
  const members = data.members.map(({ paymentId }) => paymentId);
  const by = authorisation;
  const at = moments.settled;
  return {
    with: (changes) => aBasket({ ...data, ...changes }),
    created: () => created,
    refused: (changes = {}) => [refusalOf(data, changes)],
    frozen,
    signed: (changes = {}) => {
      const who = { by, customerId: 'customer-1', corporateId: 'agreement-1' };
      const outcome = { approved: members.map(approvalOf), declined: [], at };
      return [...frozen(), { type: 'BasketSigned', data: { ...who, ...outcome, ...changes } }];
    },
    approved: (changes = {}) => {
      const outcome = { approved: members.map(approvalOf), declined: [], ...changes };
      const approval = { by, customerId: 'customer-1', ...outcome, at };
      return [...frozen(), { type: 'BasketApproved', data: approval }];
    },
    rejected: () => [...frozen(), { type: 'BasketRejected', data: { by, members, at } }],
    deleted: (by) => {
      const data = defined({ at: moments.deleted, by });
      return [...created, { type: 'BasketDeleted', data }];
    },
  };
}

function refusalOf(
  { initiator, fingerprint, acceptedAt }: BasketCreated['data'],
  changes: Partial<BasketRefused['data']>,
): BasketRefused {
  const why = { code: 'CONFLICT', path: '/paymentIds/1' } as const;
  return {
    type: 'BasketRefused',
    data: { initiator, fingerprint, ...why, acceptedAt, ...changes },
  };
}
