import { isBulk } from '@nordgate/contracts/events';
import type {
  ExecutionStatus,
  OccurrenceOutcome,
  PartOutcome,
  PaymentInstruction,
  RejectionReason,
} from '@nordgate/contracts/events';
import type { MessageCode, PaymentStatus } from '@nordgate/contracts/codes';
import { isEndedPayment } from '@nordgate/contracts/rules';
import type { PaymentStanding } from '@nordgate/contracts/rules';
import { defined } from '@nordgate/decider';

/** How far one sub-payment of a bulk is. */
export interface PartStanding extends PaymentStanding {
  /** Statuses that the execution has reported of it, in order. */
  readonly progress?: readonly ExecutionStatus[];
  readonly rejection?: { readonly code: MessageCode; readonly reason: RejectionReason };
}

/** A payment whose sub-payments may be asked for. */
interface MaybeBulk extends PartStanding {
  readonly instruction: PaymentInstruction;
  /** Stored from the first report of a sub-payment on. */
  readonly parts?: readonly PartStanding[];
}

/** How far the sub-payments of a bulk are, in order. Before the first report of one, as far as the bulk. */
export function partsOf(payment: MaybeBulk): readonly PartStanding[] {
  const { instruction, parts, status, fundsAvailable, progress, rejection } = payment;
  if (parts !== undefined) return parts;
  if (!isBulk(instruction)) return [];
  const common = { status, ...defined({ fundsAvailable, progress, rejection }) };
  return instruction.payments.map(() => common);
}

/** The sub-payments after a report that names some of them. */
export function partsAfter(
  payment: MaybeBulk,
  outcomes: readonly PartOutcome[],
): readonly PartStanding[] {
  const reported = new Map(outcomes.map((outcome) => [outcome.part, outcome]));
  return partsOf(payment).map((part, n) => {
    const outcome = reported.get(n);
    return outcome === undefined ? part : afterOutcome(part, outcome);
  });
}

/** A sub-payment or an occurrence after a report of it. */
export function afterOutcome(part: PartStanding, outcome: OccurrenceOutcome): PartStanding {
  if (outcome.status === 'RJCT') {
    const { status, code, reason } = outcome;
    return { ...part, status, rejection: { code, reason } };
  }
  const { status, fundsAvailable } = outcome;
  const progress = [...(part.progress ?? []), status];
  return { ...part, status, progress, ...defined({ fundsAvailable }) };
}

/**
 * The sub-payments when the bulk ends as a whole: each that has not ended yet ends with it. Undefined as
 * long as all sub-payments are as far as the bulk.
 */
export function partsAtEnd(
  payment: MaybeBulk,
  end: Pick<PartStanding, 'status' | 'rejection'>,
  outcomes: readonly PartOutcome[] = [],
): readonly PartStanding[] | undefined {
  if (payment.parts === undefined && outcomes.length === 0) return undefined;
  return partsAfter(payment, outcomes).map((part) =>
    isEndedPayment(part) ? part : { ...part, ...end },
  );
}

/** Whether a sub-payment ended without being executed. */
export function isRefused(part: PaymentStanding): boolean {
  return isEndedPayment(part) && part.status !== 'ACSC';
}

/** The statuses of accepted payments, from the first to the last. */
const accepted = ['ACTC', 'ACCP', 'ACWC', 'ACSP', 'ACWP', 'ACSC'] as const;

/**
 * The status of a bulk as the fold of its sub-payments; their order never matters. It is RJCT when all
 * are refused, and PART when only some are (ISO 20022: some transactions were accepted, others not).
 * Otherwise it is the status that all of them have reached, and at least ACSP as soon as one is in
 * execution: such a bulk cannot be cancelled any more.
 */
export function bulkStatusOf(parts: readonly PaymentStanding[]): PaymentStatus {
  const statuses = new Set(parts.map(({ status }) => status));
  const [only] = statuses;
  const refused = parts.filter(isRefused);
  if (statuses.size === 1 && only !== undefined && only !== 'ACCP') return only;
  if (refused.length > 0) return refused.length === parts.length ? 'RJCT' : 'PART';
  const reached = accepted.filter((status) => statuses.has(status));
  const [least = 'ACTC'] = reached;
  return reached.some(isExecuting) && !isExecuting(least) ? 'ACSP' : least;
}

function isExecuting(status: (typeof accepted)[number]): boolean {
  return accepted.indexOf(status) >= accepted.indexOf('ACSP');
}

/** Whether a bulk of this status is approved and has not ended as rejected or cancelled. */
export function isInExecution(status: PaymentStatus): status is ExecutionStatus {
  return status === 'PART' || accepted.some((one) => one === status);
}
