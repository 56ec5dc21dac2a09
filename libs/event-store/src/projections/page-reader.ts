import { inTransaction } from '../sql/in-transaction.js';
import type { Database } from '../sql/database.js';
import { appendFailureOf } from '../sql/store-errors.js';
import type { Queryable } from '../read/checkpoint.js';
import { openReader } from '../read/snapshot-delta-reader.js';
import type { Page, Reader } from '../read/snapshot-delta-reader.js';
import { upcastStored } from '../write/stored-event.js';
import type { StoredEvent } from '../write/stored-event.js';
import type { StreamTypes } from '../write/stream-types.js';
import { UnprojectableEventError } from './projection.js';
import type { Projection, RowChange } from './projection.js';
import { writeRows } from './projection-table.js';
import type { ProjectionTable, TableSchema } from './projection-table.js';

/** A projection with what it reads and where it writes. */
export interface ProjectionWork {
  readonly database: Database;
  readonly types: StreamTypes;
  readonly projection: Projection;
  readonly table: ProjectionTable;
}

/** What a projection reads of an event. */
export type ProjectedEvent = Pick<
  StoredEvent,
  'streamId' | 'version' | 'type' | 'schemaVersion' | 'data' | 'at'
>;

/** The changes of some events, in their order. Throws UnprojectableEventError. */
export function changesOf(
  { projection, types }: Pick<ProjectionWork, 'projection' | 'types'>,
  events: readonly ProjectedEvent[],
): RowChange<object>[] {
  return events.flatMap((stored) => {
    try {
      const {
        streamId: stream,
        version,
        type,
        data,
        at,
      } = upcastStored(types.of(stored.streamId), stored);
      return projection.rowsOf({ stream, version, event: { type, data }, at });
    } catch (cause) {
      throw unprojectable(`${stored.type} (${stored.streamId}, version ${stored.version})`, cause);
    }
  });
}

/** Writes a page and its checkpoint on one connection, in the transaction that the caller has open. */
export async function writePage(
  client: Queryable,
  { work, schema, page }: { work: ProjectionWork; schema: TableSchema; page: Page },
): Promise<void> {
  const { events } = page;
  const changes = changesOf(work, events);
  // The checkpoint first: its row is the lock that a swap takes before it locks the table.
  await page.done(client);
  await writeChanges(client, { work, schema, changes, events });
}

/** The changes of some events, and where they are written. */
interface Change {
  readonly work: ProjectionWork;
  readonly schema: TableSchema;
  readonly changes: readonly RowChange<object>[];
  readonly events: readonly ProjectedEvent[];
}

/** Writes the last change per key. Throws UnprojectableEventError for rows that the table does not take. */
export async function writeChanges(
  client: Queryable,
  { work, schema, changes, events }: Change,
): Promise<void> {
  await writeRows(client, schema, work.table, changes).catch((cause: unknown) => {
    if (appendFailureOf(cause) !== 'data') throw cause;
    const [first, last] = [events[0], events.at(-1)];
    const from = `${String(first?.streamId)} version ${String(first?.version)}`;
    throw unprojectable(`rows of ${from} to ${String(last?.streamId)}`, cause);
  });
}

/**
 * Reads pages whose `done` writes rows and checkpoint in one transaction, so every event has its effect
 * exactly once. After a failure the next read starts from the checkpoint in the database.
 */
export async function openPages(
  work: ProjectionWork,
  name: string,
  schema: TableSchema,
): Promise<Reader> {
  const { database, projection } = work;
  const { eventTypes } = projection;
  const open = () => openReader({ database, name, eventTypes });
  let reader: Reader | undefined = await open();
  return {
    name,
    onAppend: (listener) => database.appended.onAppend(listener, eventTypes),
    read: async (limit) => {
      reader ??= await open();
      const page = await reader.read(limit);
      const write = (client: Queryable) => writePage(client, { work, schema, page });
      const done = () =>
        inTransaction(database.pool, write).catch((error: unknown) => {
          // Whether a failed commit has happened is known to the database only.
          reader = undefined;
          throw error;
        });
      return page.events.length === 0 ? page : { ...page, done };
    },
  };
}

function unprojectable(what: string, cause: unknown): UnprojectableEventError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new UnprojectableEventError(`${what} cannot be projected: ${reason}`, { cause });
}
