import { isBulk } from '@nordgate/contracts/events';
import type {
  Executor,
  PaymentClaimed,
  Transfer,
  TransferCredit,
} from '@nordgate/contracts/events';
import { executionIdOf, streams } from '@nordgate/contracts/rules';
import type { TransferOf } from '@nordgate/contracts/rules';
import { commandFrom, defined } from '@nordgate/decider';
import type { Reaction, ReceivedEvent } from '@nordgate/decider';

/** One movement of money of a claimed payment. */
interface Movement {
  readonly of: TransferOf;
  readonly credits: readonly TransferCredit[];
}

/**
 * Instructs the transfers of a claimed payment: one for a payment, for an occurrence of a periodic payment,
 * for each sub-payment of a bulk, or one with all credits for a bulk that is booked as one debit. The same
 * claim instructs the same transfers again, which changes nothing.
 */
export function executeClaim(
  received: ReceivedEvent<PaymentClaimed>,
  executor: Executor,
): Reaction {
  const { by: run, day, order, occurrence } = received.event.data;
  const { service, product, tpp, instruction, debtor, price } = order;
  const paymentId = streams.payment.idOf(received.stream);
  const { debtorAccount } = instruction;
  const shared = { paymentId, service, product, tpp, debtorAccount, day, executor, run };
  const commands = movementsOf(paymentId, received.event).map(({ of, credits }) => {
    const executionId = executionIdOf(of);
    const facts: Transfer & typeof shared = {
      ...{ executionId, ...shared, credits },
      ...defined({ occurrence, debtor, price }),
    };
    const stream = streams.execution.id(executionId);
    return commandFrom(received, { type: 'InstructTransfer', stream, data: facts });
  });
  return { commands };
}

function movementsOf(
  paymentId: string,
  { data: { order, occurrence } }: PaymentClaimed,
): readonly Movement[] {
  const { instruction } = order;
  if (!isBulk(instruction)) {
    return [{ of: { paymentId, ...defined({ occurrence }) }, credits: [{ instruction }] }];
  }
  const credits = instruction.payments.map((one, part) => ({ part, instruction: one }));
  if (instruction.batchBookingPreferred === true) return [{ of: { paymentId }, credits }];
  return credits.map((credit) => ({ of: { paymentId, part: credit.part }, credits: [credit] }));
}
