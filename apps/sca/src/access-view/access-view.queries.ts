import { QueryHandler } from '@nestjs/cqrs';
import type { IQueryHandler } from '@nestjs/cqrs';
import { GetAccess } from '@nordgate/contracts/queries';
import type { AccessAnswer } from '@nordgate/contracts/queries';
import { defined } from '@nordgate/decider';
import { EventStore } from '@nordgate/event-store';
import { DatabaseClock } from '../database-clock/database-clock.queries.js';
import { accessStream, accessStreamId } from '../domain/access.js';
import { sessionStream, sessionStreamId } from '../domain/session.js';
import { customerOfPsu } from '../session-view/session-view.queries.js';
import { accessAnswer } from './access-answer.js';

@QueryHandler(GetAccess)
export class GetAccessHandler implements IQueryHandler<GetAccess> {
  constructor(
    private readonly store: EventStore,
    private readonly clock: DatabaseClock,
  ) {}

  async execute({ tpp, psuId, corporateId, tppSessionId, need }: GetAccess): Promise<AccessAnswer> {
    const { pool } = this.store.database;
    const { rows } = await pool.query<{ customer_id: string }>({
      ...customerOfPsu,
      values: [psuId, tpp],
    });
    const [psu] = rows;
    if (psu === undefined) return { access: 'unknown-psu' };
    const { customer_id: customerId } = psu;
    const context = corporateId === null ? 'PRIVATE' : 'CORPORATE';
    const stream = accessStreamId(tpp, customerId, {
      context,
      ...defined({ corporateId: corporateId ?? undefined }),
    });
    const [{ state: access }, { state: session }, now] = await Promise.all([
      this.store.state(accessStream, stream),
      this.store.state(sessionStream, sessionStreamId(tpp, customerId)),
      this.clock.now(),
    ]);
    const facts = { customerId, session, access };
    return accessAnswer(facts, { tppSessionId, need, now });
  }
}
