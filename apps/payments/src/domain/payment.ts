import { paymentStatusAfter } from '@nordgate/contracts';
import type {
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
  /** The stream that approved it. */
  readonly authorisedBy?: string;
  readonly rejection?: { readonly code: MessageCode; readonly reason: RejectionReason };
}

function evolve(payment: Payment, event: PaymentEvent): Payment {
  const status = paymentStatusAfter(event);
  if (event.type === 'PaymentInitiated') return { is: 'known', status, ...event.data };
  if (payment.is === 'none') throw new Error(`${event.type} before PaymentInitiated`);
  switch (event.type) {
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

/** Streams `payment-<id>`: single and periodic payments. */
export const paymentStream = streamType<Payment, PaymentEvent>({
  name: 'payment',
  stateVersion: 1,
  initial: { is: 'none' },
  evolve,
  events: {
    PaymentInitiated: { version: 1 },
    PaymentAuthorised: { version: 1 },
    PaymentRejected: { version: 1 },
    PaymentCancelled: { version: 1 },
  },
});
