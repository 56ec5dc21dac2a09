import type { OcspStatus } from '@nordgate/service/trust';
import type { TppCertificate } from '@nordgate/signature';
import { RequestError } from '../reply/request-error.js';
import { requireOnlineStatus } from './tpp-trust.source.js';
import type { OnlineStatuses } from './tpp-trust.source.js';

const now = new Date('2030-03-01T10:00:00Z');
const soon = new Date(now.getTime() + 60_000);
const before = new Date(now.getTime() - 1);

type Responder = ReturnType<OnlineStatuses['ocsp']['responderOf']>;
const responder: NonNullable<Responder> = { issuer: 'CN=CA', url: 'http://ocsp.example/' };

interface Case {
  readonly status: OcspStatus['is'];
  /** The status after the first answer. */
  readonly first?: OcspStatus['is'];
  readonly listedUntil?: Date;
  readonly withoutAnswer?: 'list' | 'refuse';
  readonly isRequired?: boolean;
}

const asStatus = (is: OcspStatus['is']): OcspStatus =>
  is === 'revoked' ? { is, isSuperseded: false } : { is };

/** What a TPP sees: `served`, or the status with the reason. */
async function seen({ status, first = status, ...one }: Case): Promise<string> {
  const { listedUntil, isRequired = true, withoutAnswer = 'list' } = one;
  const ocsp: OnlineStatuses['ocsp'] = {
    responderOf: () => ({ ...responder, withoutAnswer }),
    statusOf: () => asStatus(status),
    firstStatusOf: () => Promise.resolve(asStatus(first)),
  };
  const certificate = { serial: 1n, listedUntil, issuedBy: {} as TppCertificate['issuedBy'] };
  try {
    await requireOnlineStatus(certificate, { ocsp, isRequired }, now);
    return 'served';
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    const [fault] = error.faults;
    return `${String(error.status)} ${fault && 'reason' in fault ? fault.reason : ''}`.trim();
  }
}

describe('a certificate of a CA with an OCSP responder', () => {
  it.each<readonly [string, Case]>([
    ['served', { status: 'good' }],
    ['served', { status: 'unanswered', first: 'good' }],
    ['400 certificate-revoked', { status: 'revoked', listedUntil: soon }],
    ['400 certificate-revoked', { status: 'unanswered', first: 'revoked' }],
    ['400 certificate-revoked', { status: 'revoked', isRequired: false }],
    ['503', { status: 'unanswered' }],
    ['503', { status: 'unanswered', listedUntil: before }],
    ['503', { status: 'unanswered', listedUntil: soon, withoutAnswer: 'refuse' }],
    ['served', { status: 'unanswered', listedUntil: soon }],
    ['served', { status: 'unanswered', isRequired: false }],
    ['400 revocation-unknown', { status: 'unknown' }],
    ['400 revocation-unknown', { status: 'unknown', listedUntil: soon, withoutAnswer: 'refuse' }],
    ['served', { status: 'unknown', listedUntil: soon }],
    ['served', { status: 'unknown', isRequired: false }],
  ])('gives %s for %o', async (expected, one) => {
    expect(await seen(one)).toBe(expected);
  });

  it('does not delay a request whose status is known, or whose CA has no responder', () => {
    const ocsp = {
      responderOf: (): Responder => responder,
      statusOf: () => ({ is: 'good' }) as const,
      firstStatusOf: () => Promise.reject(new Error('asked')),
    };
    const certificate = { serial: 1n, listedUntil: undefined, issuedBy: {} as never };
    const required = { ocsp, isRequired: true };
    expect(requireOnlineStatus(certificate, required, now)).toBeUndefined();
    const other = { ...ocsp, responderOf: () => undefined };
    expect(requireOnlineStatus(certificate, { ...required, ocsp: other }, now)).toBeUndefined();
  });
});
