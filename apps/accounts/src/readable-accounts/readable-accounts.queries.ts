import { Inject } from '@nestjs/common';
import { QueryHandler } from '@nestjs/cqrs';
import type { IQueryHandler } from '@nestjs/cqrs';
import { GetReadableAccounts } from '@nordgate/contracts/queries';
import type { ReadableAccount, ReadableCardAccount } from '@nordgate/contracts/queries';
import type { Database } from '@nordgate/event-store';
import { DATABASE } from '@nordgate/service';
import { readableAccountsOf, streamsOfRead } from './readable-accounts.js';
import type { ReadRow } from './readable-accounts.js';

/**
 * One statement, so that a reset is seen as a whole or not at all. The first part is the person, the
 * agreement and the accounts; the second is the organisation that signed the agreement.
 */
export const readSql = `
  select stream_id as stream, state from es.view where stream_id = any ($1)
   union all
  select o.stream_id, o.state
    from es.view g join es.view o on o.stream_id = 'customer-' || (g.state->>'ownerId')
   where g.stream_id = $2`;

/** The accounts that a person can view, from their rows: every decided entry is in the balances. */
@QueryHandler(GetReadableAccounts)
export class GetReadableAccountsHandler implements IQueryHandler<GetReadableAccounts> {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  async execute(
    query: GetReadableAccounts,
  ): Promise<readonly (ReadableAccount | ReadableCardAccount)[] | null> {
    const { all, agreement } = streamsOfRead(query);
    const { rows } = await this.database.pool.query<ReadRow>({
      name: 'accounts.readable-accounts',
      text: readSql,
      values: [all, agreement ?? null],
    });
    return readableAccountsOf(query, new Map(rows.map(({ stream, state }) => [stream, state])));
  }
}
