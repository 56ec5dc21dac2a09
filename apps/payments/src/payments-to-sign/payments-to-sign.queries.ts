import { Inject } from '@nestjs/common';
import { QueryHandler } from '@nestjs/cqrs';
import type { IQueryHandler } from '@nestjs/cqrs';
import { GetPaymentsToSign } from '@nordgate/contracts/queries';
import type { PaymentView } from '@nordgate/contracts/queries';
import { streams } from '@nordgate/contracts/rules';
import type { Database } from '@nordgate/event-store';
import { DATABASE } from '@nordgate/service';
import type { KnownPayment } from '../domain/payment.js';
import { viewOf } from '../payment-view/payment-view.js';

/** How many a page of the query has. */
const toSignMax = 100;

interface Row {
  readonly stream_id: string;
  readonly version: string;
  readonly state: KnownPayment;
}

/** Served by an index of the payments that wait for a second signature. */
export const paymentsToSign = {
  name: 'payments.to-sign',
  text: `
    select stream_id, version, state from es.view
     where stream_type = 'payment' and state ->> 'status' = 'PDNG'
       and state #>> '{signedBy,corporateId}' = any($1)
       and (state ->> 'acceptedAt', stream_id) > ($3, $4)
     order by state ->> 'acceptedAt', stream_id
     limit $2`,
};

@QueryHandler(GetPaymentsToSign)
export class GetPaymentsToSignHandler implements IQueryHandler<GetPaymentsToSign> {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  async execute({
    corporateIds,
    afterTime,
    afterId,
  }: GetPaymentsToSign): Promise<readonly PaymentView[]> {
    const values = [corporateIds, toSignMax, afterTime, streams.payment.id(afterId)];
    const { rows } = await this.database.pool.query<Row>({ ...paymentsToSign, values });
    return rows.map(({ stream_id: stream, version, state }) =>
      viewOf(streams.payment.idOf(stream), Number(version), state),
    );
  }
}
