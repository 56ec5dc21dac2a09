import type { AuthorisationFailed, AuthorisationFailure } from '@nordgate/contracts/events';
import type { MessageCode } from '@nordgate/contracts/codes';

/** The code that each way of failing is told with (specification section 7). */
export const failureCodes: { readonly [Reason in AuthorisationFailure]: MessageCode } = {
  expired: 'SCA_EXPIRED',
  'wrong-codes': 'SCA_INVALID',
  'unknown-customer': 'PSU_CREDENTIALS_INVALID',
  'other-customer': 'PSU_CREDENTIALS_INVALID',
  'joined-basket': 'SCA_INVALID',
  refused: 'SCA_INVALID',
  'not-debitable': 'PAYMENT_FAILED',
  'not-approvable': 'CONFLICT',
  'signed-already': 'CONFLICT',
  fault: 'SYSTEM_ERROR',
  'tpp-stopped': 'FORBIDDEN',
  withdrawn: 'CONSENT_INVALID',
};

/** The event that ends an authorisation for this reason. */
export function failedBecause(reason: AuthorisationFailure, at: string): AuthorisationFailed {
  return { type: 'AuthorisationFailed', data: { code: failureCodes[reason], reason, at } };
}
