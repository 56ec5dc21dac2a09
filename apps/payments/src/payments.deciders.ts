import type { PaymentCommands } from '@nordgate/contracts/commands';
import { nothing, on, onMany } from '@nordgate/decider';
import type { DeciderTable } from '@nordgate/decider';
import { authorisePayment, signPayment } from './approve/approve-payment.js';
import { cancelPayment, rejectPayment } from './end/end-payment.js';
import { changePayment } from './initiate/change-payment.js';
import { claimPayment } from './execute/claim-payment.js';
import type { ExecutionRules } from './execute/claim-payment.js';
import type { ExemptionBounds } from './domain/exemptions.js';
import { paymentStream } from './domain/payment.js';
import {
  initiateOwnTransfer,
  initiatePayment,
  paymentReceipt,
} from './initiate/initiate-payment.js';
import { progressOccurrence, progressPayment } from './execute/progress-payment.js';

/**
 * Who decides each command to payments: one line per use case.
 *
 * @param bounds of exemptions from SCA; undefined where the profile exempts no payment
 * @param rules that are checked again on the day of the execution; undefined checks none
 */
export function paymentsDeciders(
  bounds: ExemptionBounds | undefined,
  rules?: ExecutionRules,
): DeciderTable<PaymentCommands> {
  return {
    InitiatePayment: on(paymentStream, initiatePayment, {
      receipt: paymentReceipt,
      createsStream: true,
    }),
    InitiateOwnTransfer: onMany(paymentStream, initiateOwnTransfer(bounds)),
    // The operator's alone.
    ChangePayment: on(paymentStream, changePayment, { isInternal: true }),
    // Their approval is proved by the event that they come from.
    SignPayment: on(paymentStream, signPayment, { isInternal: true }),
    AuthorisePayment: on(paymentStream, authorisePayment, { isInternal: true }),
    ClaimPayment: on(paymentStream, claimPayment(rules), { isInternal: true }),
    ProgressOccurrence: on(paymentStream, progressOccurrence, { isInternal: true }),
    ProgressPayment: on(paymentStream, progressPayment, { isInternal: true }),
    RejectPayment: on(paymentStream, rejectPayment, { isInternal: true }),
    // A TPP cancels before the approval only.
    CancelPayment: on(paymentStream, cancelPayment, {
      isInternal: ({ data }) => !data.onlyUnapproved,
    }),
    EnsureDecided: on(paymentStream, () => nothing),
  };
}
