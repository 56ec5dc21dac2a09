import { isBulk } from '@nordgate/contracts/events';
import type {
  Executor,
  LedgerTransfer,
  PaymentClaimed,
  PaymentInstruction,
  TransferApproval,
  TransferCredit,
} from '@nordgate/contracts/events';
import { bulkPlacesOf, executionIdOf, instructionHash, streams } from '@nordgate/contracts/rules';
import type { TransferOf } from '@nordgate/contracts/rules';
import { commandFrom, defined } from '@nordgate/decider';
import type { Reaction, ReceivedEvent } from '@nordgate/decider';

/** One movement of money of a claimed payment. */
interface Movement {
  readonly of: TransferOf;
  readonly credits: readonly TransferCredit[];
}

/** What the approvals of a claim prove, as the check of the claim has found them. */
export type ClaimApproval = Omit<TransferApproval, 'bulk'>;

/**
 * Instructs the transfers of a claimed payment: one for a payment, for an occurrence of a periodic payment,
 * for each sub-payment of a bulk, or one with all credits for a bulk that is booked as one debit. The same
 * claim instructs the same transfers again, which changes nothing.
 *
 * @param approval undefined for an exemption, and for an approval without a seal
 */
export function executeClaim(
  received: ReceivedEvent<PaymentClaimed>,
  executor: Executor,
  approval: ClaimApproval | undefined,
): Reaction {
  const { by: run, day, order, occurrence, exemption } = received.event.data;
  const { service, product, tpp, instruction, debtor, price } = order;
  const paymentId = streams.payment.idOf(received.stream);
  const { debtorAccount } = instruction;
  const shared = { paymentId, service, product, tpp, debtorAccount, day, executor, run };
  const mayBookAtOnce = executor === 'ledger' ? (true as const) : undefined;
  const approvalOf = approvalsOfMovements(instruction, approval);
  const commands = movementsOf(paymentId, received.event.data).map((movement) => {
    const executionId = executionIdOf(movement.of);
    const facts: LedgerTransfer & typeof shared = {
      executionId,
      ...shared,
      credits: movement.credits,
      ...defined({ occurrence, debtor, price, mayBookAtOnce }),
      ...defined({ approval: approvalOf(movement), exemption }),
    };
    const stream = streams.execution.id(executionId);
    return commandFrom(received, { type: 'InstructTransfer', stream, data: facts });
  });
  return { commands };
}

/** The streams of the transfers of a claimed payment. */
export function executionsOf(
  paymentId: string,
  claimed: PaymentClaimed['data'],
): readonly string[] {
  return movementsOf(paymentId, claimed).map(({ of }) => streams.execution.id(executionIdOf(of)));
}

/** The approval that each movement carries: of a bulk with the way from its credits to the instruction's hash. */
function approvalsOfMovements(
  instruction: PaymentInstruction,
  approval: ClaimApproval | undefined,
): (movement: Movement) => TransferApproval | undefined {
  // A hash of an older release is over all sub-payments: there is no way to it from one.
  const hasTree = approval?.instructionHash === instructionHash(instruction);
  if (approval === undefined || !isBulk(instruction) || !hasTree) return () => approval;
  const placeOf = bulkPlacesOf(instruction);
  return ({ of: { part } }) => ({ ...approval, bulk: placeOf(part) });
}

function movementsOf(
  paymentId: string,
  { order, occurrence }: PaymentClaimed['data'],
): readonly Movement[] {
  const { instruction } = order;
  if (!isBulk(instruction)) {
    return [{ of: { paymentId, ...defined({ occurrence }) }, credits: [{ instruction }] }];
  }
  const credits = instruction.payments.map((one, part) => ({ part, instruction: one }));
  if (instruction.batchBookingPreferred === true) return [{ of: { paymentId }, credits }];
  return credits.map((credit) => ({ of: { paymentId, part: credit.part }, credits: [credit] }));
}
