import { generationSql } from '@nordgate/contracts/rules';
import type { Database } from '@nordgate/event-store';
import type { Untouched } from '../authorisation/untouched-authorisation.js';
import { resourceStreamSql } from '../authorisation/untouched-authorisations.rows.js';

/** The console shows no more. */
const expiredMax = 200;

/**
 * The links of a world that ended untouched, in a stretch of its time: no stream has been opened or failed, and the payment or
 * basket had not ended before.
 */
const statement = {
  name: 'sca.expired-untouched',
  text: `
  select u.resource, u.expires_at as "expiresAt"
    from untouched_authorisation u
    left join ended_resource ended on ended.stream_id = ${resourceStreamSql}
   where ${generationSql('u.authorisation_id')} = $1 and u.initiator ->> 'tpp' = $2
     and u.expires_at >= $3 and u.expires_at <= $4
     and (ended.at is null or ended.at >= u.expires_at)
     and not exists (select from es.stream s where s.stream_id = 'authorisation-' || u.authorisation_id)
   order by u.expires_at
   limit ${String(expiredMax)}`,
};

/** A stretch of time in a world, ISO 8601, both ends included. */
interface Stretch {
  readonly tpp: string;
  readonly generation: number;
  readonly from: string;
  readonly to: string;
}

/** The links of payments and baskets that ended without a touch. No index serves it: it is for a sandbox only. */
export async function expiredUntouched(
  { pool }: Pick<Database, 'pool'>,
  { tpp, generation, from, to }: Stretch,
): Promise<readonly Pick<Untouched, 'resource' | 'expiresAt'>[]> {
  const { rows } = await pool.query<{ resource: Untouched['resource']; expiresAt: Date }>({
    ...statement,
    values: [generation, tpp, from, to],
  });
  return rows.map(({ resource, expiresAt }) => ({ resource, expiresAt: expiresAt.toISOString() }));
}
