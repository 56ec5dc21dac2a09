import { QueryHandler } from '@nestjs/cqrs';
import type { IQueryHandler } from '@nestjs/cqrs';
import { GetCompletedContexts, GetCustomerOfPsu, GetSession } from '@nordgate/contracts/queries';
import type { PsuContext } from '@nordgate/contracts/events';
import type { SessionAnswer } from '@nordgate/contracts/queries';
import { EventStore } from '@nordgate/event-store';
import { DatabaseClock } from '../database-clock/database-clock.queries.js';
import { sessionStream, sessionStreamId } from '../domain/session.js';
import { sessionAnswer } from './session-answer.js';

/** Served by the index of migrations/1-psu-by-id.migration.ts. */
export const customerOfPsu = {
  name: 'sca.customer-of-psu',
  text: `select state ->> 'customerId' as customer_id from es.view
    where stream_type = 'psu' and state ->> 'psuId' = $1 and state ->> 'tpp' = $2`,
};

@QueryHandler(GetSession)
export class GetSessionHandler implements IQueryHandler<GetSession> {
  constructor(
    private readonly store: EventStore,
    private readonly clock: DatabaseClock,
  ) {}

  async execute({ tpp, psuId, tppSessionId }: GetSession): Promise<SessionAnswer> {
    const { rows } = await this.store.database.pool.query<{ customer_id: string }>({
      ...customerOfPsu,
      values: [psuId, tpp],
    });
    const [psu] = rows;
    if (psu === undefined) return { session: 'unknown-psu' };
    const stream = sessionStreamId(tpp, psu.customer_id);
    const [{ state }, now] = await Promise.all([
      this.store.state(sessionStream, stream),
      this.clock.now(),
    ]);
    return sessionAnswer(state, tppSessionId, now);
  }
}

@QueryHandler(GetCompletedContexts)
export class GetCompletedContextsHandler implements IQueryHandler<GetCompletedContexts> {
  constructor(private readonly store: EventStore) {}

  async execute({ tpp, psuId }: GetCompletedContexts): Promise<readonly PsuContext[] | null> {
    const { rows } = await this.store.database.pool.query<{ customer_id: string }>({
      ...customerOfPsu,
      values: [psuId, tpp],
    });
    const [psu] = rows;
    if (psu === undefined) return null;
    const { state } = await this.store.state(sessionStream, sessionStreamId(tpp, psu.customer_id));
    return state.is === 'none' ? [] : state.contexts;
  }
}

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
