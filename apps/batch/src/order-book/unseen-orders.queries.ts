import { Inject } from '@nestjs/common';
import { QueryHandler } from '@nestjs/cqrs';
import type { IQueryHandler } from '@nestjs/cqrs';
import type { ApprovedOrder } from '@nordgate/contracts/events';
import { GetUnseenOrders } from '@nordgate/contracts/queries';
import { streams } from '@nordgate/contracts/rules';
import type { Database } from '@nordgate/event-store';
import { DATABASE } from '@nordgate/service';
import { orderBookGroup } from './order-book.consumer.js';

/*
 * An event that is parked keeps those behind it from the order book until an operator has decided: a run does not
 * wait for it.
 */
const unseenStatement = {
  name: 'batch.unseen-orders',
  text: `
  select a.payment_id as "paymentId", a.version::float8 as version
    from unnest($1::text[], $2::bigint[], $3::text[]) as a (payment_id, version, stream)
   where not exists (select from order_book o
                      where o.payment_id = a.payment_id and o.version >= a.version)
     and not exists (select from es.parked p
                      where p.consumer = $4 and p.key = a.stream)`,
};

/** Those of the approved payments that have not reached the order book at this version or a later one. */
export async function unseenOrders(
  { pool }: Pick<Database, 'pool'>,
  approved: readonly ApprovedOrder[],
): Promise<readonly ApprovedOrder[]> {
  if (approved.length === 0) return [];
  const values = [
    approved.map(({ paymentId }) => paymentId),
    approved.map(({ version }) => version),
    approved.map(({ paymentId }) => streams.payment.id(paymentId)),
    orderBookGroup,
  ];
  const { rows } = await pool.query<ApprovedOrder>({ ...unseenStatement, values });
  return rows;
}

@QueryHandler(GetUnseenOrders)
export class GetUnseenOrdersHandler implements IQueryHandler<GetUnseenOrders> {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  execute({ approved }: GetUnseenOrders): Promise<readonly ApprovedOrder[]> {
    return unseenOrders(this.database, approved);
  }
}
