import type { ScaMethodName } from '@nordgate/contracts/events';
import type { Challenge } from '../../authorisation/authorisation.js';
import type { CustomerVisit } from '../visit/visit.js';

/** What a PSU has to prove: that they approve this and nothing else, in this authorisation. */
export interface Approval extends Omit<Challenge, 'method'> {
  readonly authorisationId: string;
  readonly customerId: string;
}

/** What a method puts on the approval page. */
export type MethodOnPage =
  /** A code that the PSU copies. */
  | { readonly method: 'sandbox-code'; readonly code: string }
  /** What the browser asks an authenticator for: PublicKeyCredentialRequestOptionsJSON as JSON. */
  | { readonly method: 'passkey'; readonly request: string }
  /** The name of the identity provider, and the origins over which the browser goes there. */
  | { readonly method: 'oidc'; readonly provider: string; readonly targets: readonly string[] };

/** How a PSU proves an approval: the port for the bank's methods (RTS on SCA, Articles 4 and 5). */
export interface ScaMethod {
  readonly name: ScaMethodName;
  /** Whether this customer can use the method. */
  isFor(customer: CustomerVisit): Promise<boolean>;
  /** The random part of a new challenge; undefined when the method needs none. */
  newNonce(): string | undefined;
  onPage(approval: Approval): Promise<MethodOnPage>;
  /** Whether the answer from the page proves the approval. Idempotent for the same answer. */
  proves(answer: string, approval: Approval): Promise<boolean>;
}

/** Injection token of the ScaMethods of the bank, the usual one first. */
export const SCA_METHODS = 'nordgate.sca.methods';

/** Injection token of the SCA method that only a sandbox has. */
export const SANDBOX_CODE = 'nordgate.sca.sandbox-code';

/**
 * The content of an approval as one text: the same in any order of payments and accounts, another one
 * for any other content, context, customer or authorisation.
 */
export function approvalText(approval: Approval): string {
  const { authorisationId, customerId, context, corporateId = '', approves } = approval;
  const { accounts, cardAccounts = [] } = approval;
  const payments = approves.map(({ paymentId, hash }) => `${paymentId} ${hash}`).sort();
  const chosen = accounts === undefined ? [] : [[...accounts].sort()];
  // Without cards the text is that of an older release, which may have made the challenge.
  const cards = cardAccounts.length === 0 ? [] : [[...cardAccounts].sort()];
  const who = [authorisationId, customerId, context, corporateId];
  return JSON.stringify([...who, payments, ...chosen, ...cards]);
}
