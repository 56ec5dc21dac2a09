import { QueryHandler } from '@nestjs/cqrs';
import type { IQueryHandler } from '@nestjs/cqrs';
import { GetAccess } from '@nordgate/contracts/queries';
import type { AccessAnswer } from '@nordgate/contracts/queries';
import { defined } from '@nordgate/decider';
import { EventStore } from '@nordgate/event-store';
import { DatabaseClock } from '../session/database-clock.rows.js';
import { accessStream, accessStreamId } from './access.js';
import { sessionStream, sessionStreamId } from '../session/session.js';
import { customerOfPsu } from '../session/session-view.queries.js';
import { accessAnswer } from './access-answer.js';

@QueryHandler(GetAccess)
export class GetAccessHandler implements IQueryHandler<GetAccess> {
  constructor(
    private readonly store: EventStore,
    private readonly clock: DatabaseClock,
  ) {}

  async execute(query: GetAccess): Promise<AccessAnswer> {
    const { tpp, corporateId, tppSessionId, need, generation } = query;
    const customerId = await customerOfPsu(this.store.database, query);
    if (customerId === undefined) return { access: 'unknown-psu' };
    const stream = accessStreamId(generation, tpp, customerId, {
      context: corporateId === null ? 'PRIVATE' : 'CORPORATE',
      ...defined({ corporateId: corporateId ?? undefined }),
    });
    const [{ state: access }, { state: session }, now] = await Promise.all([
      this.store.state(accessStream, stream),
      this.store.state(sessionStream, sessionStreamId(generation, tpp, customerId)),
      this.clock.now(generation),
    ]);
    const facts = { customerId, session, access };
    return accessAnswer(facts, { tppSessionId, need, now });
  }
}
