import type { Database } from '@nordgate/event-store';
import { accessDays } from '../session/deadline.js';

/** When a TPP last read an account in a context. */
export interface LastRead {
  readonly tpp: string;
  /** The agreement, or PRIVATE. */
  readonly context: string;
  /** The id of an account or card account. */
  readonly account: string;
  readonly kind: 'balances' | 'transactions';
  /** Whether the PSU was present. */
  readonly attended: boolean;
  readonly at: Date;
}

/** A read to be kept, and whose account it was. */
export interface NotedRead extends LastRead {
  readonly customerId: string;
  readonly generation: number;
}

/** Ordered, so that two processes never wait for each other in a circle. */
const keep = {
  name: 'sca.keep-last-reads',
  text: `
    insert into last_read as known
           (customer_id, generation, tpp, context, account, kind, attended, at)
      select * from unnest($1::text[], $2::bigint[], $3::text[], $4::text[], $5::text[],
                           $6::text[], $7::boolean[], $8::timestamptz[])
       order by 1, 2, 3, 4, 5, 6, 7
      on conflict (customer_id, generation, tpp, context, account, kind, attended)
      do update set at = excluded.at where known.at < excluded.at`,
};

const ofCustomer = {
  name: 'sca.last-reads-of-customer',
  text: `select tpp, context, account, kind, attended, at from last_read
    where customer_id = $1 and generation = $2`,
};

/** Keeps reads, each key once. An older read does not replace a newer one. */
export async function keepLastReads(
  { pool }: Pick<Database, 'pool'>,
  reads: readonly NotedRead[],
): Promise<void> {
  await pool.query({
    ...keep,
    values: [
      reads.map(({ customerId }) => customerId),
      reads.map(({ generation }) => generation),
      reads.map(({ tpp }) => tpp),
      reads.map(({ context }) => context),
      reads.map(({ account }) => account),
      reads.map(({ kind }) => kind),
      reads.map(({ attended }) => attended),
      reads.map(({ at }) => at),
    ],
  });
}

/** The last reads of a customer's accounts by every TPP in a generation. */
export async function lastReadsOf(
  { pool }: Pick<Database, 'pool'>,
  { customerId, generation }: Pick<NotedRead, 'customerId' | 'generation'>,
): Promise<readonly LastRead[]> {
  const { rows } = await pool.query<LastRead>({ ...ofCustomer, values: [customerId, generation] });
  return rows;
}

/** An access ends up to a day, and an hour more when the clocks go back, after its days of 24 hours. */
const daysKept = accessDays + 2;

/** Deletes reads that are older than any consent in force. Returns how many there were. */
export async function deleteOldLastReads({ pool }: Pick<Database, 'pool'>): Promise<number> {
  const { rowCount } = await pool.query(
    'delete from last_read where at < clock_timestamp() - make_interval(days => $1)',
    [daysKept],
  );
  return rowCount ?? 0;
}
