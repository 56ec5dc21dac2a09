import type { PaymentCommands, PaymentReceipt } from '@nordgate/contracts/commands';
import { dayInOslo, generationOf, streams } from '@nordgate/contracts/rules';
import { decisionOn } from '@nordgate/decider';
import type { CommandOf, FoundStreams, ManyStreams, StreamDecision } from '@nordgate/decider';
import { exemptionsStream, hasRoomFor } from '../domain/exemptions.js';
import type { ExemptionBounds } from '../domain/exemptions.js';
import { paymentStream } from '../domain/payment.js';
import type { Payment } from '../domain/payment.js';
import { initiatedBy, paymentReceipt, repeatOf } from './initiate-payment.js';

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
