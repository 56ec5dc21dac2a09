import { paymentStatusAfter } from '@nordgate/contracts';
import type {
  ExecutionStatus,
  Initiator,
  LinkedAuthorisation,
  MessageCode,
  PaymentEvent,
  PaymentInstruction,
  PaymentService,
  PaymentStatus,
  RejectionReason,
} from '@nordgate/contracts';
import { streamType, unreachable } from '@nordgate/event-store';

/** A payment as its events left it; also the inline view that status queries read. */
export type Payment = { readonly is: 'none' } | KnownPayment;

export interface KnownPayment {
  readonly is: 'known';
  readonly status: PaymentStatus;
  readonly service: PaymentService;
  readonly product: string;
  readonly initiator: Initiator;
  readonly fingerprint: string;
  readonly instruction: PaymentInstruction;
  readonly authorisation: LinkedAuthorisation;
  readonly acceptedAt: string;
  /** Asked of the account on execution; false with ACCP is an end. */
  readonly fundsAvailable?: boolean;
  /** The stream of the first of two approvals, and who gave it. */
  readonly signedBy?: { readonly by: string; readonly customerId: string };
  /** The stream that approved it. */
  readonly authorisedBy?: string;
  /** Who changed it before its approval, in order. */
  readonly changedBy?: readonly string[];
  /** Statuses that its execution has reported, in order. */
  readonly progress?: readonly ExecutionStatus[];
  readonly rejection?: { readonly code: MessageCode; readonly reason: RejectionReason };
}

function evolve(payment: Payment, event: PaymentEvent): Payment {
  const status = paymentStatusAfter(event);
  if (event.type === 'PaymentInitiated') return { is: 'known', status, ...event.data };
  if (payment.is === 'none') throw new Error(`${event.type} before PaymentInitiated`);
  switch (event.type) {
    case 'PaymentChanged': {
      const { by, instruction } = event.data;
      return { ...payment, status, instruction, changedBy: [...(payment.changedBy ?? []), by] };
    }
    case 'PaymentSigned': {
      const { by, customerId } = event.data;
      return { ...payment, status, signedBy: { by, customerId } };
    }
    case 'PaymentProgressed': {
      const { fundsAvailable } = event.data;
      const funds = fundsAvailable === undefined ? {} : { fundsAvailable };
      const progress = [...(payment.progress ?? []), event.data.status];
      return { ...payment, status, ...funds, progress };
    }
    case 'PaymentAuthorised':
      return { ...payment, status, authorisedBy: event.data.by };
    case 'PaymentRejected': {
      const { code, reason } = event.data;
      return { ...payment, status, rejection: { code, reason } };
    }
    case 'PaymentCancelled':
      return { ...payment, status };
    default:
      return unreachable(event);
  }
}

/** Streams `payment-<id>`: single and periodic payments, and bulks with their sub-payments. */
export const paymentStream = streamType<Payment, PaymentEvent>({
  name: 'payment',
  stateVersion: 1,
  initial: { is: 'none' },
  evolve,
  events: {
    PaymentInitiated: { version: 1 },
    PaymentChanged: { version: 1 },
    PaymentSigned: { version: 1 },
    PaymentProgressed: { version: 1 },
    PaymentAuthorised: { version: 1 },
    PaymentRejected: { version: 1 },
    PaymentCancelled: { version: 1 },
  },
});
