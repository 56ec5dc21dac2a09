import type { Database } from '@nordgate/event-store';
import type { DomainEvent } from '@nordgate/decider';

const insert = `
insert into es.event (stream_id, version, type, schema_version, data, meta)
values ($1, $2, $3, 1, $4, $5)`;

/** Lets something happen in another service: a row in its event table, and the ring for readers. */
export async function appendForeign(
  owner: Database,
  stream: string,
  version: number,
  { type, data }: DomainEvent,
): Promise<void> {
  const meta = { commandId: `${stream}/${String(version)}`, actor: 'psu', requestedAt: '' };
  await owner.pool.query(insert, [stream, version, type, data, meta]);
  owner.appended.notify();
}
