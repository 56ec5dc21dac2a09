import type { AnyStreamType } from '@nordgate/decider';
import type { Database } from '@nordgate/event-store';
import { rebuild } from '@nordgate/event-store';
import type { ParkedRow, Rebuilt, RegisterRow, StoredFact, StreamRow } from './evidence.js';

interface Rows {
  readonly events: readonly StoredFact[];
  readonly streams: readonly StreamRow[];
  readonly parked: readonly ParkedRow[];
  readonly rebuilt: readonly Rebuilt[];
}

/** Everything that one service keeps, and what a rebuild of its views would change. */
export async function storeRows(
  { pool }: Pick<Database, 'pool'>,
  types: readonly AnyStreamType[],
): Promise<Rows> {
  const events = await pool.query<StoredFact>(
    `select stream_id as stream, version::int as version, type, id::text as id, data
       from es.event order by tx, position`,
  );
  const streams = await pool.query<StreamRow>(
    'select stream_id as stream, version::int as version, state from es.view',
  );
  const parked = await pool.query<ParkedRow>(
    'select consumer, key, reason from es.parked where discarded_at is null order by seq',
  );
  const rebuilt: Rebuilt[] = [];
  for (const streamType of types) {
    const { streams: count, drifted } = await rebuild({
      database: { pool },
      streamType,
      mode: 'compare',
    });
    rebuilt.push({ streamType: streamType.name, streams: count, drifted });
  }
  return { events: events.rows, streams: streams.rows, parked: parked.rows, rebuilt };
}

/** Baskets' register of payment statuses. */
export async function registerRows({ pool }: Pick<Database, 'pool'>): Promise<RegisterRow[]> {
  const { rows } = await pool.query<RegisterRow>(
    `select payment_id as "paymentId", version::int as version, status from payment_register`,
  );
  return rows;
}
