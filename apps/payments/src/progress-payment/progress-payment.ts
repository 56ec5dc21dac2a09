import type { PartsProgress, PaymentCommands } from '@nordgate/contracts/commands';
import type { PartOutcome, PaymentEvent } from '@nordgate/contracts/events';
import { isBulk } from '@nordgate/contracts/events';
import { nothing, refuse } from '@nordgate/decider';
import type { CommandOf, Decision } from '@nordgate/decider';
import { bulkStatusOf, isInExecution, partsAfter, partsOf } from '../domain/parts.js';
import type { PartStanding } from '../domain/parts.js';
import type { KnownPayment, Payment } from '../domain/payment.js';
import { statusAfter } from '../domain/status-table.js';

export type ProgressPayment = CommandOf<PaymentCommands, 'ProgressPayment'>;

/**
 * Execution reports how far it is, of a whole payment or of sub-payments of a bulk; what it has reported
 * before changes nothing. Refuses CONFLICT what cannot follow, and FORMAT_ERROR sub-payments that the
 * payment does not have.
 */
export function progressPayment(
  { data, meta }: ProgressPayment,
  payment: Payment,
): Decision<PaymentEvent> {
  if (payment.is === 'none') return refuse('RESOURCE_UNKNOWN');
  if ('parts' in data) return progressParts(data, payment, meta.at);
  const { by, status, fundsAvailable } = data;
  if (isReported(status, payment)) return nothing;
  // Sub-payments that differ are reported one by one: the status of the bulk follows from them.
  const isTogether = payment.parts === undefined;
  if (!isTogether || statusAfter(`to${status}`, payment) === undefined) return refuse('CONFLICT');
  if (isBulk(payment.instruction) && status === 'ACCP' && fundsAvailable === false) {
    const parts = payment.instruction.payments.map((_, part) => ({ part, status, fundsAvailable }));
    return progressParts({ by, parts }, payment, meta.at);
  }
  return [{ type: 'PaymentProgressed', data: { ...data, at: meta.at } }];
}

type Reported = Pick<PartStanding, 'progress'>;

function isReported(
  status: Exclude<PartOutcome['status'], 'RJCT'>,
  { progress, parts }: Reported & { readonly parts?: readonly Reported[] },
): boolean {
  if (progress?.includes(status)) return true;
  return parts?.every((part) => part.progress?.includes(status)) ?? false;
}

/** One event for all sub-payments that are reported. The last one that is refused may end the bulk as RJCT. */
function progressParts(
  { by, parts }: PartsProgress,
  payment: KnownPayment,
  at: string,
): Decision<PaymentEvent> {
  const standings = partsOf(payment);
  const isNamedOnce = new Set(parts.map(({ part }) => part)).size === parts.length;
  if (parts.length === 0 || !isNamedOnce) return refuse('FORMAT_ERROR');
  const fresh: PartOutcome[] = [];
  for (const outcome of parts) {
    const standing = standings[outcome.part];
    if (standing === undefined) return refuse('FORMAT_ERROR');
    if (isKnown(outcome, standing)) continue;
    if (statusAfter(`to${outcome.status}`, standing) === undefined) return refuse('CONFLICT');
    fresh.push(outcome);
  }
  if (fresh.length === 0) return nothing;
  const status = bulkStatusOf(partsAfter(payment, fresh));
  if (isInExecution(status)) {
    return [{ type: 'PaymentProgressed', data: { by, status, parts: fresh, at } }];
  }
  const why = { code: 'PAYMENT_FAILED', reason: 'not-executable' } as const;
  return [{ type: 'PaymentRejected', data: { by, ...why, parts: fresh, at } }];
}

function isKnown({ status }: PartOutcome, part: PartStanding): boolean {
  return status === 'RJCT' ? part.status === 'RJCT' : isReported(status, part);
}
