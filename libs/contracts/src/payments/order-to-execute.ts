import { defined } from '@nordgate/decider';
import type { PaymentInitiated } from './payment-events.v1.js';
import type { OrderToExecute, PeriodicWish, WantedExecution } from './payment-facts.v1.js';
import { isBulk, isPeriodic } from '../base/values/payment-instruction.v2.js';
import type {
  PaymentInstruction,
  PaymentService,
  PeriodicInstruction,
} from '../base/values/payment-instruction.v2.js';

/** What a payment is executed by: its initiation has it, and so has its state. */
type Initiated = Pick<
  PaymentInitiated['data'],
  'product' | 'initiator' | 'acceptedAt' | 'instruction'
>;

/** The order of a payment, as a run has to know it. */
export function orderToExecute(payment: Initiated): OrderToExecute {
  const { product, initiator, acceptedAt, instruction } = payment;
  return { product, tpp: initiator.tpp, acceptedAt, ...wantedExecution(instruction) };
}

/** On which days an instruction is executed, and how many payments it has. */
export function wantedExecution(instruction: PaymentInstruction): WantedExecution {
  if (isPeriodic(instruction)) return { periodic: periodicWish(instruction) };
  const { requestedExecutionDate: requestedDay } = instruction;
  const parts = isBulk(instruction) ? instruction.payments.length : undefined;
  const isUrgent = 'serviceLevel' in instruction && instruction.serviceLevel === 'URGP';
  return defined({ requestedDay, parts, isUrgent: isUrgent ? (true as const) : undefined });
}

function periodicWish(instruction: PeriodicInstruction): PeriodicWish {
  const { startDate, endDate, frequency } = instruction;
  const { dayOfExecution, monthsOfExecution, executionRule } = instruction;
  return {
    startDate,
    frequency,
    ...defined({ endDate, dayOfExecution, monthsOfExecution, executionRule }),
  };
}

/** The payment service of an order: the form of its instruction follows from it. */
export function serviceOfOrder({ parts, periodic }: WantedExecution): PaymentService {
  if (periodic !== undefined) return 'periodic-payments';
  return parts === undefined ? 'payments' : 'bulk-payments';
}
