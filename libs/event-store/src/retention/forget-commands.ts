import type { PoolClient } from 'pg';
import { wholeMeta } from '../write/short-meta.js';
import type { EventTextRow } from '../write/stored-text.js';

/** An event that leaves the table of events, and the command that caused it. */
export interface LeavingEvent {
  readonly streamId: string;
  readonly commandId: string;
}

/** The owners of ids are few and the first column of the key: each is one look into the index. */
const deleteIds = `
with recursive owner (consumer) as (
  (select i.consumer from es.inbox i order by i.consumer limit 1)
   union all
  select (select i.consumer from es.inbox i where i.consumer > o.consumer order by i.consumer limit 1)
    from owner o where o.consumer is not null)
delete from es.inbox i using owner o, unnest($1::text[], $2::text[]) gone (stream_id, message_id)
 where i.consumer = o.consumer and i.stream_id = gone.stream_id
   and i.message_id = any (es.inbox_keys(gone.message_id))`;

/**
 * Deletes the ids of the commands that caused these events, in the transaction in which the events leave (ADR 83). A repeat that
 * is so late meets a stream that has ended, a tombstone, or a state that has it. Errors of the driver pass through.
 */
export async function forgetCommands(
  client: Pick<PoolClient, 'query'>,
  events: readonly LeavingEvent[],
): Promise<void> {
  if (events.length === 0) return;
  const streams = events.map(({ streamId }) => streamId);
  await client.query(deleteIds, [streams, events.map(({ commandId }) => commandId)]);
}

/** The events of rows as they are stored. */
export function leavingEvents(
  rows: readonly Pick<EventTextRow, 'stream_id' | 'meta'>[],
): readonly LeavingEvent[] {
  return rows.map(({ stream_id: streamId, meta }) => ({
    streamId,
    commandId: wholeMeta(streamId, meta, () => undefined).commandId,
  }));
}

/** SQL: the metadata of an event `e` may name a command of the inbox. One that another event caused is never there. */
export const mayBeInInbox = `e.meta::text not like '{"i":"%>"%'`;
