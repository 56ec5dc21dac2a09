import type { ProcessBus } from '@nordgate/service/process';
import { tamperedDatabase } from './tampered-pool.js';
import type { Intercept } from './tampered-pool.js';
import { otherwise } from './tamper.js';

const behind = `
select pg_current_snapshot()::text as cur, e.tx::text as tx, e.position, e.id, e.stream_id,
       e.version, e.type, e.schema_version, e.at, e.data::text as json, e.meta
  from (select) one left join lateral (
         select * from es.event where position > $1 order by position limit $2) e on true
 order by e.position`;

const newest = 'select coalesce(max(position), 0) as position from es.event';

/**
 * The relay reads `position > last`, as if positions became visible in their order: an event whose
 * transaction commits after that of a later position is never seen.
 */
export function positionReader(bus: ProcessBus): ProcessBus {
  return otherwise(bus, {
    publishEvents: (topic, database, types) => {
      const intercepts = byPosition();
      bus.publishEvents(topic, tamperedDatabase(database, intercepts), types);
    },
  });
}

function byPosition(): Readonly<Record<string, Intercept>> {
  let last: unknown;
  let read: unknown;
  return {
    'es.read_window': async ({ values }, run) => {
      last ??= (await run({ name: 'planted.newest', text: newest, values: [] }))[0]?.['position'];
      const limit = values[4];
      const rows = await run({ name: 'planted.behind', text: behind, values: [last, limit] });
      read = rows.at(-1)?.['position'] ?? last;
      return rows;
    },
    'es.save_checkpoint': async (statement, run) => {
      last = read ?? last;
      await run(statement);
      return [{}];
    },
  };
}
