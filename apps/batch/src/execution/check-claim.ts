import { nextExecutionDates } from '@nordgate/contracts/calendar';
import { isBulk, isPeriodic } from '@nordgate/contracts/events';
import type { PaymentClaimed, TransferApproval } from '@nordgate/contracts/events';
import type { BankProfile } from '@nordgate/contracts/profile';
import { approvalIn, approvedHashes, isBelow, isHashOf } from '@nordgate/contracts/rules';
import type {
  ApprovalDoubt,
  ApprovalProof,
  ProvenApproval,
  SealState,
} from '@nordgate/contracts/rules';

/** A claim as an event of payments says it: anybody who can write to the topic may have said it. */
export interface Claim {
  readonly paymentId: string;
  readonly data: PaymentClaimed['data'];
}

/** Which approvals prove a claim, or why none does. */
export type ClaimProof =
  | { readonly is: 'valid'; readonly approval?: Omit<TransferApproval, 'bulk'> }
  | {
      readonly is: ApprovalDoubt;
      /** The approval may still be on its way. */
      readonly mayCome?: true;
    };

/** An approval as batch keeps it. */
export interface KeptApproval extends ApprovalProof {
  /** Its seal was valid when it arrived. */
  readonly wasValid?: true;
}

/** How seals are verified, and what the profile exempts. */
export interface ClaimTerms {
  readonly stateOf: (approval: KeptApproval) => SealState;
  readonly exemptions: BankProfile['exemptions'];
}

/**
 * Whether approvals prove that a PSU wants this payment with this instruction: sealed by sca, for this payment, with
 * the hash of this instruction, and by two where two must sign. The approval of a periodic payment covers each of its
 * days. A claim of an older release names no approval: then any approvals of the payment count.
 *
 * @param known all approvals that name the payment
 */
export function proofOfClaim(
  claim: Claim,
  known: readonly KeptApproval[],
  terms: ClaimTerms,
): ClaimProof {
  if (!isOfItsOrder(claim)) return { is: 'other-occurrence' };
  const { order, instructionHash: claimed } = claim.data;
  if (claimed !== undefined && !isHashOf(claimed, order.instruction))
    return { is: 'other-payment' };
  if (claim.data.exemption !== undefined) return exemptProof(claim, terms);
  const { approvals: named } = claim.data;
  const candidates = known.filter(({ hash }) => named?.includes(hash) ?? true);
  const lacks = named?.some((hash) => !candidates.some((one) => one.hash === hash));
  if (candidates.length === 0 || lacks === true) return { is: 'missing', mayCome: true };
  const sealed = candidates.filter((proof) => terms.stateOf(proof) === 'valid');
  const isUnsealed = ({ hash }: ApprovalProof) => !sealed.some((one) => one.hash === hash);
  const doubtful =
    named === undefined && sealed.length > 0 ? undefined : candidates.find(isUnsealed);
  if (doubtful !== undefined) return doubtOf(doubtful, terms);
  return signaturesOf(claim, sealed);
}

/** A periodic payment is claimed by day, and no other payment is. */
function isOfItsOrder({ data: { order, occurrence } }: Claim): boolean {
  const { instruction } = order;
  if (!isPeriodic(instruction)) return occurrence === undefined;
  return (
    occurrence !== undefined && nextExecutionDates(instruction, occurrence, 1)[0] === occurrence
  );
}

/** Nothing seals an exemption. Its bounds are those of one customer's day, so one payment is never above them. */
function exemptProof({ data: { order } }: Claim, { exemptions }: ClaimTerms): ClaimProof {
  const { instruction } = order;
  const { ownAccountsDailySumMax: max } = exemptions ?? {};
  if (max === undefined || isBulk(instruction) || isPeriodic(instruction)) {
    return { is: 'not-exempt' };
  }
  const { instructedAmount } = instruction;
  const isWithin = instructedAmount.currency === max.currency && !isBelow(max, instructedAmount);
  return { is: isWithin ? 'valid' : 'not-exempt' };
}

function doubtOf(proof: KeptApproval, { stateOf }: ClaimTerms): ClaimProof {
  const state = stateOf(proof);
  return { is: state === 'valid' ? 'wrong' : state };
}

/** An approval that covers the payment and its instruction. */
interface Signature extends ProvenApproval {
  readonly hash: string;
  readonly instructionHash: string;
}

function signaturesOf(
  { paymentId, data: { approvals: named, order } }: Claim,
  sealed: readonly ApprovalProof[],
): ClaimProof {
  const covering = sealed.flatMap((proof): readonly Signature[] => {
    const approval = approvalIn(proof);
    if (approval === undefined) return [];
    const instructionHash = approvedHashes(approval, paymentId).find((hash) =>
      isHashOf(hash, order.instruction),
    );
    return instructionHash === undefined
      ? []
      : [{ ...approval, hash: proof.hash, instructionHash }];
  });
  if (covering.length === 0) return { is: 'other-payment' };
  if (named === undefined) return enough(chosenOf(covering));
  const inOrder = named.flatMap((hash) => covering.filter((one) => one.hash === hash).slice(0, 1));
  return inOrder.length < named.length ? { is: 'other-payment' } : enough(inOrder);
}

/** Of all approvals of a payment: one that is enough alone, or two of two customers. */
function chosenOf(covering: readonly Signature[]): readonly Signature[] {
  const alone = covering.find(({ signers }) => signers !== 2);
  if (alone !== undefined) return [alone];
  const [first, ...others] = covering;
  const second = others.find(
    ({ customerId, corporateId }) =>
      customerId !== first?.customerId && corporateId === first?.corporateId,
  );
  return [first, second].filter((one) => one !== undefined);
}

function enough(signatures: readonly Signature[]): ClaimProof {
  const needsTwo = signatures.some(({ signers }) => signers === 2);
  const customers = new Set(signatures.map(({ customerId }) => customerId));
  const last = signatures.at(-1);
  if (last === undefined || (needsTwo && customers.size < 2)) return { is: 'one-signature' };
  const { instructionHash } = last;
  return {
    is: 'valid',
    approval: { instructionHash, approvals: signatures.map(({ hash }) => hash) },
  };
}
