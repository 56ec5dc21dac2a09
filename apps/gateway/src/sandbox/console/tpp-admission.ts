import type { ConsoleHolder, TppAdmission } from '@nordgate/contracts/queries';
import { dayInOslo } from '@nordgate/contracts/rules';
import type { Revocations } from '@nordgate/service/trust';
import { PSD2_ROLES } from '@nordgate/signature';
import { RequestError } from '../../reply/request-error.js';
import { tppMessageOf } from '../../reply/tpp-messages.js';
import { admittedRoles } from '../../trust/tpp-trust.source.js';
import type { TppTrust } from '../../trust/tpp-trust.source.js';
import type { TrustReadings } from '../../trust/trust-keeper.js';

/** What decides whether a TPP may act: the trust of requests, and the revocation lists as they are read. */
export interface AdmissionTrust {
  readonly trust: TppTrust;
  readonly revocations: () => Pick<Revocations, 'isDistrusted' | 'issuersOf'>;
}

/** The same, of a gateway with these mounted files. */
export function admissionTrustOf(trust: TppTrust, { store }: TrustReadings): AdmissionTrust {
  const revocations = () => ({ ...store.value.revocations, issuersOf: store.value.issuersOf });
  return { trust, revocations };
}

/**
 * Whether a request of the TPP, signed with the same certificate, would be taken now, and with which of its roles.
 * Every way in which a TPP ends counts: the operator's stop, the register, a revocation list, and OCSP.
 * Rejects while the stop list or the register is unknown.
 */
export async function admissionOf(
  { tpp, roles, certificate }: ConsoleHolder,
  { trust, revocations }: AdmissionTrust,
  now: Date,
): Promise<TppAdmission> {
  const state = trust.current(now);
  if (certificate !== undefined) {
    const lists = revocations();
    const { issuer, serial } = certificate;
    const { ocsp } = state.online ?? {};
    const issuers = ocsp === undefined ? [] : lists.issuersOf({ issuer });
    const askOf = (one: (typeof issuers)[number]) =>
      ocsp?.firstStatusOf({ issuer: one, serial: BigInt(serial) }, now);
    const statuses = await Promise.all(issuers.flatMap((one) => askOf(one) ?? []));
    const isRevoked = statuses.some((status) => status.is === 'revoked');
    if (isRevoked || lists.isDistrusted(certificate, now)) return { is: 'refused', why: revoked };
  }
  try {
    const known = PSD2_ROLES.filter((role) => roles.includes(role));
    const admitted = admittedRoles({ tppId: tpp, roles: known }, state, dayInOslo(now));
    return { is: 'admitted', roles: admitted };
  } catch (error) {
    if (!(error instanceof RequestError) || error.status !== 403) throw error;
    return {
      is: 'refused',
      why: error.faults.map((one) => tppMessageOf(one, 'ERROR', 'en').text).join(' '),
    };
  }
}

const revoked = 'The certificate that asked for the code is revoked.';
