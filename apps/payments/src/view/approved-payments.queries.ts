import { Inject } from '@nestjs/common';
import { QueryHandler } from '@nestjs/cqrs';
import type { IQueryHandler } from '@nestjs/cqrs';
import type { ApprovedOrder } from '@nordgate/contracts/events';
import { GetApprovedPayments } from '@nordgate/contracts/queries';
import { generationSql, streams } from '@nordgate/contracts/rules';
import type { Database } from '@nordgate/event-store';
import { DATABASE } from '@nordgate/service';

/** As many as a run waits for. */
const approvedMax = 1000;

const approvedSql = `
  select stream_id as stream, version::float8 as version from es.view
   where stream_type = 'payment' and state ->> 'status' = 'ACTC'
     and state -> 'initiator' ->> 'tpp' = $1 and ${generationSql('stream_id')} = $2
   order by updated_at desc, stream_id limit ${String(approvedMax)}`;

/** Answers before a run on demand. No index serves it: it is for a sandbox only. */
@QueryHandler(GetApprovedPayments)
export class GetApprovedPaymentsHandler implements IQueryHandler<GetApprovedPayments> {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  async execute({ tpp, generation }: GetApprovedPayments): Promise<readonly ApprovedOrder[]> {
    const { rows } = await this.database.pool.query<{ stream: string; version: number }>({
      name: 'payments.approved-payments',
      text: approvedSql,
      values: [tpp, generation],
    });
    return rows.map(({ stream, version }) => ({
      paymentId: streams.payment.idOf(stream),
      version,
    }));
  }
}
