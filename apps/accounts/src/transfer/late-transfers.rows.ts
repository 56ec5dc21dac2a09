import type { TransferDelay } from '@nordgate/contracts/events';
import { streams } from '@nordgate/contracts/rules';
import type { Database } from '@nordgate/event-store';

/** A transfer of the sandbox that is booked or confirmed late. */
export interface LateTransfer {
  readonly entryId: string;
  /** Since when it is late, ISO 8601. */
  readonly since: string;
  /** The day of the booking, YYYY-MM-DD; absent for one that is booked. */
  readonly day?: string;
}

/** The index on these members has the entries of the magic accounts only. */
const lateSql = `
  select stream_id as stream, state->>'at' as since, state->'postings'->0->>'date' as day
    from es.stream
   where stream_type = 'entry' and state->>'delay' = $1 and state->>'is' = $2
   order by stream_id`;

/** Entries that wait for their booking, or for the confirmation of the creditor's bank. */
export async function lateTransfers(
  { pool }: Pick<Database, 'pool'>,
  delay: TransferDelay,
): Promise<readonly LateTransfer[]> {
  const { rows } = await pool.query<{ stream: string; since: string; day: string | null }>({
    name: 'accounts.late-transfers',
    text: lateSql,
    values: [delay, delay === 'booking' ? 'reserved' : 'booked'],
  });
  return rows.map(({ stream, since, day }) => {
    const late = { entryId: streams.entry.idOf(stream), since };
    return day === null ? late : { ...late, day };
  });
}
