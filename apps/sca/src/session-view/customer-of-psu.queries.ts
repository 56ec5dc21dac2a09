import { QueryHandler } from '@nestjs/cqrs';
import type { IQueryHandler } from '@nestjs/cqrs';
import { GetCustomerOfPsu } from '@nordgate/contracts/queries';
import { EventStore } from '@nordgate/event-store';
import { customerOfPsu } from './session-view.queries.js';

@QueryHandler(GetCustomerOfPsu)
export class GetCustomerOfPsuHandler implements IQueryHandler<GetCustomerOfPsu> {
  constructor(private readonly store: EventStore) {}

  async execute({ tpp, psuId }: GetCustomerOfPsu): Promise<{ readonly customerId: string } | null> {
    const { rows } = await this.store.database.pool.query<{ customer_id: string }>({
      ...customerOfPsu,
      values: [psuId, tpp],
    });
    const [psu] = rows;
    return psu === undefined ? null : { customerId: psu.customer_id };
  }
}
