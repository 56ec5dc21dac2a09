import type { RowUpsert, RowWrite } from '@nordgate/decider';
import type { PaymentsPicked } from '@nordgate/contracts/events';
import type { PickPayments } from './pick-payments.js';

type Picked = Pick<PaymentsPicked['data'], 'payments'>;

/**
 * `run_item`: what runs have picked. An order, and an occurrence of one, is picked once: two runs on the same
 * payment, as of instant payments at midnight, leave it to the first one, and the payment decides between them.
 */
const runItem: RowUpsert = {
  name: 'run-item',
  columns: ['payment_id', 'occurrence', 'run'],
  key: ['payment_id', 'occurrence'],
  sql: `insert into run_item (payment_id, occurrence, run)
select payment_id, occurrence, run
  from unnest($1::text[], $2::text[], $3::text[]) as picked (payment_id, occurrence, run)
    on conflict do nothing`,
};

/**
 * The rows of a page, written in one transaction with PaymentsPicked: who sees the page in its run sees its payments
 * as picked.
 */
export function pickedRows({
  stream,
  data,
}: Pick<PickPayments, 'stream'> & { readonly data: Picked }): readonly RowWrite[] {
  return data.payments.map(({ paymentId, occurrence = '' }) => ({
    upsert: runItem,
    row: [paymentId, occurrence, stream],
  }));
}
