import type { PaymentEvent } from '@nordgate/contracts/events';
import type { ReceivedEvent } from '@nordgate/decider';
import { unreachable } from '@nordgate/decider';
import type { Projection, RowChange } from '@nordgate/event-store';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A payment that waits for a second signature under an agreement. */
@Entity('payment_to_sign')
export class PaymentToSign {
  @PrimaryColumn('text')
  stream!: string;

  @Index()
  @Column('text', { name: 'corporate_id' })
  corporateId!: string;
}

/** A payment waits from its first signature until anything else happens to it. */
function rowsOf({
  stream,
  event,
}: ReceivedEvent<PaymentEvent>): readonly RowChange<PaymentToSign>[] {
  switch (event.type) {
    case 'PaymentInitiated':
      return [];
    case 'PaymentSigned': {
      const { corporateId } = event.data;
      return corporateId === undefined ? [] : [{ put: { stream, corporateId } }];
    }
    case 'PaymentChanged':
    case 'PaymentAuthorised':
    case 'PaymentClaimed':
    case 'OccurrenceProgressed':
    case 'PaymentProgressed':
    case 'PaymentRejected':
    case 'PaymentCancelled':
      return [{ remove: { stream } }];
    default:
      return unreachable(event);
  }
}

/** Payments that wait for a second signature, as the bank's own site lists them. */
export const paymentsToSignProjection: Projection<PaymentToSign, PaymentEvent> = {
  name: 'payments-to-sign',
  version: 1,
  entity: PaymentToSign,
  // A payment that is initiated waits for nobody yet: most payments cost this projection one event.
  eventTypes: [
    'PaymentSigned',
    'PaymentChanged',
    'PaymentAuthorised',
    'PaymentRejected',
    'PaymentCancelled',
  ],
  rowsOf,
};
