import { exportReader, lackingParts, readerLag } from '@nordgate/event-store';
import type { Database, ObjectStore } from '@nordgate/event-store';
import type { EndedRecords } from '@nordgate/messaging/kafka';
import type { Log } from '@nordgate/telemetry';
import type { Current } from '../secrets/secret-watch.js';

/** The topics of a service, and when their records end. */
export interface TopicEnds {
  readonly service: string;
  readonly database: Pick<Database, 'pool'>;
  readonly store: Current<ObjectStore>;
  /** The topic of its events, and the one of its commands with the group that reads them. */
  readonly topics: readonly Pick<EndedRecords, 'topic' | 'group'>[];
  /** So many days a record stays at least. */
  readonly days: number;
  /** @returns how many records were dropped */
  readonly drop: (ended: EndedRecords) => Promise<number>;
  readonly log: Log;
}

/** The store lacks what was exported to it. So the topic may be the only copy beside the database. */
export class ExportLacksPartsError extends Error {
  override readonly name = 'ExportLacksPartsError';
}

const restDefaultMs = 6 * 3600 * 1000;
const dayMs = 24 * 3600 * 1000;

/**
 * What lets the topics of a service drop old records, after an export. A failure is logged and tried again after the rest: the
 * topics keep their records until then, and the export goes on.
 *
 * @param restMs between two looks. Default six hours
 */
export function endingTopics(ends: TopicEnds, restMs = restDefaultMs): () => Promise<void> {
  let lookedAt = -Infinity;
  return async () => {
    const now = performance.now();
    if (now - lookedAt < restMs) return;
    lookedAt = now;
    try {
      await dropEnded(ends);
    } catch (err) {
      ends.log.error({ err }, 'the topics keep their old records');
    }
  };
}

/**
 * Drops the records of the service that are older than the days and that are exported (docs/adr/0068). A record is written
 * after its event was appended. So what was written before the oldest event that waits for the export is exported. A day is
 * kept in hand, because the clocks of the database and of the publisher may differ.
 *
 * @throws ExportLacksPartsError when the store has lost a part: then nothing is dropped. Errors of the store, of the driver
 *   and of the brokers pass through
 */
export async function dropEnded(ends: TopicEnds): Promise<void> {
  const { database, days, drop, log, service, store, topics } = ends;
  const before = await endOf(database, days);
  const lacking = await lackingParts(database.pool, store.value, service);
  if (lacking.length > 0) {
    const numbers = lacking.slice(0, shownMax).join(', ');
    throw new ExportLacksPartsError(`the export of ${service} lacks parts: ${numbers}`);
  }
  for (const owned of topics) {
    const records = await drop({ ...owned, before });
    if (records === 0) continue;
    log.info({ topic: owned.topic, records, before }, 'the topic dropped old records');
  }
}

/** The time before which records end, by the clock of the database. */
async function endOf({ pool }: Pick<Database, 'pool'>, days: number): Promise<Date> {
  const { seconds } = await readerLag(pool, { name: exportReader });
  const ageMs = Math.max(days * dayMs, seconds * 1000 + dayMs);
  const { rows } = await pool.query<{ before: Date }>(
    `select clock_timestamp() - $1::float8 * interval '1 millisecond' as before`,
    [ageMs],
  );
  const [row] = rows;
  if (row === undefined) throw new Error('the database did not answer');
  return row.before;
}

const shownMax = 20;
