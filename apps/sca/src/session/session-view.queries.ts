import { QueryHandler } from '@nestjs/cqrs';
import type { IQueryHandler } from '@nestjs/cqrs';
import { GetCompletedContexts, GetCustomerOfPsu, GetSession } from '@nordgate/contracts/queries';
import type { SessionAnswer } from '@nordgate/contracts/queries';
import type { PsuContext } from '@nordgate/contracts/events';
import { generationOf } from '@nordgate/contracts/rules';
import { EventStore } from '@nordgate/event-store';
import type { Database } from '@nordgate/event-store';
import { DatabaseClock } from './database-clock.rows.js';
import { sessionStream, sessionStreamId, sessionAnswer } from './session.js';

/** Served by the index of migrations/1-psu-by-id.migration.ts. */
export const psuById = {
  name: 'sca.psu-by-id',
  text: `select stream_id, state ->> 'customerId' as customer_id from es.view
    where stream_type = 'psu' and state ->> 'psuId' = $1 and state ->> 'tpp' = $2`,
};

/** The customer behind a PSU-ID; undefined when this TPP has never got it in this generation. */
export async function customerOfPsu(
  { pool }: Database,
  { tpp, psuId, generation }: Pick<GetCustomerOfPsu, 'tpp' | 'psuId' | 'generation'>,
): Promise<string | undefined> {
  const { rows } = await pool.query<{ stream_id: string; customer_id: string }>({
    ...psuById,
    values: [psuId, tpp],
  });
  return rows.find((row) => generationOf(row.stream_id) === generation)?.customer_id;
}

@QueryHandler(GetSession)
export class GetSessionHandler implements IQueryHandler<GetSession> {
  constructor(
    private readonly store: EventStore,
    private readonly clock: DatabaseClock,
  ) {}

  async execute(query: GetSession): Promise<SessionAnswer> {
    const { tpp, tppSessionId, generation } = query;
    const customerId = await customerOfPsu(this.store.database, query);
    if (customerId === undefined) return { session: 'unknown-psu' };
    const stream = sessionStreamId(generation, tpp, customerId);
    const [{ state }, now] = await Promise.all([
      this.store.state(sessionStream, stream),
      this.clock.now(generation),
    ]);
    return sessionAnswer(state, tppSessionId, now);
  }
}

@QueryHandler(GetCompletedContexts)
export class GetCompletedContextsHandler implements IQueryHandler<GetCompletedContexts> {
  constructor(private readonly store: EventStore) {}

  async execute(query: GetCompletedContexts): Promise<readonly PsuContext[] | null> {
    const customerId = await customerOfPsu(this.store.database, query);
    if (customerId === undefined) return null;
    const stream = sessionStreamId(query.generation, query.tpp, customerId);
    const { state } = await this.store.state(sessionStream, stream);
    return state.is === 'none' ? [] : state.contexts;
  }
}

@QueryHandler(GetCustomerOfPsu)
export class GetCustomerOfPsuHandler implements IQueryHandler<GetCustomerOfPsu> {
  constructor(private readonly store: EventStore) {}

  async execute(query: GetCustomerOfPsu): Promise<{ readonly customerId: string } | null> {
    const customerId = await customerOfPsu(this.store.database, query);
    return customerId === undefined ? null : { customerId };
  }
}
