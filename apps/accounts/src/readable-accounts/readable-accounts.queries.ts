import { Inject } from '@nestjs/common';
import { QueryHandler } from '@nestjs/cqrs';
import type { IQueryHandler } from '@nestjs/cqrs';
import { GetReadableAccounts } from '@nordgate/contracts/queries';
import { Collector } from '@nordgate/event-store';
import type { Database } from '@nordgate/event-store';
import { DATABASE } from '@nordgate/service';
import { BOOKS } from '../books/books.js';
import type { Books } from '../books/books.js';
import { readableAccountsOf, streamsOfRead } from './readable-accounts.js';
import type { ReadRow } from './readable-accounts.js';

/**
 * One statement, so that a reset is seen as a whole or not at all. The first part is the persons, the
 * agreements and the accounts; the second is the organisations that signed the agreements.
 */
export const readSql = `
  select stream_id as stream, state from es.view where stream_id = any ($1)
   union all
  select o.stream_id, o.state
    from es.view g join es.view o on o.stream_id = 'customer-' || (g.state->>'ownerId')
   where g.stream_id = any ($2)`;

type Readable = GetReadableAccounts['answer'];

/**
 * The accounts that a person can view, from their rows, with the figures of the books. The rows of all reads of one
 * event-loop turn are one round trip. Nobody asks the books about an account before its reader is known to view it.
 */
@QueryHandler(GetReadableAccounts)
export class GetReadableAccountsHandler implements IQueryHandler<GetReadableAccounts> {
  private readonly reads = new Collector((asked: readonly GetReadableAccounts[]) =>
    this.readAll(asked),
  );

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(BOOKS) private readonly books: Books,
  ) {}

  async execute(query: GetReadableAccounts): Promise<Readable> {
    const accounts = await this.reads.ask(query);
    if (accounts === null) return null;
    return this.books.withFigures(accounts, query.withoutFigures !== true);
  }

  private async readAll(asked: readonly GetReadableAccounts[]): Promise<readonly Readable[]> {
    const needed = asked.map(streamsOfRead);
    const { rows } = await this.database.pool.query<ReadRow>({
      name: 'accounts.readable-accounts',
      text: readSql,
      values: [
        [...new Set(needed.flatMap(({ all }) => all))],
        [...new Set(needed.flatMap(({ agreement }) => agreement ?? []))],
      ],
    });
    const states = new Map(rows.map(({ stream, state }) => [stream, state]));
    return asked.map((query) => readableAccountsOf(query, states));
  }
}
