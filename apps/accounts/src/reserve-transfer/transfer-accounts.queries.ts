import type { Database } from '@nordgate/event-store';
import type { FindTransferAccounts } from './reserve-transfer.js';

/** An account number is a claim of its open account, so an account is found by its primary key. */
const accountsSql = `
  select stream_id as stream from es.claim
   where scope = 'bban' and key = any($1)
  union all
  select 'customer-' || (v.state->>'ownerId') from es.claim c
    join es.view v on v.stream_id = c.stream_id
   where c.scope = 'bban' and c.key = $2 and v.state->>'is' = 'open'`;

/** The open accounts with these numbers, and the owner of the debtor's account, as streams. */
export async function transferAccounts(
  { pool }: Pick<Database, 'pool'>,
  { debtor, creditors }: Parameters<FindTransferAccounts>[0],
): Promise<readonly string[]> {
  const { rows } = await pool.query<{ readonly stream: string }>({
    name: 'accounts.transfer-accounts',
    text: accountsSql,
    values: [[...new Set([debtor, ...creditors])], debtor],
  });
  return rows.map(({ stream }) => stream);
}
