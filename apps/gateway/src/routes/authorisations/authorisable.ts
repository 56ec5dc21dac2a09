import type { AuthorisableKind } from '@nordgate/contracts/queries';
import type { Initiator } from '@nordgate/contracts/events';

/** A resource that can be authorised, with the path of its authorisations. */
export interface Authorisable {
  readonly kind: AuthorisableKind;
  /** Stream id of the payment, basket or consent, without its type. */
  readonly resourceId: string;
  /** Members of a basket. */
  readonly paymentIds: readonly string[];
  readonly initiator: Initiator;
  /** The authorisation of the creation response. Its event may not have arrived yet. */
  readonly firstAuthorisationId?: string;
  /** The payment is exempt from SCA: its first authorisation is `exempted` and never opens. */
  readonly isExempt?: true;
  /** The first of two PSUs has signed. The next signer is another PSU. */
  readonly isSignedOnce?: true;
  /** The path of the list; each authorisation has a path below it. */
  readonly path: string;
  /** The path of the status of the payment, basket or consent. */
  readonly statusPath: string;
}
