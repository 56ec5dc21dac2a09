import { createHash } from 'node:crypto';
import type { SealedApproval } from '../core/core-messages.v1.js';
import type { ApprovedPayment, AuthorisedResource } from './sca-events.v1.js';
import { sealedText, signatureStateOf } from './approval-seal.js';
import type { Approval, SealKeys, SealState } from './approval-seal.js';

/** A sealed approval as evidence: its text is what sca has signed, so nobody has to make it again. */
export interface ApprovalProof extends Omit<SealedApproval, 'keyId' | 'signature'> {
  /** SHA-256 of the text, base64url: by it the bank refers to the approval. */
  readonly hash: string;
  /** Absent for an approval of a release before seals. */
  readonly seal?: Omit<SealedApproval, 'text'>;
}

/** The evidence of an approval on its stream. Throws for data without a canonical form. */
export function proofOf(stream: string, approval: Approval): ApprovalProof {
  const text = sealedText(stream, approval);
  const hash = createHash('sha256').update(text, 'utf8').digest('base64url');
  const { seal } = approval;
  return seal === undefined ? { hash, text } : { hash, text, seal };
}

/** Whether sca has signed the text. */
export function proofStateOf(keys: SealKeys, { seal, text }: ApprovalProof): SealState {
  return seal === undefined ? 'missing' : signatureStateOf(keys, seal, () => text);
}

/** Who approved what, as the text of an approval says. */
export type ProvenApproval = Pick<Approval, 'customerId' | 'corporateId' | 'signers' | 'approved'>;

/**
 * The approval in a text with a valid signature: undefined where it is not one of payments. sca has written the
 * text, so its form is known.
 */
export function approvalIn({ text }: Pick<ApprovalProof, 'text'>): ProvenApproval | undefined {
  const { data } = JSON.parse(text) as { readonly data: Approval };
  return isOfPayments(data.resource) ? data : undefined;
}

/** Whether an approval of this resource pays. The approval of a cancellation has the same members. */
export function isOfPayments({ kind }: AuthorisedResource): boolean {
  return kind === 'payment' || kind === 'basket';
}

/** The hashes of the instruction of a payment that an approval names: none, or one. */
export function approvedHashes(
  { approved }: ProvenApproval,
  paymentId: string,
): readonly ApprovedPayment['hash'][] {
  return approved.filter((one) => one.paymentId === paymentId).map(({ hash }) => hash);
}
