import { Inject } from '@nestjs/common';
import { QueryHandler } from '@nestjs/cqrs';
import type { IQueryHandler } from '@nestjs/cqrs';
import { IdentifyCustomer } from '@nordgate/contracts/queries';
import type { IdentifiedCustomer } from '@nordgate/contracts/queries';
import { generationSql } from '@nordgate/contracts/rules';
import type { Database } from '@nordgate/event-store';
import { DATABASE } from '@nordgate/service';

interface Found {
  readonly customerId: string;
  readonly isBlocked: boolean;
}

/** Two rows are enough to know that there is not one. */
const foundSql = (condition: string) => `
  select state->>'customerId' as "customerId", state->'isBlocked' is not null as "isBlocked"
    from es.view
   where stream_type = 'customer' and ${condition} and ${generationSql('stream_id')} = $2
     and state->>'is' = 'registered' and state->>'customerType' = 'PRIVATE'
   limit 2`;

/** The two ways to a person whom the identity provider has identified. */
export const foundBy = {
  customerNumber: {
    name: 'accounts.identify-by-number',
    text: foundSql(`state->>'customerNumber' = $1`),
  },
  identifier: {
    name: 'accounts.identify-by-identifier',
    text: foundSql(`state->'identifiers' @> jsonb_build_array($1::text)`),
  },
} as const;

/** Finds whom an identifier means. Only persons log in. */
@QueryHandler(IdentifyCustomer)
export class IdentifyCustomerHandler implements IQueryHandler<IdentifyCustomer> {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  async execute({ by }: IdentifyCustomer): Promise<IdentifiedCustomer> {
    const query =
      'customerNumber' in by
        ? { ...foundBy.customerNumber, values: [by.customerNumber, by.generation ?? 0] }
        : { ...foundBy.identifier, values: [by.identifier, by.generation ?? 0] };
    const { rows } = await this.database.pool.query<Found>(query);
    const [person, another] = rows;
    if (person === undefined) return { is: 'unknown' };
    // The bank cannot know whom of two the provider means, and guesses nothing.
    if (another !== undefined) return { is: 'ambiguous' };
    return person.isBlocked ? { is: 'blocked' } : { is: 'customer', customerId: person.customerId };
  }
}
