import { Inject } from '@nestjs/common';
import { QueryHandler } from '@nestjs/cqrs';
import type { IQueryHandler } from '@nestjs/cqrs';
import { GetPaymentsToSign } from '@nordgate/contracts/queries';
import type { ApprovablePayment } from '@nordgate/contracts/queries';
import { generationSql, streams } from '@nordgate/contracts/rules';
import type { Database } from '@nordgate/event-store';
import { DATABASE } from '@nordgate/service';
import type { SelectQueryBuilder } from 'typeorm';
import type { KnownPayment } from '../domain/payment.js';
import { approvable, viewOf } from './payment-view.js';
import { PaymentToSign } from './payments-to-sign.projection.js';

/** How many a page of the query has. */
const toSignMax = 100;

interface Row {
  readonly stream: string;
  readonly version: string;
  readonly state: KnownPayment;
}

/**
 * The projection finds the payments, and their inline view tells how they are now: a payment that has
 * got its second signature a moment ago is not shown although its row is still there. A payment that
 * got its first signature is shown once the projection has read that, well within a second.
 */
export function paymentsToSign(
  { dataSource }: Pick<Database, 'dataSource'>,
  { corporateIds, generation, afterTime, afterId }: GetPaymentsToSign,
): SelectQueryBuilder<PaymentToSign> {
  const acceptedAt = `view.state ->> 'acceptedAt'`;
  const after = { afterTime, afterStream: streams.payment.id(afterId) };
  return dataSource
    .getRepository(PaymentToSign)
    .createQueryBuilder('waiting')
    .innerJoin('(select * from es.view)', 'view', 'view.stream_id = waiting.stream')
    .select(['waiting.stream as stream', 'view.version as version', 'view.state as state'])
    .where('waiting.corporate_id = any(:corporateIds)', { corporateIds })
    .andWhere(`${generationSql('waiting.stream')} = :generation`, { generation })
    .andWhere(`view.state ->> 'status' = 'PDNG'`)
    .andWhere(`(${acceptedAt}, waiting.stream) > (:afterTime, :afterStream)`, after)
    .orderBy(acceptedAt)
    .addOrderBy('waiting.stream')
    .limit(toSignMax);
}

@QueryHandler(GetPaymentsToSign)
export class GetPaymentsToSignHandler implements IQueryHandler<GetPaymentsToSign> {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  async execute(query: GetPaymentsToSign): Promise<readonly ApprovablePayment[]> {
    const rows = await paymentsToSign(this.database, query).getRawMany<Row>();
    return rows.map(({ stream, version, state }) =>
      approvable(viewOf(streams.payment.idOf(stream), Number(version), state)),
    );
  }
}
