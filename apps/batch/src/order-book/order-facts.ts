import { earliestDay, nextExecutionDates } from '@nordgate/contracts/calendar';
import type { PaymentStatus } from '@nordgate/contracts/codes';
import { handles, isBulk, isPeriodic } from '@nordgate/contracts/events';
import type {
  Handled,
  PaymentInitiated,
  PaymentInstruction,
  PaymentRejected,
  PaymentService,
} from '@nordgate/contracts/events';
import {
  daysLater,
  generationOf,
  paymentEventTypes,
  paymentStatusAfter,
  streams,
} from '@nordgate/contracts/rules';
import { defined } from '@nordgate/decider';
import type { ReceivedEvent } from '@nordgate/decider';
import type { OrderTerms } from './order-terms.js';

/** What one event says of an order. Facts of one version never differ. */
export interface OrderFacts {
  readonly paymentId: string;
  readonly generation: number;
  readonly version: number;
  readonly status: PaymentStatus;
  /** The stream of the run that has claimed the whole payment. */
  readonly claimedBy?: string;
  /** The occurrence of a periodic payment that a run has claimed, YYYY-MM-DD. */
  readonly claimedOccurrence?: string;
  /** Why it ended as RJCT, and who said so: the run that wanted to claim it, or somebody else. */
  readonly rejection?: Pick<PaymentRejected['data'], 'by' | 'code' | 'reason'>;
  readonly receipt?: OrderReceipt;
  readonly wish?: OrderWish;
}

/** What the initiation says and nothing changes. */
export interface OrderReceipt {
  readonly service: PaymentService;
  readonly product: string;
  readonly tpp: string;
  readonly isInstant: boolean;
  /** The day from which the bank has it, YYYY-MM-DD. */
  readonly receivedDay: string;
}

/** What the last instruction says. */
export interface OrderWish {
  readonly isUrgent: boolean;
  /** The day that the TPP asked for, YYYY-MM-DD. */
  readonly requestedDay?: string;
  /** The next occurrence of a periodic payment that no run has claimed; none after the last one. */
  readonly nextOccurrence?: string;
  /** The same where the five runs leave periodic payments out (specification section 1): its own slot executes it. */
  readonly standingDay?: string;
  /** 1, or the sub-payments of a bulk. */
  readonly parts: number;
}

/** The events of payments that the order book is made of: all but the first of two signatures. */
export const orderEvents = handles(
  'payments.events.v1',
  paymentEventTypes.filter((type) => type !== 'PaymentSigned'),
);

/** One of these events. */
export type OrderEvent = Handled<typeof orderEvents>;

/** The facts in an event of a payment. */
export function orderFactsOf(
  { event, stream, version }: ReceivedEvent<OrderEvent>,
  terms: OrderTerms,
): OrderFacts {
  const paymentId = streams.payment.idOf(stream);
  const known = { paymentId, generation: generationOf(paymentId), version };
  const facts: OrderFacts = { ...known, status: paymentStatusAfter(event) };
  if (event.type === 'PaymentInitiated') {
    const { instruction } = event.data;
    return { ...facts, receipt: receiptOf(event, terms), wish: wishOf(instruction, terms) };
  }
  if (event.type === 'PaymentChanged') {
    return { ...facts, wish: wishOf(event.data.instruction, terms) };
  }
  if (event.type === 'PaymentClaimed') {
    const { by: claimedBy, occurrence, order } = event.data;
    if (occurrence === undefined) return { ...facts, claimedBy };
    const wish = wishOf(order.instruction, terms, daysLater(occurrence, 1));
    return { ...facts, claimedOccurrence: occurrence, wish };
  }
  if (event.type === 'PaymentRejected') {
    const { by, code, reason } = event.data;
    return { ...facts, rejection: { by, code, reason } };
  }
  return facts;
}

function receiptOf({ data }: PaymentInitiated, terms: OrderTerms): OrderReceipt {
  const { service, product, initiator, acceptedAt } = data;
  const isInstant = terms.isInstant(service, product);
  const cutOff = isInstant ? undefined : terms.cutOffOf(product);
  const receivedDay = earliestDay({ acceptedAt, cutOff });
  return { service, product, tpp: initiator.tpp, isInstant, receivedDay };
}

/** `from`: occurrences before it are claimed. */
function wishOf(instruction: PaymentInstruction, terms: OrderTerms, from?: string): OrderWish {
  if (isPeriodic(instruction)) {
    const [next] = nextExecutionDates(instruction, from ?? instruction.startDate, 1);
    const day = terms.executesPeriodic ? { nextOccurrence: next } : { standingDay: next };
    return { isUrgent: false, parts: 1, ...defined(day) };
  }
  const { requestedExecutionDate: requestedDay } = instruction;
  const isUrgent = 'serviceLevel' in instruction && instruction.serviceLevel === 'URGP';
  const parts = isBulk(instruction) ? instruction.payments.length : 1;
  return { isUrgent, parts, ...defined({ requestedDay }) };
}
