import type { ScaMethodName } from '@nordgate/contracts/events';
import type { Challenge } from '../../domain/authorisation.js';

/** What a PSU is to prove: that they approve this, and nothing else, in this authorisation. */
export interface Approval extends Omit<Challenge, 'method'> {
  readonly authorisationId: string;
  readonly customerId: string;
}

/** What a method puts on the approval page. */
export type MethodOnPage =
  /** A code that the PSU copies. */
  | { readonly method: 'sandbox-code'; readonly code: string }
  /** What the browser asks an authenticator for: PublicKeyCredentialRequestOptionsJSON as JSON. */
  | { readonly method: 'passkey'; readonly request: string };

/** How a PSU proves to approve: the port for the bank's methods (RTS on SCA, Articles 4 and 5). */
export interface ScaMethod {
  readonly name: ScaMethodName;
  /** Whether this customer can prove it so. */
  isFor(customerId: string): Promise<boolean>;
  /** What makes a new challenge unlike every other; nothing where what is approved does. */
  newNonce(): string | undefined;
  onPage(approval: Approval): Promise<MethodOnPage>;
  /** Whether the answer from the page proves it; the same answer again proves the same. */
  proves(answer: string, approval: Approval): Promise<boolean>;
}

/** Injection token of the bank's ScaMethods, the usual one first. */
export const SCA_METHODS = 'nordgate.sca.methods';
