import type { StoppedTpp } from '@nordgate/contracts/queries';
import { createCertificateCache, createTrustStore } from '@nordgate/signature';
import type { TrustState } from '../../trust/tpp-trust.source.js';
import { admissionOf } from './tpp-admission.js';
import type { AdmissionTrust } from './tpp-admission.js';

const tpp = 'PSDNO-FSA-123456789';
const now = new Date('2026-11-20T10:00:00Z');
const certificate = { issuer: 'a-ca', serial: '17' };
const holder = { tpp, roles: ['PSP_PI', 'PSP_AI', 'PSP_XX'], certificate };
const authority = {} as ReturnType<ReturnType<AdmissionTrust['revocations']>['issuersOf']>[number];

const open: TrustState = {
  certificates: createCertificateCache(createTrustStore({})),
  register: 'open',
  stops: new Map(),
};
const aStop: StoppedTpp = { tppId: tpp, reason: 'a secret', since: '2026-11-01T10:00:00Z' };
const register = (standing: object) =>
  ({ find: () => standing }) as unknown as TrustState['register'];
const online = (is: 'good' | 'revoked') =>
  ({
    isRequired: false,
    ocsp: { firstStatusOf: () => Promise.resolve({ is, isSuperseded: true }) },
  }) as unknown as NonNullable<TrustState['online']>;

const admission = (state: Partial<TrustState>, revoked: readonly string[] = [], who: object = {}) =>
  admissionOf(
    { ...holder, ...who },
    {
      trust: { current: () => ({ ...open, ...state }) },
      revocations: () => ({
        isDistrusted: ({ serial }) => revoked.includes(serial),
        issuersOf: () => [authority],
      }),
    },
    now,
  );

describe('the holder of a code of the console', () => {
  it('has the PSD2 roles of the request that made the code', async () => {
    expect(await admission({ online: online('good') })).toEqual({
      is: 'admitted',
      roles: ['PSP_PI', 'PSP_AI'],
    });
  });

  it('has no role that the register does not grant', async () => {
    const granted = register({ is: 'authorised', roles: ['PSP_AI', 'PSP_IC'] });
    expect(await admission({ register: granted })).toEqual({ is: 'admitted', roles: ['PSP_AI'] });
  });

  it.each([
    [
      'by a stop without an end',
      { stops: new Map([[tpp, aStop]]) },
      [],
      'The bank has stopped this TPP.',
    ],
    [
      'by a stop on its last day',
      { stops: new Map([[tpp, { ...aStop, until: '2026-11-20' }]]) },
      [],
      'The bank has stopped this TPP until 2026-11-20.',
    ],
    [
      'by a withdrawal in the register',
      { register: register({ is: 'withdrawn' }) },
      [],
      'The register of TPPs no longer names this TPP as authorised.',
    ],
    [
      'by a register that does not know it',
      { register: register({ is: 'unknown' }) },
      [],
      'The register of TPPs does not know this TPP.',
    ],
    ['by a revocation list', {}, ['17'], 'The certificate that asked for the code is revoked.'],
    [
      'by OCSP, also when another certificate has replaced its own',
      { online: online('revoked') },
      [],
      'The certificate that asked for the code is revoked.',
    ],
  ] as const)('ends %s', async (_way, state, revoked, why) => {
    expect(await admission(state, revoked)).toEqual({ is: 'refused', why });
  });

  it.each([
    [
      'a stop that is over',
      { stops: new Map([[tpp, { ...aStop, until: '2026-11-19' }]]) },
      { certificate: undefined },
    ],
    [
      'a list that names another certificate',
      {},
      { certificate: { ...certificate, serial: '18' } },
    ],
    ['a certificate that nobody knows, of codes from before', {}, { certificate: undefined }],
  ])('does not end by %s', async (_what, state, who) => {
    expect(await admission(state, ['17'], who)).toHaveProperty('is', 'admitted');
  });

  it.each([
    ['the stop list is unknown', { stops: 'unknown' }],
    ['the register is unreadable', { register: 'unreadable' }],
  ] as const)('is neither admitted nor refused while %s', async (_what, state) => {
    await expect(admission(state)).rejects.toHaveProperty('status', 503);
  });
});
