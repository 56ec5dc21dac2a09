import { QueryHandler } from '@nestjs/cqrs';
import type { IQueryHandler } from '@nestjs/cqrs';
import { GetAccess } from '@nordgate/contracts/queries';
import type { AccessAnswer } from '@nordgate/contracts/queries';
import { generationSql } from '@nordgate/contracts/rules';
import { EventStore } from '@nordgate/event-store';
import { DatabaseClock } from '../database-clock/database-clock.queries.js';
import { accessStreamId } from '../domain/access.js';
import type { Access } from '../domain/access.js';
import { sessionStream, sessionStreamId } from '../domain/session.js';
import { customerOfPsu } from '../session-view/session-view.queries.js';
import { accessAnswer } from './access-answer.js';

/** Served by the index of migrations/3-accesses-of.migration.ts. */
export const accessesOf = {
  name: 'sca.accesses-of',
  text: `select stream_id, state from es.view
    where stream_type = 'access' and state ->> 'customerId' = $1 and state ->> 'tpp' = $2
      and ${generationSql('stream_id')} = $3`,
};

interface Row {
  readonly stream_id: string;
  readonly state: Access;
}

@QueryHandler(GetAccess)
export class GetAccessHandler implements IQueryHandler<GetAccess> {
  constructor(
    private readonly store: EventStore,
    private readonly clock: DatabaseClock,
  ) {}

  async execute(query: GetAccess): Promise<AccessAnswer> {
    const { tpp, corporateId, tppSessionId, need, generation } = query;
    const { database } = this.store;
    const customerId = await customerOfPsu(database, query);
    if (customerId === undefined) return { access: 'unknown-psu' };
    const [found, { state: session }, now] = await Promise.all([
      database.pool.query<Row>({ ...accessesOf, values: [customerId, tpp, generation] }),
      this.store.state(sessionStream, sessionStreamId(generation, tpp, customerId)),
      this.clock.now(),
    ]);
    const isPrivate = corporateId === null;
    const context = isPrivate
      ? ({ context: 'PRIVATE' } as const)
      : ({ context: 'CORPORATE', corporateId } as const);
    const stream = accessStreamId(generation, tpp, customerId, context);
    const access = found.rows.find((row) => row.stream_id === stream)?.state ?? { is: 'none' };
    const others = found.rows.filter((row) => row.stream_id !== stream).map(({ state }) => state);
    const facts = { customerId, session, access, others, isPrivate };
    return accessAnswer(facts, { tppSessionId, need, now });
  }
}
