import type { PaymentCommands, PaymentReceipt } from '@nordgate/contracts/commands';
import type { PaymentEvent, PaymentInitiated, ScaExemption } from '@nordgate/contracts/events';
import { dayInOslo, generationOf, streams } from '@nordgate/contracts/rules';
import { decisionOn, defined, nothing, refuse } from '@nordgate/decider';
import type {
  CommandOf,
  Decision,
  FoundStreams,
  ManyStreams,
  StreamDecision,
} from '@nordgate/decider';
import { exemptionsStream, hasRoomFor } from '../domain/exemptions.js';
import type { ExemptionBounds } from '../domain/exemptions.js';
import { paymentStream } from '../domain/payment.js';
import type { Payment } from '../domain/payment.js';

export type InitiatePayment = CommandOf<PaymentCommands, 'InitiatePayment'>;

/** What both commands that initiate a payment have. */
type Initiating = Pick<InitiatePayment, 'data' | 'meta'>;

/**
 * Receives a TPP's instruction. The stream id is derived from TPP, route and X-Request-ID, so a
 * repeat reaches the same payment: the same request changes nothing, another request is CONFLICT.
 */
export function initiatePayment(
  command: InitiatePayment,
  payment: Payment,
): Decision<PaymentEvent> {
  return repeatOf(command, payment) ?? [initiatedBy(command)];
}

/** The decision where the payment exists; undefined where it does not. */
export function repeatOf(
  { data }: Initiating,
  payment: Payment,
): Decision<PaymentEvent> | undefined {
  if (payment.is === 'none') return undefined;
  return payment.fingerprint === data.fingerprint ? nothing : refuse('CONFLICT');
}

/**
 * The first event of a payment. It names its members, because an older gateway puts an exemption into
 * InitiatePayment that nobody has counted: such a payment needs SCA.
 */
export function initiatedBy(
  { data, meta }: Initiating,
  exemption?: ScaExemption,
): PaymentInitiated {
  const { service, product, initiator, fingerprint, instruction, authorisation } = data;
  const { structuredAddresses, price, soleReferences } = data;
  return {
    type: 'PaymentInitiated',
    data: {
      service,
      product,
      initiator,
      fingerprint,
      instruction,
      authorisation,
      acceptedAt: meta.at,
      ...defined({ exemption, structuredAddresses, price, soleReferences }),
    },
  };
}

/**
 * The receipt of an initiation: the status now, and the request that made this payment. Throws an Error
 * for a payment that does not exist, which no accepted initiation leaves.
 */
export function paymentReceipt(payment: Payment): PaymentReceipt {
  if (payment.is === 'none') throw new Error('a payment that does not exist has no receipt');
  const { status: transactionStatus, acceptedAt, fingerprint, exemption, price } = payment;
  const isExempt = exemption === undefined ? undefined : (true as const);
  return defined({ transactionStatus, fingerprint, isExempt, acceptedAt, price });
}

export type InitiateOwnTransfer = CommandOf<PaymentCommands, 'InitiateOwnTransfer'>;

/**
 * Receives a transfer that may be exempt from SCA (specification 5.10). One append writes the payment and
 * counts the exemption, so the count is exact over all processes. A repeat counts nothing, and a
 * payment that was made before keeps its need of SCA. Without room on the day the payment needs SCA, and always
 * with a fee, which the PSU has to approve.
 *
 * @param bounds undefined where the profile exempts no payment
 */
export function initiateOwnTransfer(
  bounds: ExemptionBounds | undefined,
): ManyStreams<InitiateOwnTransfer, Payment, PaymentReceipt> {
  return {
    find: (command) => [dayOf(command)],
    decide: (command, found) => decideTransfer(bounds, command, found),
    receipt: paymentReceipt,
  };
}

/** The customer's exemptions of the day on which the gateway accepted the request, in Oslo. */
function dayOf({ stream, data: { exemption }, meta }: InitiateOwnTransfer): string {
  const day = dayInOslo(new Date(meta.at));
  return streams.exemptions.id(generationOf(stream), exemption.customerId, day);
}

function decideTransfer(
  bounds: ExemptionBounds | undefined,
  command: InitiateOwnTransfer,
  found: FoundStreams,
): readonly StreamDecision[] {
  const { stream, data, meta } = command;
  const repeat = repeatOf(command, found.stateOf(paymentStream, stream));
  if (repeat !== undefined) return [decisionOn(paymentStream, stream, repeat)];
  const day = dayOf(command);
  const { instructedAmount: amount } = data.instruction;
  const isExempt =
    data.price === undefined &&
    bounds !== undefined &&
    hasRoomFor(found.stateOf(exemptionsStream, day), amount, bounds);
  if (!isExempt) return [decisionOn(paymentStream, stream, [initiatedBy(command)])];
  const exempted = { paymentId: streams.payment.idOf(stream), amount, at: meta.at };
  return [
    decisionOn(paymentStream, stream, [initiatedBy(command, data.exemption)]),
    decisionOn(exemptionsStream, day, [{ type: 'PaymentExempted', data: exempted }]),
  ];
}
