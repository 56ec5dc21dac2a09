import { isDeepStrictEqual } from 'node:util';
import { nextExecutionDates } from '@nordgate/contracts/calendar';
import type { OrderApproval, TransferOrdered } from '@nordgate/contracts/core';
import { isPeriodic } from '@nordgate/contracts/events';
import type { PaymentInstruction } from '@nordgate/contracts/events';
import {
  approvalIn,
  approvedHashes,
  bbanOf,
  carriedHash,
  executionIdOf,
  proofStateOf,
} from '@nordgate/contracts/rules';
import type { ProvenApproval, SealKeys } from '@nordgate/contracts/rules';
import { defined } from '@nordgate/decider';

type Order = TransferOrdered['data'];

/** Why nothing proves that the customer wants an order (docs/how-to/connect-a-core-bank.md). */
export type OrderFault =
  | 'no-approval'
  | 'unknown-key'
  | 'wrong-seal'
  | 'other-payment'
  | 'other-instruction'
  | 'other-transfer'
  | 'one-signature'
  | 'other-owner';

/** Whether two open accounts of this bank have one owner, by their Norwegian numbers. */
type HaveOneOwner = (debtor: string, creditor: string) => boolean;

/** What is wrong with an order before money moves: undefined where the seals of sca prove it. */
export function orderFaultOf(
  order: Order,
  keys: SealKeys,
  haveOneOwner: HaveOneOwner,
): OrderFault | undefined {
  const { approval, exemption } = order;
  if (!isOneOfItsPayment(order)) return 'other-transfer';
  if (approval === undefined) {
    if (exemption === undefined) return 'no-approval';
    return isBetweenOwn(order, haveOneOwner) ? undefined : 'other-owner';
  }
  if (carriedHash({ ...order, ...approval }) !== approval.instructionHash) {
    return 'other-instruction';
  }
  return sealFaultOf(order, approval, keys);
}

/** The id repeats what is moved of the payment. Otherwise one approval would prove any number of transfers. */
function isOneOfItsPayment({
  executionId,
  paymentId,
  occurrence,
  debtorAccount,
  credits,
  approval,
}: Order): boolean {
  const [first] = credits;
  if (first === undefined) return false;
  const { head } = approval?.bulk ?? {};
  const part = head === undefined || head.batchBookingPreferred === true ? undefined : first.part;
  const isKnown = executionId === executionIdOf({ paymentId, ...defined({ part, occurrence }) });
  const instruction = first.instruction as PaymentInstruction;
  const signed = head ?? instruction;
  return (
    isKnown &&
    isDeepStrictEqual(signed.debtorAccount, debtorAccount) &&
    hasOccurrence(instruction, occurrence)
  );
}

function hasOccurrence(instruction: PaymentInstruction, occurrence: string | undefined): boolean {
  if (!isPeriodic(instruction)) return occurrence === undefined;
  return (
    occurrence !== undefined && nextExecutionDates(instruction, occurrence, 1)[0] === occurrence
  );
}

function sealFaultOf(
  { paymentId }: Order,
  { sealed, instructionHash }: OrderApproval,
  keys: SealKeys,
): OrderFault | undefined {
  const approvals: ProvenApproval[] = [];
  for (const { text, ...seal } of sealed) {
    const state = proofStateOf(keys, { hash: '', text, seal });
    if (state !== 'valid') return state === 'unknown-key' ? 'unknown-key' : 'wrong-seal';
    const approval = approvalIn({ text });
    const hashes = approval === undefined ? [] : approvedHashes(approval, paymentId);
    if (approval === undefined || hashes.length === 0) return 'other-payment';
    if (!hashes.includes(instructionHash)) return 'other-instruction';
    approvals.push(approval);
  }
  const customers = new Set(approvals.map(({ customerId }) => customerId));
  const needed = approvals.some(({ signers }) => signers === 2) ? 2 : 1;
  return customers.size < needed ? 'one-signature' : undefined;
}

function isBetweenOwn({ debtorAccount, credits }: Order, haveOneOwner: HaveOneOwner): boolean {
  const debtor = bbanOf(debtorAccount) ?? '';
  return credits.every(({ instruction }) =>
    haveOneOwner(debtor, bbanOf(instruction.creditorAccount) ?? ''),
  );
}
