import type { BankProfile } from '@nordgate/contracts/profile';
import type { Psd2Role } from '@nordgate/signature';

/**
 * What a signed route requires of a request. The kinds: `initiation` creates a payment or a basket
 * (specification 4.3 in full). `reading` returns the details or the status of such a resource.
 * `accountAccess` acts on behalf of a PSU, who may be unknown yet. `service` needs the TPP's own
 * headers only.
 */
export interface RouteRequirements {
  readonly kind: 'initiation' | 'reading' | 'accountAccess' | 'service';
  /** The PSD2 role that the certificate needs. Absent where a TPP of any role may call. */
  readonly role?: Psd2Role;
  /** The request needs a Digest, whatever its body (specification 4.1, 4.2). */
  readonly digestRequired?: boolean;
  /** The signature has to cover `(request-target)`. */
  readonly targetRequired?: boolean;
  /** PSU-ID may be missing at first contact; initiations then need PSU-Context. */
  readonly firstContact?: boolean;
  /** The request itself begins a new generation, so its answer may come in another than the one it began in. */
  readonly resets?: boolean;
}

export const paymentInitiation: RouteRequirements = {
  kind: 'initiation',
  role: 'PSP_PI',
  digestRequired: true,
  firstContact: true,
};
export const basketCreation: RouteRequirements = { kind: 'initiation', role: 'PSP_PI' };
export const paymentReading: RouteRequirements = { kind: 'reading', role: 'PSP_PI' };
/** Changes a payment or basket after its initiation: cancels it, or starts another authorisation. */
export const paymentChange: RouteRequirements = { kind: 'accountAccess', role: 'PSP_PI' };
/** `/v1/user` also serves a PISP that is not an AISP (specification 4.4). */
export const userReading: RouteRequirements = { kind: 'accountAccess', firstContact: true };
/** Reads accounts on behalf of a PSU, or asks for a consent. Includes the first contact. */
export const accountReading: RouteRequirements = {
  kind: 'accountAccess',
  role: 'PSP_AI',
  firstContact: true,
};
/** Reads or ends a consent that the TPP asked for. */
export const consentReading: RouteRequirements = { kind: 'reading', role: 'PSP_AI' };
export const sandboxService: RouteRequirements = { kind: 'service' };
export const sandboxReset: RouteRequirements = { kind: 'service', resets: true };

/** The requirements of a route, with those that the bank's profile adds to all signed routes. */
export function requirementsUnder(
  { signatureCoverage = 'specified' }: Pick<BankProfile, 'signatureCoverage'>,
  requirements: RouteRequirements,
): RouteRequirements {
  if (signatureCoverage === 'specified') return requirements;
  return { ...requirements, digestRequired: true, targetRequired: true };
}
