import { Inject } from '@nestjs/common';
import { QueryHandler } from '@nestjs/cqrs';
import type { IQueryHandler } from '@nestjs/cqrs';
import { GetSandboxCustomer, GetSandboxCustomers } from '@nordgate/contracts/queries';
import type { SandboxCustomer } from '@nordgate/contracts/queries';
import type { Database } from '@nordgate/event-store';
import { DATABASE } from '@nordgate/service';
import { sandboxCustomerOf } from './sandbox-customers.js';
import type { CustomerHoldings } from './sandbox-customers.js';

/** One statement, so that a reset is seen as a whole or not at all. */
const customersSql = (found: string) => `
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
   where ${found} and c.stream_type = 'customer' and c.state->>'is' = 'registered'
   order by c.state->>'customerNumber' collate "C"`;

@QueryHandler(GetSandboxCustomers)
export class GetSandboxCustomersHandler implements IQueryHandler<GetSandboxCustomers> {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  async execute(): Promise<readonly SandboxCustomer[]> {
    const { rows } = await this.database.pool.query<CustomerHoldings>({
      name: 'accounts.sandbox-customers',
      text: customersSql('true'),
    });
    return rows.map(sandboxCustomerOf);
  }
}

@QueryHandler(GetSandboxCustomer)
export class GetSandboxCustomerHandler implements IQueryHandler<GetSandboxCustomer> {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  async execute({ customerId }: GetSandboxCustomer): Promise<SandboxCustomer | null> {
    const { rows } = await this.database.pool.query<CustomerHoldings>({
      name: 'accounts.sandbox-customer',
      text: customersSql("c.stream_id = 'customer-' || $1"),
      values: [customerId],
    });
    const [row] = rows;
    return row === undefined ? null : sandboxCustomerOf(row);
  }
}

/** $1: the id of a customer or an account. */
const dependentsSql = `
  select stream_id from es.view
   where stream_type = 'account' and state->>'ownerId' = $1 and state->>'is' = 'open'
  union all
  select stream_id from es.view
   where stream_type = 'card-account' and state->>'ownerId' = $1 and state->>'is' = 'open'
  union all
  select stream_id from es.view
   where stream_type = 'agreement' and state->>'is' = 'signed'
     and (state->>'ownerId' = $1
          or state->'engagements' @> jsonb_build_array(jsonb_build_object('customerId', $1::text))
          or state->'engagements' @> jsonb_build_array(jsonb_build_object('accountId', $1::text)))`;

/** The streams that depend on a customer or an account (see FindDependents). */
export async function dependentsOf({ pool }: Database, id: string): Promise<readonly string[]> {
  const { rows } = await pool.query<{ stream_id: string }>({
    name: 'accounts.dependents',
    text: dependentsSql,
    values: [id],
  });
  return rows.map(({ stream_id }) => stream_id);
}
