import { earliestDay, nextExecutionDates } from '@nordgate/contracts/calendar';
import type { PaymentStatus } from '@nordgate/contracts/codes';
import { handles } from '@nordgate/contracts/events';
import type {
  Handled,
  OrderToExecute,
  PaymentRejected,
  PaymentService,
  WantedExecution,
} from '@nordgate/contracts/events';
import {
  daysLater,
  generationOf,
  orderToExecute,
  paymentEventTypes,
  paymentStatusAfter,
  serviceOfOrder,
  streams,
  wantedExecution,
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
  /** It is news of an order that the book has; without one it says nothing. */
  readonly isOfKnown: boolean;
  /** The stream of the run that has claimed the whole payment. */
  readonly claimedBy?: string;
  /** The occurrence of a periodic payment that a run has claimed, YYYY-MM-DD. */
  readonly claimedOccurrence?: string;
  /** Why it ended as RJCT, and who said so: the run that wanted to claim it, or somebody else. */
  readonly rejection?: Pick<PaymentRejected['data'], 'by' | 'code' | 'reason'>;
  readonly receipt?: OrderReceipt;
  readonly wish?: OrderWish;
}

/** What was accepted and nothing changes. */
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

/** The first of two signatures, and what payments heard from this service: an order whose payment is executed waits for no run. */
const saysNothing: ReadonlySet<string> = new Set(['PaymentSigned', 'PaymentProgressed']);

/** The events of payments that say something of orders. */
export const orderEvents = handles(
  'payments.events.v1',
  paymentEventTypes.filter((type) => !saysNothing.has(type)),
);

/** The same without what is said of a payment before its approval only. */
export const approvedOrderEvents = handles(
  'payments.events.v1',
  orderEvents.types.filter((type) => type !== 'PaymentInitiated'),
);

/** One of these events. */
export type OrderEvent = Handled<typeof orderEvents>;

/** Events of payments that nobody may have approved. */
const mayPrecedeApproval: ReadonlySet<OrderEvent['type']> = new Set([
  'PaymentChanged',
  'PaymentRejected',
  'PaymentCancelled',
]);

/** The facts in an event of a payment. */
export function orderFactsOf(
  { event, stream, version }: ReceivedEvent<OrderEvent>,
  terms: OrderTerms,
): OrderFacts {
  const paymentId = streams.payment.idOf(stream);
  const known = { paymentId, generation: generationOf(paymentId), version };
  const isOfKnown = mayPrecedeApproval.has(event.type);
  const facts: OrderFacts = { ...known, status: paymentStatusAfter(event), isOfKnown };
  if (event.type === 'PaymentInitiated') {
    return { ...facts, ...acceptedFacts(orderToExecute(event.data), terms) };
  }
  if (event.type === 'PaymentAuthorised') {
    const { order } = event.data;
    return order === undefined ? facts : { ...facts, ...acceptedFacts(order, terms) };
  }
  if (event.type === 'PaymentChanged') {
    return { ...facts, wish: wishOf(wantedExecution(event.data.instruction), terms) };
  }
  if (event.type === 'PaymentClaimed') {
    const { by: claimedBy, occurrence, order } = event.data;
    if (occurrence === undefined) return { ...facts, claimedBy };
    const wish = wishOf(wantedExecution(order.instruction), terms, daysLater(occurrence, 1));
    return { ...facts, claimedOccurrence: occurrence, wish };
  }
  if (event.type === 'PaymentRejected') {
    const { by, code, reason } = event.data;
    return { ...facts, rejection: { by, code, reason } };
  }
  return facts;
}

function acceptedFacts(
  order: OrderToExecute,
  terms: OrderTerms,
): Pick<OrderFacts, 'receipt' | 'wish'> {
  const { product, tpp, acceptedAt } = order;
  const service = serviceOfOrder(order);
  const isInstant = terms.isInstant(service, product);
  const cutOff = isInstant ? undefined : terms.cutOffOf(product);
  const receivedDay = earliestDay({ acceptedAt, cutOff });
  const receipt = { service, product, tpp, isInstant, receivedDay };
  return { receipt, wish: wishOf(order, terms) };
}

/** `from`: occurrences before it are claimed. */
function wishOf(wanted: WantedExecution, terms: OrderTerms, from?: string): OrderWish {
  const { isUrgent = false, parts = 1, periodic, requestedDay } = wanted;
  if (periodic !== undefined) {
    const [next] = nextExecutionDates(periodic, from ?? periodic.startDate, 1);
    const day = terms.executesPeriodic ? { nextOccurrence: next } : { standingDay: next };
    return { isUrgent: false, parts: 1, ...defined(day) };
  }
  return { isUrgent, parts, ...defined({ requestedDay }) };
}
