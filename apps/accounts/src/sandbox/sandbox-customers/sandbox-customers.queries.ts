import { Inject } from '@nestjs/common';
import { QueryHandler } from '@nestjs/cqrs';
import type { IQueryHandler } from '@nestjs/cqrs';
import {
  FindSandboxCustomer,
  GetSandboxCustomer,
  GetSandboxCustomers,
  ListSandboxCustomers,
} from '@nordgate/contracts/queries';
import type { ListedSandboxCustomer, SandboxCustomer } from '@nordgate/contracts/queries';
import { generationSql, sandboxBounds, streams } from '@nordgate/contracts/rules';
import { EventStore } from '@nordgate/event-store';
import type { Database } from '@nordgate/event-store';
import { DATABASE } from '@nordgate/service';
import { customerStream } from '../../domain/customer.js';
import { stateMadeBy } from '../past-states/past-states.rows.js';
import { sandboxCustomerOf } from './sandbox-customers.js';
import type { CustomerHoldings } from './sandbox-customers.js';

/**
 * One statement, so that a reset is seen as a whole or not at all. At most 1,000 customers, the first by number:
 * pages of people show them.
 */
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
   order by c.state->>'customerNumber' collate "C" limit ${String(sandboxBounds.customersOfTpp)}`;

@QueryHandler(GetSandboxCustomers)
export class GetSandboxCustomersHandler implements IQueryHandler<GetSandboxCustomers> {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  async execute({ generation }: GetSandboxCustomers): Promise<readonly SandboxCustomer[]> {
    const { rows } = await this.database.pool.query<CustomerHoldings>({
      name: 'accounts.sandbox-customers',
      text: customersSql(`${generationSql('c.stream_id')} = $1`),
      values: [generation],
    });
    return rows.map(sandboxCustomerOf);
  }
}

@QueryHandler(GetSandboxCustomer)
export class GetSandboxCustomerHandler implements IQueryHandler<GetSandboxCustomer> {
  constructor(private readonly store: EventStore) {}

  async execute({ customerId, madeBy }: GetSandboxCustomer): Promise<SandboxCustomer | null> {
    const { rows } = await this.store.database.pool.query<CustomerHoldings>({
      name: 'accounts.sandbox-customer',
      text: customersSql("c.stream_id = 'customer-' || $1"),
      values: [customerId],
    });
    const [row] = rows;
    if (madeBy !== undefined && row?.customer.by?.request !== madeBy) {
      return this.madeBy(customerId, madeBy, row);
    }
    return row === undefined ? null : sandboxCustomerOf(row);
  }

  /** The customer as a request has left it, with what is open now. */
  private async madeBy(
    customerId: string,
    request: string,
    { accounts, card_accounts }: Omit<CustomerHoldings, 'customer'> = nothingOpen,
  ): Promise<SandboxCustomer | null> {
    const stream = streams.customer.id(customerId);
    const made = await stateMadeBy(this.store, customerStream, stream, request);
    if (made?.state.is !== 'registered') return null;
    return sandboxCustomerOf({ customer: made.state, accounts, card_accounts });
  }
}

/** The holdings of a customer who was removed. */
const nothingOpen = { accounts: [], card_accounts: [] };

const listed = `
  state->>'customerId' as "customerId", state->>'customerNumber' as "customerNumber",
  state->>'customerType' as "customerType", state->>'name' as "customerName"`;

/** One statement: the part and the count are of one moment. `$1`: how many, `$2`: behind how many, `$3`: in which generation. */
const listSql = `
  with found as (select state from es.view
                  where stream_type = 'customer' and ${generationSql('stream_id')} = $3
                    and state->>'is' = 'registered')
  select (select count(*) from found) as total,
         coalesce((select json_agg(part) from (
           select ${listed} from found
            order by state->>'customerNumber' collate "C" limit $1 offset $2) part), '[]') as customers`;

@QueryHandler(ListSandboxCustomers)
export class ListSandboxCustomersHandler implements IQueryHandler<ListSandboxCustomers> {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  async execute({
    generation,
    limit,
    offset,
  }: ListSandboxCustomers): Promise<ListSandboxCustomers['answer']> {
    const { rows } = await this.database.pool.query<{
      total: string;
      customers: readonly ListedSandboxCustomer[];
    }>({
      name: 'accounts.list-sandbox-customers',
      text: listSql,
      values: [limit, offset, generation],
    });
    const [row] = rows;
    return { customers: row?.customers ?? [], total: Number(row?.total ?? 0) };
  }
}

@QueryHandler(FindSandboxCustomer)
export class FindSandboxCustomerHandler implements IQueryHandler<FindSandboxCustomer> {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  async execute({
    customerNumber,
    generation,
  }: FindSandboxCustomer): Promise<ListedSandboxCustomer | null> {
    const { rows } = await this.database.pool.query<ListedSandboxCustomer>({
      name: 'accounts.find-sandbox-customer',
      text: `select ${listed} from es.view
              where stream_type = 'customer' and state->>'is' = 'registered'
                and state->>'customerNumber' = $1 and ${generationSql('stream_id')} = $2`,
      values: [customerNumber, generation],
    });
    return rows[0] ?? null;
  }
}

/** $1: the id of a customer or an account. The quotas are those of the agreements that end. */
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
          or state->'engagements' @> jsonb_build_array(jsonb_build_object('accountId', $1::text)))
  union
  select state->>'countedIn' from es.view
   where stream_type = 'agreement' and state->>'is' = 'signed' and state->>'ownerId' = $1
     and state ? 'countedIn'`;

/** The streams that depend on a customer or an account (see FindDependents). */
export async function dependentsOf({ pool }: Database, id: string): Promise<readonly string[]> {
  const { rows } = await pool.query<{ stream_id: string }>({
    name: 'accounts.dependents',
    text: dependentsSql,
    values: [id],
  });
  return rows.map(({ stream_id }) => stream_id);
}
