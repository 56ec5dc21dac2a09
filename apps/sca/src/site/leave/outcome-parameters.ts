import { publicAgreementOf, withoutGeneration } from '@nordgate/contracts/rules';
import type { IdKeys } from '@nordgate/contracts/rules';
import type { AuthorisationFailure } from '@nordgate/contracts/events';
import type { MessageCode } from '@nordgate/contracts/codes';
import type { Finalised } from '../../authorisation/authorisation.js';
import { failureCodes } from '../../authorisation/failures.js';
import { interfaceLanguage } from '../language/site-language.js';
import type { Language } from '../language/site-language.js';
import { textsOf } from '../language/texts.js';

/**
 * Why a PSU leaves without success: the failures of an authorisation, an approval without effect, and
 * reasons that change nothing.
 */
export type Leaving =
  | AuthorisationFailure
  /** Approved, but the bank rejected the payment. */
  | 'rejected'
  /** Approved, but the payment had been changed, cancelled or decided before. */
  | 'decided-before'
  /** The approval ended an access: nothing is given. */
  | 'access-ended'
  /** The rules of the bank accept no SCA method that the PSU has. */
  | 'no-method'
  | 'used'
  | 'aborted'
  | 'unavailable';

const leavingCodes: { readonly [Way in Leaving]: MessageCode } = {
  ...failureCodes,
  rejected: 'PAYMENT_FAILED',
  'decided-before': 'CONFLICT',
  'access-ended': 'CONSENT_INVALID',
  'no-method': 'SCA_INVALID',
  used: 'SCA_INVALID',
  aborted: 'SCA_INVALID',
  unavailable: 'SYSTEM_ERROR',
};

const statusOf: { readonly [Way in Leaving]: number } = {
  expired: 401,
  'wrong-codes': 400,
  'unknown-customer': 401,
  'other-customer': 401,
  'joined-basket': 400,
  refused: 400,
  'not-debitable': 400,
  'not-approvable': 409,
  'signed-already': 409,
  fault: 500,
  'tpp-stopped': 403,
  withdrawn: 401,
  rejected: 400,
  'decided-before': 409,
  'access-ended': 401,
  'no-method': 400,
  used: 400,
  aborted: 400,
  unavailable: 503,
};

/** The name of this site in the parameter `system`. */
const system = 'sca';

/** Query parameters of a redirect after success (specification 5.11). */
export function successParameters(
  { initiator, outcome, psu }: Finalised,
  ids: IdKeys,
): Readonly<Record<string, string>> {
  const { context, corporateId } = outcome;
  const isCorporate = context === 'CORPORATE' && corporateId !== undefined;
  const corporate: Readonly<Record<string, string>> = isCorporate
    ? { 'psu-corporate-id': publicAgreementOf(withoutGeneration(corporateId), initiator.tpp, ids) }
    : {};
  return {
    'psu-id': psu.psuId,
    'tpp-session-id': initiator.tppSessionId,
    context,
    ...corporate,
  };
}

/** Query parameters of a redirect after failure (specification 5.12). */
export function failureParameters(
  way: Leaving,
  language: Language,
): Readonly<Record<string, string>> {
  // The message goes to the TPP, so it is in a language of the interface.
  const t = textsOf(interfaceLanguage(language));
  return {
    system,
    status: String(statusOf[way]),
    code: leavingCodes[way],
    message: t(`failed.${way}`),
  };
}
