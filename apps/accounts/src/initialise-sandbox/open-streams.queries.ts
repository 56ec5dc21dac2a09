import type { Database } from '@nordgate/event-store';

/** Rows of the inline view that a reset has to see: whatever is neither removed, closed nor ended. */
const openStreamsSql = `
  select stream_id from es.view
   where stream_type in ('customer', 'account', 'card-account', 'agreement')
     and state->>'is' not in ('removed', 'closed', 'ended')`;

/** The streams of customers, accounts and agreements that exist now, whoever made them. */
export async function openStreams({ pool }: Database): Promise<readonly string[]> {
  const { rows } = await pool.query<{ stream_id: string }>({
    name: 'accounts.open-streams',
    text: openStreamsSql,
  });
  return rows.map(({ stream_id }) => stream_id);
}
