import { handles } from '@nordgate/contracts/events';
import type { Handled } from '@nordgate/contracts/events';
import type { ReceivedEvent } from '@nordgate/decider';
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

/** A payment that is initiated waits for nobody yet: most payments cost this projection one event. */
const handled = handles('payments.events.v1', [
  'PaymentSigned',
  'PaymentChanged',
  'PaymentAuthorised',
  'PaymentRejected',
  'PaymentCancelled',
]);

/** A payment waits from its first signature until anything else happens to it. */
function rowsOf({
  stream,
  event,
}: ReceivedEvent<Handled<typeof handled>>): readonly RowChange<PaymentToSign>[] {
  if (event.type !== 'PaymentSigned') return [{ remove: { stream } }];
  const { corporateId } = event.data;
  return corporateId === undefined ? [] : [{ put: { stream, corporateId } }];
}

/** Payments that wait for a second signature, as the bank's own site lists them. */
export const paymentsToSignProjection: Projection<PaymentToSign, Handled<typeof handled>> = {
  name: 'payments-to-sign',
  version: 1,
  entity: PaymentToSign,
  eventTypes: handled.types,
  rowsOf,
};
