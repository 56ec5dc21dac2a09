import type {
  DeclineReason,
  PaymentsPicked,
  PickedPayment,
  TransferDebited,
  TransferDeclined,
  TransferSettled,
  TransferStarted,
} from '@nordgate/contracts/events';
import { executionIdOf } from '@nordgate/contracts/rules';
import { moments } from './a-payment.js';

/** The run of the tests, on the day of `moments`. */
export const run = 'batch-run-2030-03-01-1330';
const day = '2030-03-01';
const at = moments.executed;

/** A run has picked these payments. */
export function picked(...payments: readonly PickedPayment[]): PaymentsPicked {
  const last = { isUrgent: false, dueDay: day, paymentId: payments.at(-1)?.paymentId ?? '' };
  return { type: 'PaymentsPicked', data: { runId: '2030-03-01-1330', day, payments, last, at } };
}

/** What a transfer of a payment is about. */
export interface TransferFacts {
  readonly paymentId: string;
  readonly occurrence?: string;
  readonly parts?: readonly number[];
}

function factsOf(facts: TransferFacts) {
  return { ...facts, executionId: executionIdOf(facts), run, at };
}

/** The stream of the transfer. */
export function transferOf(facts: TransferFacts): string {
  return `execution-${executionIdOf(facts)}`;
}

/** The outcomes of a transfer, as batch publishes them. */
export const transfer = {
  started: (
    facts: TransferFacts,
    changes: Partial<TransferStarted['data']> = {},
  ): TransferStarted => ({
    type: 'TransferStarted',
    data: { ...factsOf(facts), executor: 'ledger', day, ...changes },
  }),
  debited: (facts: TransferFacts): TransferDebited => ({
    type: 'TransferDebited',
    data: factsOf(facts),
  }),
  settled: (
    facts: TransferFacts,
    changes: Partial<TransferSettled['data']> = {},
  ): TransferSettled => ({
    type: 'TransferSettled',
    data: { ...factsOf(facts), ...changes },
  }),
  declined: (facts: TransferFacts, reason: DeclineReason): TransferDeclined => ({
    type: 'TransferDeclined',
    data: { ...factsOf(facts), reason },
  }),
};
