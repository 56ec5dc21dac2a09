import { Inject } from '@nestjs/common';
import { QueryHandler } from '@nestjs/cqrs';
import type { IQueryHandler } from '@nestjs/cqrs';
import type {
  AccessGranted,
  AuthorisationFailed,
  SessionCompleted,
} from '@nordgate/contracts/events';
import { GetExpiryMoments } from '@nordgate/contracts/queries';
import type { ExpiryMoment } from '@nordgate/contracts/queries';
import { generationSql, streams } from '@nordgate/contracts/rules';
import type { Database } from '@nordgate/event-store';
import { DATABASE, worldEvents } from '@nordgate/service';
import { accessStream, grantsNothing } from '../access/access.js';
import type { Failed } from '../authorisation/authorisation.js';
import type { Untouched } from '../authorisation/untouched-authorisation.js';
import { asksForAccounts } from '../authorisation/same-challenge.js';
import { expiredUntouched } from './expired-untouched.rows.js';
import { heldUntil } from '../session/deadline.js';
import { sessionStream } from '../session/session.js';

/** The console shows no more. */
const momentsMax = 200;

/** Each session and each grant that no later event of its stream has ended, whose end is in a stretch of time, or a day before. */
const endsStatement = {
  name: 'sca.ends-in-world',
  text: `
  select type, data
    from (select e.type, e.data, coalesce(e.data->>'endsAt', e.data->>'validUntil') as ends_at,
                 lead(e.data->>'at') over (partition by e.stream_id order by e.version) as next_at
            from es.stream s join es.event e on e.stream_id = s.stream_id
           where s.stream_type in ('session', 'access') and e.type <> all ($5) and ${generationSql('s.stream_id')} = $1) one
   where type in ('SessionCompleted', 'AccessGranted') and data->>'tpp' = $2
     and ends_at >= $3 and ends_at <= $4 and (next_at is null or next_at >= ends_at)
   order by ends_at
   limit ${String(momentsMax)}`,
};

type EndRow = Pick<SessionCompleted, 'type' | 'data'> | Pick<AccessGranted, 'type' | 'data'>;

/** They say what was so before. */
const carryingEvents = [accessStream.carriedForwardBy, sessionStream.carriedForwardBy];

const failures = { stream: 'authorisation', types: ['AuthorisationFailed'] };
const dayMs = 86_400_000;

/** Whose time is over in a world, for the timeline of the sandbox's console. */
@QueryHandler(GetExpiryMoments)
export class GetExpiryMomentsHandler implements IQueryHandler<GetExpiryMoments> {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  async execute(query: GetExpiryMoments): Promise<readonly ExpiryMoment[]> {
    const { tpp, generation, from, to } = query;
    const sooner = new Date(Date.parse(from) - dayMs).toISOString();
    const [failed, untouched, ends] = await Promise.all([
      worldEvents<AuthorisationFailed['data'], Failed>(this.database, failures, query),
      expiredUntouched(this.database, query),
      this.database.pool.query<EndRow>({
        ...endsStatement,
        values: [generation, tpp, sooner, to, carryingEvents],
      }),
    ]);
    const links = [...failed.flatMap(expiredLink), ...untouched.flatMap(expiredUnused)];
    const moments = [...ends.rows.flatMap(endOf), ...links];
    return moments.filter(({ at }) => at >= from && at <= to);
  }
}

function endOf({ type, data }: EndRow): readonly ExpiryMoment[] {
  if (type === 'SessionCompleted') {
    return [{ what: 'session', at: data.endsAt }];
  }
  if (grantsNothing(data)) return [];
  const of = { kind: 'consent', id: data.consentId } as const;
  return [{ what: 'consent', at: heldUntil(data.validUntil), of }];
}

function expiredLink({
  stream,
  data: { at, reason },
  state: { resource },
}: {
  readonly stream: string;
  readonly data: AuthorisationFailed['data'];
  readonly state: Failed;
}): readonly ExpiryMoment[] {
  if (reason !== 'expired') return [];
  switch (resource.kind) {
    case 'payment':
    case 'basket':
      return expiredUnused({ resource, expiresAt: at });
    case 'cancellation':
      return [{ what: 'link', at, of: { kind: 'payment' } }];
    case 'access': {
      if (!asksForAccounts(resource)) return [{ what: 'link', at }];
      const id = resource.consentId ?? streams.authorisation.idOf(stream);
      return [{ what: 'link', at, of: { kind: 'consent', id } }];
    }
  }
}

/** The end of a link of a payment or basket. */
function expiredUnused({
  resource,
  expiresAt: at,
}: Pick<Untouched, 'resource' | 'expiresAt'>): readonly ExpiryMoment[] {
  if (resource.kind === 'payment') return [{ what: 'link', at, of: { kind: 'payment' } }];
  return [{ what: 'link', at, of: { kind: 'basket', id: resource.basketId } }];
}
