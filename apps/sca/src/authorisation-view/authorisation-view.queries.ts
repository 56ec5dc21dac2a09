import { QueryHandler } from '@nestjs/cqrs';
import type { IQueryHandler } from '@nestjs/cqrs';
import { GetAuthorisation, GetAuthorisations } from '@nordgate/contracts/queries';
import type { AuthorisationView } from '@nordgate/contracts/queries';
import { streams } from '@nordgate/contracts/rules';
import { EventStore } from '@nordgate/event-store';
import { DatabaseClock } from '../database-clock/database-clock.queries.js';
import { authorisationStream } from '../domain/authorisation.js';
import type { Authorisation } from '../domain/authorisation.js';
import { scaStatusOf } from './sca-status.js';

@QueryHandler(GetAuthorisation)
export class GetAuthorisationHandler implements IQueryHandler<GetAuthorisation> {
  constructor(
    private readonly store: EventStore,
    private readonly clock: DatabaseClock,
  ) {}

  async execute({
    tpp,
    authorisationId,
  }: GetAuthorisation): Promise<{ readonly scaStatus: string } | null> {
    const stream = streams.authorisation.id(authorisationId);
    const [{ state }, now] = await Promise.all([
      this.store.state(authorisationStream, stream),
      this.clock.now(),
    ]);
    const scaStatus = scaStatusOf(state, tpp, now);
    return scaStatus === null ? null : { scaStatus };
  }
}

interface Row {
  readonly stream_id: string;
  readonly state: Authorisation;
}

/** An authorisation that is void has no resource yet, and is in no list. */
const authorisationsOf = {
  name: 'authorisations-of',
  text: `
    select s.stream_id, s.state
      from es.stream s join es.event first on first.stream_id = s.stream_id and first.version = 1
     where s.stream_type = 'authorisation'
       and coalesce(s.state #>> '{resource,basketId}', s.state #>> '{resource,paymentId}') = $1
       and s.state #>> '{resource,kind}' = $2
       and s.state #>> '{initiator,tpp}' = $3
     order by first.position`,
};

@QueryHandler(GetAuthorisations)
export class GetAuthorisationsHandler implements IQueryHandler<GetAuthorisations> {
  constructor(
    private readonly store: EventStore,
    private readonly clock: DatabaseClock,
  ) {}

  async execute({ tpp, kind, resourceId }: GetAuthorisations): Promise<AuthorisationView[]> {
    const values = [resourceId, kind, tpp];
    const [{ rows }, now] = await Promise.all([
      this.store.database.pool.query<Row>({ ...authorisationsOf, values }),
      this.clock.now(),
    ]);
    return rows.flatMap(({ stream_id: stream, state }) => {
      const scaStatus = scaStatusOf(state, tpp, now);
      const authorisationId = streams.authorisation.idOf(stream);
      return scaStatus === null ? [] : [{ authorisationId, scaStatus }];
    });
  }
}
