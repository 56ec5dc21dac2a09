import { Inject } from '@nestjs/common';
import { QueryHandler } from '@nestjs/cqrs';
import type { IQueryHandler } from '@nestjs/cqrs';
import { GetActingCustomer } from '@nordgate/contracts/queries';
import type { ActingCustomer } from '@nordgate/contracts/queries';
import { generationSql } from '@nordgate/contracts/rules';
import type { Database } from '@nordgate/event-store';
import { DATABASE } from '@nordgate/service';
import { actingCustomerOf } from './acting-customer.js';
import type { PersonalReach } from './acting-customer.js';

const openAccountsOf = (owner: string) => `
  coalesce((select jsonb_agg(a.state) from es.view a
             where a.stream_type = 'account' and a.state->>'is' = 'open'
               and a.state->>'ownerId' = ${owner}), '[]')`;

const openCardAccountsOf = (owner: string) => `
  coalesce((select jsonb_agg(k.state) from es.view k
             where k.stream_type = 'card-account' and k.state->>'is' = 'open'
               and k.state->>'ownerId' = ${owner}), '[]')`;

/** One statement, so that a reset is seen as a whole or not at all. Only persons log in. */
const reachSql = (found: string) => `
  select p.state as person,
         ${openAccountsOf("p.state->>'customerId'")} as accounts,
         ${openCardAccountsOf("p.state->>'customerId'")} as "cardAccounts",
         coalesce((select jsonb_agg(jsonb_build_object(
                            'agreement', g.state, 'owner', o.state,
                            'accounts', ${openAccountsOf("g.state->>'ownerId'")}))
                     from es.view g
                     join es.view o on o.stream_id = 'customer-' || (g.state->>'ownerId')
                                   and o.state->>'is' = 'registered'
                    where g.stream_type = 'agreement' and g.state->>'is' = 'signed'
                      and g.state->'engagements' @> jsonb_build_array(
                            jsonb_build_object('customerId', p.state->'customerId'))),
                  '[]') as agreements
    from es.view p
   where ${found} and p.stream_type = 'customer'
     and p.state->>'is' = 'registered' and p.state->>'customerType' = 'PRIVATE'
     and p.state->'isBlocked' is null`;

/** The two ways to a person. */
export const reachBy = {
  customerNumber: {
    name: 'accounts.reach-by-number',
    text: reachSql(`p.state->>'customerNumber' = $1 and ${generationSql('p.stream_id')} = $2`),
  },
  customerId: { name: 'accounts.reach-by-id', text: reachSql(`p.stream_id = 'customer-' || $1`) },
} as const;

@QueryHandler(GetActingCustomer)
export class GetActingCustomerHandler implements IQueryHandler<GetActingCustomer> {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  async execute({ by }: GetActingCustomer): Promise<ActingCustomer | null> {
    const query =
      'customerNumber' in by
        ? { ...reachBy.customerNumber, values: [by.customerNumber, by.generation ?? 0] }
        : { ...reachBy.customerId, values: [by.customerId] };
    const { rows } = await this.database.pool.query<PersonalReach>(query);
    const [reach] = rows;
    return reach === undefined ? null : actingCustomerOf(reach);
  }
}
