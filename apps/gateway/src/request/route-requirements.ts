import type { BankProfile } from '@nordgate/contracts/profile';
import { PSD2_ROLES } from '@nordgate/signature';
import type { Psd2Role } from '@nordgate/signature';

/**
 * What a signed route requires of a request. The kinds: `initiation` creates a payment or a basket
 * (specification 4.3 in full). `reading` returns the details or the status of such a resource.
 * `accountAccess` acts on behalf of a PSU, who may be unknown yet. `funds` asks about the account of a known PSU,
 * without a session. `service` needs the TPP's own headers only.
 */
export interface RouteRequirements {
  readonly kind: 'initiation' | 'reading' | 'accountAccess' | 'funds' | 'service';
  /** The PSD2 roles of which the TPP needs one. */
  readonly roles: readonly Psd2Role[];
  /** The request needs a Digest, whatever its body (specification 4.1, 4.2). */
  readonly digestRequired?: boolean;
  /** The signature has to cover `(request-target)`. */
  readonly targetRequired?: boolean;
  /** PSU-ID may be missing at first contact; initiations then need PSU-Context. */
  readonly firstContact?: boolean;
  /** The request is about one PSU, so it needs PSU-ID. */
  readonly psuRequired?: boolean;
  /** A corporate user may leave PSU-Corporate-ID out: here the PSU picks the agreement. */
  readonly picksAgreement?: boolean;
  /** The route itself rejects the agreement of another PSU, with what it asks about accounts. */
  readonly checksAgreement?: boolean;
  /** The body may be as large as a bulk payment. */
  readonly takesBulk?: boolean;
  /** The request itself begins a new generation, so its answer may come in another than the one it began in. */
  readonly resets?: boolean;
  /** It is about the data of the sandbox: a request that does not only read counts as a write by hand. */
  readonly isSandbox?: boolean;
}

export const paymentInitiation: RouteRequirements = {
  kind: 'initiation',
  roles: ['PSP_PI'],
  digestRequired: true,
  firstContact: true,
};
export const bulkInitiation: RouteRequirements = { ...paymentInitiation, takesBulk: true };
export const basketCreation: RouteRequirements = { kind: 'initiation', roles: ['PSP_PI'] };
export const paymentReading: RouteRequirements = { kind: 'reading', roles: ['PSP_PI'] };
/** Changes a payment or basket after its initiation: cancels it, or starts another authorisation. */
export const paymentChange: RouteRequirements = { kind: 'accountAccess', roles: ['PSP_PI'] };
/** `/v1/user` also serves a PISP that is not an AISP (specification 4.4). */
export const userReading: RouteRequirements = {
  kind: 'accountAccess',
  roles: ['PSP_AI', 'PSP_PI'],
  firstContact: true,
};
/** `/v1/agreements` is where a TPP finds PSU-Corporate-ID (specification 5.14). */
export const agreementReading: RouteRequirements = { ...userReading, picksAgreement: true };
/** Reads accounts on behalf of a PSU. Includes the first contact. */
export const accountReading: RouteRequirements = {
  kind: 'accountAccess',
  roles: ['PSP_AI'],
  firstContact: true,
  checksAgreement: true,
};
/** Asks for a consent: the PSU picks the context and the agreement at the bank. */
export const consentCreation: RouteRequirements = {
  kind: 'accountAccess',
  roles: ['PSP_AI'],
  firstContact: true,
  picksAgreement: true,
};
/** Starts another authorisation of a consent. Here too the PSU picks the agreement at the bank. */
export const consentChange: RouteRequirements = {
  kind: 'accountAccess',
  roles: ['PSP_AI'],
  picksAgreement: true,
};
/** Reads or ends a consent that the TPP asked for. */
export const consentReading: RouteRequirements = { kind: 'reading', roles: ['PSP_AI'] };
/** Lists the consents of a PSU. The answer needs no live session. */
export const consentListing: RouteRequirements = {
  kind: 'accountAccess',
  roles: ['PSP_AI'],
  psuRequired: true,
};
/** Asks whether an account has funds, by the grant of a PSU. */
export const fundsConfirming: RouteRequirements = { kind: 'funds', roles: ['PSP_IC'] };
/** What is between the TPP and the bank alone serves TPPs of any role, and none without a role. */
export const tppService: RouteRequirements = { kind: 'service', roles: PSD2_ROLES };
export const sandboxService: RouteRequirements = { ...tppService, isSandbox: true };
export const sandboxReset: RouteRequirements = { ...sandboxService, resets: true };

/** The requirements of a route, with those that the bank's profile adds to all signed routes. */
export function requirementsUnder(
  { signatureCoverage = 'specified' }: Pick<BankProfile, 'signatureCoverage'>,
  requirements: RouteRequirements,
): RouteRequirements {
  if (signatureCoverage === 'specified') return requirements;
  return { ...requirements, digestRequired: true, targetRequired: true };
}
