import { QueryHandler } from '@nestjs/cqrs';
import type { IQueryHandler } from '@nestjs/cqrs';
import type { Initiator } from '@nordgate/contracts/events';
import {
  GetAuthorisation,
  GetAuthorisations,
  GetDeletedAuthorisations,
} from '@nordgate/contracts/queries';
import type { AuthorisationView } from '@nordgate/contracts/queries';
import { generationOf, streams } from '@nordgate/contracts/rules';
import type { Claim } from '@nordgate/decider';
import { EventStore } from '@nordgate/event-store';
import type { Database } from '@nordgate/event-store';
import { DatabaseClock } from '../session/database-clock.rows.js';
import { scaStatusOf } from './authorisation.js';
import type { Authorisation } from './authorisation.js';
import { openLink } from './open-links.js';
import { AuthorisationStates } from './untouched-authorisations.rows.js';

@QueryHandler(GetAuthorisation)
export class GetAuthorisationHandler implements IQueryHandler<GetAuthorisation> {
  constructor(
    private readonly states: AuthorisationStates,
    private readonly clock: DatabaseClock,
  ) {}

  async execute({ tpp, authorisationId }: GetAuthorisation): Promise<{
    readonly scaStatus: string;
    readonly initiator?: Initiator;
  } | null> {
    const [state, now] = await Promise.all([
      this.states.of(authorisationId),
      this.clock.now(generationOf(authorisationId)),
    ]);
    const scaStatus = scaStatusOf(state, tpp, now);
    if (scaStatus === null || state.is === 'none' || state.is === 'void') return null;
    return { scaStatus, initiator: state.initiator };
  }
}

@QueryHandler(GetDeletedAuthorisations)
export class GetDeletedAuthorisationsHandler implements IQueryHandler<GetDeletedAuthorisations> {
  constructor(private readonly store: EventStore) {}

  async execute({ authorisationIds }: GetDeletedAuthorisations): Promise<readonly string[]> {
    const ids = authorisationIds.map((id) => streams.authorisation.id(id));
    return (await this.store.deleted(ids)).map((id) => streams.authorisation.idOf(id));
  }
}

/** SQL: the id of what an authorisation is for, out of its state; the index has the same expression. */
export function resourceIdOf(state: string): string {
  const ids = ['basketId', 'paymentId', 'consentId'].map((id) => `${state} #>> '{resource,${id}}'`);
  return `coalesce(${ids.join(', ')})`;
}

interface Row {
  readonly stream_id: string;
  readonly state: Authorisation;
  readonly opened_at: Date;
}

/**
 * An authorisation that is void has no resource yet, and is in no list. The first authorisation of an
 * older consent does not name the consent: its own id is that of the consent.
 */
const authorisationsOf = {
  name: 'authorisations-of',
  text: `
    select s.stream_id, s.state, first.at as opened_at
      from es.stream s join es.event first on first.stream_id = s.stream_id and first.version = 1
     where s.stream_type = 'authorisation'
       and (${resourceIdOf('s.state')} = $1 or s.stream_id = 'authorisation-' || $1)
       and s.state #>> '{resource,kind}' = $2
       and s.state #>> '{initiator,tpp}' = $3
     order by first.position`,
};

/** An authorisation of a resource. */
export interface FoundAuthorisation {
  readonly stream: string;
  /** As its view has it: all of an authorisation of an access, and of another one what `kept` of its type has. */
  readonly authorisation: Authorisation;
  /** ISO 8601, by the clock of the database. */
  readonly openedAt: string;
}

/** All authorisations of a resource, the oldest first; without its first one, as long as nobody has touched that. */
export async function findAuthorisations(
  { pool }: Database,
  { tpp, kind, resourceId }: Pick<GetAuthorisations, 'tpp' | 'kind' | 'resourceId'>,
): Promise<readonly FoundAuthorisation[]> {
  const values = [resourceId, kind, tpp];
  const { rows } = await pool.query<Row>({ ...authorisationsOf, values });
  return rows.map(({ stream_id: stream, state: authorisation, opened_at }) => ({
    stream,
    authorisation,
    openedAt: opened_at.toISOString(),
  }));
}

/** Served by the primary key of `es.claim`. */
const holdersOf = {
  name: 'sca.link-holders',
  text: 'select stream_id from es.claim where scope = $1 and key = any($2)',
};

/** The streams that hold one of these claims on places of a resource (`openLinkClaims`), in no order. */
export async function linkHolders(
  { pool }: Pick<Database, 'pool'>,
  claims: readonly Claim[],
): Promise<readonly string[]> {
  const values = [openLink, claims.map(({ key }) => key)];
  const { rows } = await pool.query<{ stream_id: string }>({ ...holdersOf, values });
  return rows.map(({ stream_id }) => stream_id);
}

@QueryHandler(GetAuthorisations)
export class GetAuthorisationsHandler implements IQueryHandler<GetAuthorisations> {
  constructor(
    private readonly store: EventStore,
    private readonly clock: DatabaseClock,
  ) {}

  async execute(query: GetAuthorisations): Promise<AuthorisationView[]> {
    const [found, now] = await Promise.all([
      findAuthorisations(this.store.database, query),
      this.clock.now(generationOf(query.resourceId)),
    ]);
    return found.flatMap(({ stream, authorisation }) => {
      const scaStatus = scaStatusOf(authorisation, query.tpp, now);
      const authorisationId = streams.authorisation.idOf(stream);
      return scaStatus === null ? [] : [{ authorisationId, scaStatus }];
    });
  }
}
