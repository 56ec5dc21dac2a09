import type { PoolClient } from 'pg';
import { archiveFor, fileBehind, streamsIn } from '../archive/event-archive.js';
import { StaleReaderError } from '../read/checkpoint.js';
import { inTransaction } from '../sql/in-transaction.js';
import { changesOf, writeChanges } from './page-reader.js';
import type { ProjectedEvent, ProjectionWork } from './page-reader.js';
import { saveArchived, saveStep } from './rebuild-plan.js';
import type { EventRange, RangeStep, RebuildPlan } from './rebuild-plan.js';
import { eachOfRanges } from './stream-ranges.js';

/** How to fill a shadow table by ranges. */
export interface RangeFill extends ProjectionWork {
  readonly plan: RebuildPlan;
  /** Ranges that are read at the same time. */
  readonly readers: number;
  /** Events that a page looks at. */
  readonly rangePage: number;
  /** Called before each page. What it throws ends the fill there. */
  readonly onStep: (step: 'file' | 'range') => void | Promise<void>;
  /** Called after each page. */
  readonly onPage: () => void;
}

/** Most bytes of the data of one page: each reader holds one, with its rows. */
const pageBytesMax = 4 * 1024 * 1024;

/**
 * The fence against a release without ranges: it locks the row for update before it begins with an empty table. Readers
 * share the lock.
 */
const lockShadow = `
select from es.projection where name = $1 and shadow_version = $2 for key share`;

/** Runs a page in a transaction that the shadow table of this rebuild outlives. */
async function onShadow(
  { database, projection: { name, version } }: RangeFill,
  write: (client: PoolClient) => Promise<void>,
): Promise<void> {
  await inTransaction(database.pool, async (client) => {
    const { rowCount } = await client.query(lockShadow, [name, -version]);
    if (rowCount !== 1) throw new StaleReaderError(`${name} is rebuilt by another process`);
    await write(client);
  });
}

/**
 * Writes the rows of archived streams: the table may have later events of such a stream. No stream is archived during a
 * rebuild. @returns how many events were read
 */
export async function fillFromArchive(fill: RangeFill, signal: AbortSignal): Promise<number> {
  const { database, projection, types, plan } = fill;
  const read = types.withEvents(projection.eventTypes);
  let events = 0;
  for (let number = plan.archived; ;) {
    signal.throwIfAborted();
    const file = await fileBehind(database.pool, number, read);
    if (file === undefined) return events;
    await fill.onStep('file');
    const archive = archiveFor(database.archive, `a part of what ${projection.name} reads`);
    const whole = await streamsIn(database.pool, archive, file);
    const own = whole
      .flatMap((stream) => stream.events)
      .filter(({ type }) => projection.eventTypes.includes(type));
    const changes = changesOf(fill, own);
    const before = { plan: plan.plan, archived: number };
    await onShadow(fill, async (client) => {
      await saveArchived(client, before, file.number);
      await writeChanges(client, { work: fill, schema: 'shadow', changes, events: own });
    });
    events += own.length;
    number = file.number;
  }
}

/**
 * Reads the ranges that are left, several at the same time. Rows of different streams have different keys, so no two ranges
 * write the same row. @returns how many events were read
 */
export async function fillRanges(fill: RangeFill, signal: AbortSignal): Promise<number> {
  let events = 0;
  await eachOfRanges(fill.plan.ranges, fill.readers, signal, async (range, ending) => {
    for (let place: EventRange | undefined = range; place !== undefined;) {
      ending.throwIfAborted();
      await fill.onStep('range');
      const page: FilledPage = await fillPage(fill, place);
      fill.onPage();
      events += page.events;
      place = page.next;
    }
  });
  return events;
}

/** Without the columns that no projection reads: they are most of the work of the driver. */
const readPage = {
  name: 'es.rebuild_page',
  text: `
select e.stream_id, e.version, e.type, e.schema_version, e.at, e.data::text as json, e.position as looked
  from es.rebuild_page($1::pg_snapshot, $2, $3, $4, $5, $6, $7) e`,
};

interface PageRow {
  readonly stream_id: string;
  readonly version: string;
  /** Null in the row of the place. */
  readonly type: string | null;
  readonly schema_version: number;
  readonly at: Date;
  readonly json: string;
  readonly looked: string;
}

interface FilledPage {
  readonly events: number;
  /** The range behind the page; undefined when it is done. */
  readonly next: EventRange | undefined;
}

async function fillPage(fill: RangeFill, range: EventRange): Promise<FilledPage> {
  const { plan, projection, rangePage } = fill;
  const place = [range.streamId, range.version, range.until];
  const values = [plan.snapshot, ...place, rangePage, projection.eventTypes, pageBytesMax];
  const { rows } = await fill.database.pool.query<PageRow>({ ...readPage, values });
  const last = rows.pop();
  const events = rows.map(eventOf);
  const changes = changesOf(fill, events);
  const step: RangeStep =
    last === undefined
      ? { streamId: range.streamId, version: range.version, read: 0, isDone: true }
      : {
          streamId: last.stream_id,
          version: Number(last.version),
          read: Number(last.looked),
          isDone: false,
        };
  await onShadow(fill, async (client) => {
    await saveStep(client, plan.plan, range, step);
    await writeChanges(client, { work: fill, schema: 'shadow', changes, events });
  });
  const next = step.isDone ? undefined : { ...range, ...step };
  return { events: events.length, next };
}

const eventOf = ({
  stream_id,
  version,
  type,
  schema_version,
  at,
  json,
}: PageRow): ProjectedEvent => ({
  streamId: stream_id,
  version: Number(version),
  type: type ?? '',
  schemaVersion: schema_version,
  at: at.toISOString(),
  data: JSON.parse(json) as unknown,
});
