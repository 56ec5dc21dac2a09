import { handles } from '@nordgate/contracts/events';
import type {
  DeclineReason,
  Handled,
  OccurrenceOutcome,
  PaymentsPicked,
} from '@nordgate/contracts/events';
import { streams } from '@nordgate/contracts/rules';
import { commandFrom } from '@nordgate/decider';
import type { Reaction, ReceivedEvent } from '@nordgate/decider';
import type { ClaimPayment } from './claim-payment.js';
import type { ProgressOccurrence, ProgressPayment } from './progress-payment.js';
import type { RejectPayment } from '../end/end-payment.js';

/** What batch tells of the execution of payments. */
export const executionEvents = handles('batch.events.v1', [
  'PaymentsPicked',
  'TransferStarted',
  'TransferDebited',
  'TransferSettled',
  'TransferDeclined',
]);

type TransferEvent = Exclude<Handled<typeof executionEvents>, PaymentsPicked>;

/**
 * What batch does, carried to each payment: a run claims the payments that it picked, and the outcomes of
 * a transfer are the progress of its payment, of sub-payments or of one occurrence.
 */
export function settleExecution(
  received: ReceivedEvent<Handled<typeof executionEvents>>,
): Reaction {
  const { event } = received;
  if (event.type === 'PaymentsPicked') return { commands: claims(received, event) };
  return { commands: [report(received, event)] };
}

function claims(
  received: ReceivedEvent,
  { data: { day, payments } }: PaymentsPicked,
): ClaimPayment[] {
  return payments.map(({ paymentId, ...picked }) =>
    commandFrom<ClaimPayment['type'], ClaimPayment['data']>(received, {
      type: 'ClaimPayment',
      stream: streams.payment.id(paymentId),
      data: { by: received.stream, day, ...picked },
    }),
  );
}

function report(
  received: ReceivedEvent,
  event: TransferEvent,
): ProgressPayment | ProgressOccurrence | RejectPayment {
  const { occurrence, parts, paymentId } = event.data;
  const stream = streams.payment.id(paymentId);
  const by = received.stream;
  const outcome = outcomeOf(event);
  if (occurrence !== undefined) {
    const data = { by, occurrence, outcome };
    return commandFrom(received, { type: 'ProgressOccurrence', stream, data });
  }
  if (parts !== undefined) {
    const moved = parts.map((part) => ({ part, ...outcome }));
    const data = { by, parts: [...moved, ...declinedParts(event)] };
    return commandFrom(received, { type: 'ProgressPayment', stream, data });
  }
  if (outcome.status === 'RJCT') {
    const { code, reason } = outcome;
    return commandFrom(received, { type: 'RejectPayment', stream, data: { by, code, reason } });
  }
  return commandFrom(received, { type: 'ProgressPayment', stream, data: { by, ...outcome } });
}

/** Credits that are left out of the one debit of a bulk. */
function declinedParts(event: TransferEvent) {
  const { declined = [] } = event.type === 'TransferStarted' ? event.data : {};
  return declined.map(({ part, reason }) => ({ part, ...declinedFor(reason) }));
}

function outcomeOf(event: TransferEvent): OccurrenceOutcome {
  switch (event.type) {
    case 'TransferStarted':
      // The ledger has reserved the money. A core system has only taken the instruction.
      return event.data.executor === 'ledger'
        ? { status: 'ACSP', fundsAvailable: true }
        : { status: 'ACSP' };
    case 'TransferDebited':
      return { status: 'ACWP' };
    case 'TransferSettled':
      return event.data.isBookedAtOnce === true
        ? { status: 'ACSC', fundsAvailable: true }
        : { status: 'ACSC' };
    case 'TransferDeclined':
      return declinedFor(event.data.reason);
  }
}

/** Lack of funds ends a payment as ACCP (specification 3, rule 1), all other reasons as RJCT. */
function declinedFor(reason: DeclineReason): OccurrenceOutcome {
  if (reason === 'no-funds') return { status: 'ACCP', fundsAvailable: false };
  return { status: 'RJCT', code: 'PAYMENT_FAILED', reason };
}
