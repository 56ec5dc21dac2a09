import type { Claim } from '@nordgate/decider';
import type { Database } from '@nordgate/event-store';
import { openLink } from '../domain/open-links.js';

/** Served by the primary key of `es.claim`. */
const holdersOf = {
  name: 'sca.link-holders',
  text: 'select stream_id from es.claim where scope = $1 and key = any($2)',
};

/** The streams that hold one of these claims on places of a resource, in no order. */
export async function linkHolders(
  { pool }: Pick<Database, 'pool'>,
  claims: readonly Claim[],
): Promise<readonly string[]> {
  const values = [openLink, claims.map(({ key }) => key)];
  const { rows } = await pool.query<{ stream_id: string }>({ ...holdersOf, values });
  return rows.map(({ stream_id }) => stream_id);
}
