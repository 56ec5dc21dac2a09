import { Inject } from '@nestjs/common';
import { QueryHandler } from '@nestjs/cqrs';
import type { IQueryHandler } from '@nestjs/cqrs';
import { GetSandboxCustomers } from '@nordgate/contracts/queries';
import type { SandboxCustomer } from '@nordgate/contracts/queries';
import type { Database } from '@nordgate/event-store';
import { DATABASE } from '@nordgate/service';
import { sandboxCustomerOf } from './sandbox-customers.js';
import type { CustomerHoldings } from './sandbox-customers.js';

/** One statement, so that a reset is seen as a whole or not at all. */
const customersSql = `
  select c.state as customer,
         coalesce((select jsonb_agg(a.state order by a.state->>'bban' collate "C")
                     from es.view a
                    where a.stream_type = 'account' and a.state->>'is' = 'open'
                      and a.state->>'ownerId' = c.state->>'customerId'), '[]') as accounts,
         coalesce((select jsonb_agg(k.state order by k.state->>'maskedPan' collate "C")
                     from es.view k
                    where k.stream_type = 'card-account' and k.state->>'is' = 'open'
                      and k.state->>'ownerId' = c.state->>'customerId'), '[]') as card_accounts
    from es.view c
   where c.stream_type = 'customer' and c.state->>'is' = 'registered'
   order by c.state->>'customerNumber' collate "C"`;

@QueryHandler(GetSandboxCustomers)
export class GetSandboxCustomersHandler implements IQueryHandler<GetSandboxCustomers> {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  async execute(): Promise<readonly SandboxCustomer[]> {
    const { rows } = await this.database.pool.query<CustomerHoldings>({
      name: 'accounts.sandbox-customers',
      text: customersSql,
    });
    return rows.map(sandboxCustomerOf);
  }
}
