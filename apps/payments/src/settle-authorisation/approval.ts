import type { ApprovedPayment, Signers } from '@nordgate/contracts/events';
import type { PaymentApproval } from '@nordgate/contracts/commands';
import { commandFrom } from '@nordgate/decider';
import type { ReceivedEvent } from '@nordgate/decider';
import type { AuthorisePayment } from '../authorise-payment/authorise-payment.js';
import type { SignPayment } from '../sign-payment/sign-payment.js';

/** Who approved, and how many their agreement wants. */
interface Approver extends Pick<PaymentApproval, 'customerId' | 'corporateId' | 'debtor'> {
  readonly signers?: Signers;
}

/** The command that carries a PSU's approval to a payment: as a signature where two have to sign. */
export function approval(
  received: ReceivedEvent,
  { paymentId, hash }: ApprovedPayment,
  { customerId, corporateId, debtor, signers }: Approver,
): AuthorisePayment | SignPayment {
  const agreement = corporateId === undefined ? {} : { corporateId };
  const payer = debtor === undefined ? {} : { debtor };
  return commandFrom<'AuthorisePayment' | 'SignPayment', PaymentApproval>(received, {
    type: signers === 2 ? 'SignPayment' : 'AuthorisePayment',
    stream: `payment-${paymentId}`,
    data: { by: received.stream, customerId, ...agreement, ...payer, hash },
  });
}
