import type { AuthorisableKind } from '@nordgate/contracts/queries';
import type { Initiator } from '@nordgate/contracts/events';

/** What an authorisation is started for, and where its sub-resources live. */
export interface Authorisable {
  readonly kind: AuthorisableKind;
  /** Stream id of the payment or basket, without its type. */
  readonly resourceId: string;
  /** Members of a basket. */
  readonly paymentIds: readonly string[];
  readonly initiator: Initiator;
  /** The authorisation whose link came with it: its event may still be on the way. */
  readonly firstAuthorisationId?: string;
  /** It came without SCA: its first authorisation is `exempted`, and never opened. */
  readonly isExempt?: true;
  /** The first of two signatures is given: the next PSU is another one. */
  readonly isSignedOnce?: true;
  /** Path of the list, below which each authorisation has its own. */
  readonly path: string;
}
