import type { Initiator } from '@nordgate/contracts/events';
import type { PaymentStatus } from '@nordgate/contracts/codes';
import type { ResourceKind } from '@nordgate/contracts/rules';
import { createSecretKey } from 'node:crypto';
import { publicIdOf, readPublicId } from '@nordgate/contracts/rules';
import type { IdKeys, NamedResource } from '@nordgate/contracts/rules';
import { memberFaults, repeatFaults } from './members.js';
import type { NamedMember } from './members.js';

type By = Partial<Pick<Initiator, 'psuId' | 'context' | 'corporateId'>>;

interface Payment extends By {
  readonly kind?: ResourceKind;
  readonly status?: PaymentStatus;
  readonly isTaken?: true;
}

function member({ kind = 'payment', status = 'RCVD', isTaken, ...by }: Payment): NamedMember {
  return { kind, status, initiator: by, isTaken: isTaken === true };
}

/** What is said of a basket with these members; its TPP sends these headers. */
function judged(members: readonly (Payment | 'unknown')[], caller: By = { psuId: 'kari' }) {
  const named = members.map((one) => (one === 'unknown' ? undefined : member(one)));
  return memberFaults(named, caller).map(({ code, path }) => `${code} ${path}`);
}

const kari = { psuId: 'kari' } as const;
const ola = { psuId: 'ola' } as const;
const agreement = { ...kari, corporateId: 'agr-1' } as const;

describe('the members of a new basket', () => {
  it.each<[string, readonly Payment[], By]>([
    ['of the PSU that the request names', [kari, kari], kari],
    ['made at first contact without PSU-ID', [kari, { context: 'PRIVATE' }], kari],
    ['sent with and without PSU-Context: PRIVATE', [kari, { ...kari, context: 'PRIVATE' }], kari],
    [
      'of one agreement, sent with and without PSU-Context: CORPORATE',
      [agreement, { ...agreement, context: 'CORPORATE' }],
      agreement,
    ],
    [
      'of one agreement, in a basket sent with PSU-Context: CORPORATE',
      [agreement],
      { ...agreement, context: 'CORPORATE' },
    ],
    [
      'of a corporate first contact, whose agreement the PSU picks at the log-in',
      [{ context: 'CORPORATE' }, agreement],
      agreement,
    ],
  ])('may be payments %s', (_which, members, caller) => {
    expect(judged(members, caller)).toEqual([]);
  });

  it.each<[string, readonly (Payment | 'unknown')[], By, readonly string[]]>([
    ['unknown payments', [kari, 'unknown'], kari, ['RESOURCE_UNKNOWN /paymentIds/1']],
    ['payments of another PSU-ID', [kari, ola], kari, ['RESOURCE_UNKNOWN /paymentIds/1']],
    [
      'unknown payments and payments of another PSU-ID',
      ['unknown', ola, kari],
      kari,
      ['RESOURCE_UNKNOWN /paymentIds/0', 'RESOURCE_UNKNOWN /paymentIds/1'],
    ],
    [
      'periodic payments, bulk payments and parts of bulk payments',
      [
        { ...kari, kind: 'periodic' },
        { ...kari, kind: 'bulk' },
        { ...kari, kind: 'part' },
      ],
      kari,
      ['0', '1', '2'].map((at) => `REFERENCE_MIX_INVALID /paymentIds/${at}`),
    ],
    [
      'payments of another agreement',
      [agreement, { ...kari, corporateId: 'agr-2' }],
      agreement,
      ['FORMAT_ERROR /paymentIds'],
    ],
    [
      'payments of an agreement that the request does not name',
      [agreement],
      kari,
      ['FORMAT_ERROR /paymentIds'],
    ],
    ['private payments under an agreement', [kari], agreement, ['FORMAT_ERROR /paymentIds']],
    [
      'payments of a corporate first contact, without an agreement',
      [{ context: 'CORPORATE' }],
      kari,
      ['FORMAT_ERROR /paymentIds'],
    ],
    [
      'payments that are already approved',
      [kari, { ...kari, status: 'ACTC' }],
      kari,
      ['CONFLICT /paymentIds/1'],
    ],
    [
      'payments of another open basket',
      [kari, { ...kari, isTaken: true }],
      kari,
      ['CONFLICT /paymentIds/1'],
    ],
  ])('cannot be %s', (_which, members, caller, faults) => {
    expect(judged(members, caller)).toEqual(faults);
  });

  it('are judged by unknown or foreign, then kind, then context, then state', () => {
    const settled: Payment = { ...kari, status: 'ACTC' };
    const corporate: Payment = agreement;
    const periodic: Payment = { ...kari, kind: 'periodic' };
    const codeOf = (members: readonly (Payment | 'unknown')[]) => judged(members)[0]?.split(' ')[0];
    expect(codeOf([settled, corporate, periodic, ola])).toBe('RESOURCE_UNKNOWN');
    expect(codeOf([settled, corporate, periodic])).toBe('REFERENCE_MIX_INVALID');
    expect(codeOf([settled, corporate])).toBe('FORMAT_ERROR');
    expect(codeOf([settled])).toBe('CONFLICT');
  });

  it('report an approved payment before one of another open basket', () => {
    const taken: Payment = { ...kari, isTaken: true };
    expect(judged([taken, { ...kari, status: 'CANC' }])).toEqual(['CONFLICT /paymentIds/1']);
  });
});

describe('the ids of a new basket', () => {
  const tpp = 'PSDNO-FSA-999900001';
  const keys = {
    A: createSecretKey(Buffer.alloc(32, 1)),
    B: createSecretKey(Buffer.alloc(32, 2)),
  };
  const [older, newer]: [IdKeys, IdKeys] = [
    { current: 'A', keys },
    { current: 'B', keys },
  ];
  const one: NamedResource = { kind: 'payment', streamId: '0'.repeat(32) };
  const other: NamedResource = { kind: 'payment', streamId: 'f'.repeat(32) };
  const repeatsOf = (...ids: readonly string[]) =>
    repeatFaults(ids.map((id) => readPublicId(id, tpp, newer))).map(
      ({ code, path }) => `${code} ${path}`,
    );

  it('cannot name one payment by the ids of two keys', () => {
    const ids = [
      publicIdOf(one, tpp, older),
      publicIdOf(other, tpp, newer),
      publicIdOf(one, tpp, newer),
    ];
    expect(new Set(ids).size).toBe(3);
    expect(repeatsOf(...ids)).toEqual(['FORMAT_ERROR /paymentIds/2']);
  });

  it('may name several payments, unknown ones and several sub-payments of one bulk', () => {
    const parts = [0, 1].map((part): NamedResource => ({ ...one, kind: 'part', part }));
    const ids = [one, other, ...parts].map((named) => publicIdOf(named, tpp, newer));
    expect(repeatsOf(...ids, 'made-up', 'made-up-too')).toEqual([]);
  });
});
