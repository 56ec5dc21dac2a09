import { randomBytes } from 'node:crypto';
import type { AnyStreamType } from '@nordgate/decider';
import type { Pool, PoolClient } from 'pg';
import {
  deleteEvents,
  histories,
  lockCheckpoints,
  lockStreams,
} from '../retention/delete-streams.js';
import { endedPage } from '../retention/ended-streams.js';
import type { EndedPage, EndedStream, Retention } from '../retention/ended-streams.js';
import { forgetCommands } from '../retention/forget-commands.js';
import type { LeavingEvent } from '../retention/forget-commands.js';
import { fingerprintOf } from '../retention/fingerprint.js';
import { retentionsOf } from '../retention/retain.js';
import type { Database } from '../sql/database.js';
import { inTransaction } from '../sql/in-transaction.js';
import { stateAfter } from '../write/stored-event.js';
import { toStoredText } from '../write/stored-text.js';
import type { EventTextRow } from '../write/stored-text.js';
import { partStateVersion } from '../write/stream-types.js';
import { archiveFileOf, DamagedArchiveError, keyBytes, readArchiveFile } from './archive-file.js';
import type { ArchiveFile, ArchivePlace, WholeStream } from './archive-file.js';
import type { EventArchive } from './event-archive.js';

/** What leaves the database of a service, and for which archive. */
export interface ArchiveOptions {
  readonly database: Pick<Database, 'pool'>;
  readonly archive: EventArchive;
  /** The name of the service: a part of the names of its files. */
  readonly service: string;
  readonly streams: readonly AnyStreamType[];
  /** Months after the last event by the name of the stream type. Streams of all other types stay. */
  readonly months: Readonly<Record<string, number>>;
  /** Months after which streams are deleted, by the name of their type: later ones than those of the archive. */
  readonly retention: Readonly<Record<string, number>>;
  /** Streams of one file. Default 500. */
  readonly fileMax?: number;
  /** Told before each step of each file. What it throws ends the sweep there. */
  readonly onStep?: (step: ArchiveStep) => void | Promise<void>;
  /** Told after each file. */
  readonly onArchived?: (streamType: string, count: number) => void;
}

export type ArchiveStep = 'write' | 'check' | 'lock' | 'commit' | 'committed';

/** What one sweep did with the streams of a type. */
export interface ArchiveCount {
  readonly streamType: string;
  readonly archived: number;
  /** Old and ended, but a checkpoint or a parked message holds them back. */
  readonly heldBack: number;
}

/**
 * Moves the events of every stream that has ended, is old enough and has been read by everybody into the archive (ADR 69). A file is in
 * the store, and was read back from there, before the events are deleted, in one transaction that notes the file: a kill anywhere loses
 * nothing, and leaves at most a file that no stream names. The row of the stream stays, with its whole state. Call it in one replica at a
 * time. It ends early when the signal aborts.
 *
 * @returns counts per stream type
 * @throws as `archivablesOf`; errors of the store and of the driver. What was archived
 *   before stays archived
 */
export async function archiveEnded(
  options: ArchiveOptions,
  signal: AbortSignal,
): Promise<readonly ArchiveCount[]> {
  const counts: ArchiveCount[] = [];
  for (const retention of archivablesOf(options)) {
    const streamType = retention.streamType.name;
    const months = new MonthsOfStreams(options, streamType);
    let heldBack = 0;
    for (let after: string | undefined = ''; after !== undefined && !signal.aborted;) {
      const page: EndedPage = await endedPage(options.database.pool, retention, after);
      heldBack += page.heldBack;
      for (const stream of page.deletable) if (!signal.aborted) await months.take(stream);
      after = page.last;
    }
    if (!signal.aborted) await months.end();
    counts.push({ streamType, archived: months.archived, heldBack });
  }
  return counts;
}

/**
 * The types that are archived. Throws for one that is never deleted or not deleted later, and for one whose streams may be
 * forgotten: a file forgets nothing.
 */
export function archivablesOf({
  streams,
  months,
  retention,
}: Pick<ArchiveOptions, 'streams' | 'months' | 'retention'>): readonly Retention[] {
  return retentionsOf({ streams, months }).map((one) => {
    const { name, forgottenBy } = one.streamType;
    if (forgottenBy !== undefined) throw new Error(`${name} streams may be forgotten`);
    const deletedAfter = retention[name] ?? 0;
    if (deletedAfter <= one.months) throw new Error(`${name} streams are deleted first`);
    return one;
  });
}

/** Collects streams of one type by their month, until a file is full: all streams of a file may be deleted at the same time. */
class MonthsOfStreams {
  archived = 0;
  readonly #waiting = new Map<string, EndedStream[]>();

  constructor(
    private readonly options: ArchiveOptions,
    private readonly streamType: string,
  ) {}

  async take(stream: EndedStream): Promise<void> {
    const { fileMax = 500 } = this.options;
    const waiting = [...(this.#waiting.get(stream.month) ?? []), stream];
    this.#waiting.set(stream.month, waiting);
    if (waiting.length >= fileMax) await this.#write(stream.month);
  }

  async end(): Promise<void> {
    for (const month of this.#waiting.keys()) await this.#write(month);
  }

  async #write(month: string): Promise<void> {
    const { service, onArchived } = this.options;
    const { streamType } = this;
    const streams = this.#waiting.get(month) ?? [];
    this.#waiting.delete(month);
    const count = await archiveStreams(this.options, { service, streamType, month }, streams);
    this.archived += count;
    if (count > 0) onArchived?.(streamType, count);
  }
}

/** Writes one file. @returns how many of the streams it has archived: those that changed meanwhile stay */
async function archiveStreams(
  {
    database: { pool },
    archive,
    retention,
    streams: types,
    onStep = () => undefined,
  }: ArchiveOptions,
  place: ArchivePlace,
  streams: readonly EndedStream[],
): Promise<number> {
  const type = types.find(({ name }) => name === place.streamType);
  const writing = await writingOf(pool, place, retention[place.streamType]);
  if (writing === undefined) return 0;
  const { key, day } = writing;
  const whole = await wholeStreams(pool, streams);
  if (whole.length === 0) return 0;
  const file = await archiveFileOf(place, whole, { key, day });
  await onStep('write');
  await archive.store.put(file.name, file.bytes);
  await onStep('check');
  await checkWritten(archive, file, { key, whole });
  await onStep('lock');
  const count = await inTransaction(pool, async (client) => {
    const moved = await moveEvents(client, place, { file, key, whole });
    if (type?.kept !== undefined) await makeViewsWhole(client, type, whole);
    await onStep('commit');
    return moved;
  });
  await onStep('committed');
  return count;
}

/** Streams of a month that is over are about to be deleted. */
const makeKey = `
insert into es.archive_month (stream_type, month, key)
select $1, m.month, $3 from (select ($2 || '-01')::date as month) m
 where (m.month + interval '1 month') at time zone 'UTC' > clock_timestamp() - make_interval(months => $4)
on conflict do nothing`;
const readKey = `
select key, to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD') as day
  from es.archive_month where stream_type = $1 and month = ($2 || '-01')::date and key is not null`;

interface Writing {
  readonly key: Buffer;
  readonly day: string;
}

/** The key of a month, which is made for its first file, and the day of today by the clock of the database; undefined for a month that is over. */
async function writingOf(
  pool: Pool,
  { streamType, month }: ArchivePlace,
  retention: number | undefined,
): Promise<Writing | undefined> {
  await pool.query(makeKey, [streamType, month, randomBytes(keyBytes), retention]);
  return (await pool.query<Writing>(readKey, [streamType, month])).rows[0];
}

/** The streams that still are as they were found, with their events. */
async function wholeStreams(
  pool: Pool,
  streams: readonly EndedStream[],
): Promise<readonly WholeStream[]> {
  const { rows } = await pool.query<EventTextRow>(histories, [streams.map((one) => one.streamId)]);
  const byStream = Map.groupBy(rows, (row) => row.stream_id);
  return streams.flatMap(({ streamId, version }) => {
    const own = byStream.get(streamId) ?? [];
    // No event is missing: a stream that has more was written meanwhile, and one that has less was never whole.
    const isWhole =
      own.length === version && own.every((row, at) => Number(row.version) === at + 1);
    if (!isWhole) return [];
    return [{ streamId, fingerprint: fingerprintOf(own), events: own.map(toStoredText) }];
  });
}

/** Reads the file back as every later reader does. Throws DamagedArchiveError when anything differs. */
async function checkWritten(
  archive: EventArchive,
  { name, bytes }: ArchiveFile,
  { key, whole }: { readonly key: Buffer; readonly whole: readonly WholeStream[] },
): Promise<void> {
  const stored = await archive.store.get(name);
  const file = await readArchiveFile(name, stored, key);
  const lacks = whole.find(({ streamId, fingerprint, events }) => {
    const found = file.stream(streamId);
    return found.fingerprint !== fingerprint || found.events.length !== events.length;
  });
  if (lacks !== undefined || !stored.equals(bytes)) {
    throw new DamagedArchiveError(`${name} is not in the store as it was written`);
  }
}

/** The lock keeps the key: a month is not ended while a file is noted. */
const noteFile = `
insert into es.archive (stream_type, month, object, streams, events, bytes)
select m.stream_type, m.month, $3, $4, $5, $6 from es.archive_month m
 where m.stream_type = $1 and m.month = ($2 || '-01')::date and m.key = $7 for share
returning number`;
const nameFile = 'update es.stream set archive = $2 where stream_id = any ($1)';
/** A view that has a part of the state gets all of it: nobody needs the archive for a state. */
const wholeViews = `
update es.stream s set state_version = $3, state = w.state::jsonb
  from unnest($1::text[], $2::text[]) w (id, state)
 where s.stream_id = w.id and s.archive is not null and s.state_version = ${String(partStateVersion)}`;

/** In the transaction of the caller. @returns how many streams are in the file now, and no longer in the table of events */
async function moveEvents(
  client: PoolClient,
  { streamType, month }: ArchivePlace,
  {
    file,
    key,
    whole,
  }: {
    readonly file: ArchiveFile;
    readonly key: Buffer;
    readonly whole: readonly WholeStream[];
  },
): Promise<number> {
  await client.query(lockCheckpoints);
  const locked = await client.query<{ streamId: string }>(lockStreams, [
    whole.map(({ streamId }) => streamId),
    whole.map(({ events }) => events.length),
  ]);
  const ids = locked.rows.map(({ streamId }) => streamId);
  if (ids.length === 0) return 0;
  await forgetCommands(client, commandsOf(whole, new Set(ids)));
  const { rowCount: events } = await client.query(deleteEvents, [ids]);
  const { rows } = await client.query<{ number: number }>(noteFile, [
    streamType,
    month,
    file.name,
    ids.length,
    events,
    file.bytes.length,
    key,
  ]);
  if (rows.length === 0) throw new Error(`the key of ${file.name} is gone`);
  await client.query(nameFile, [ids, rows[0]?.number]);
  return ids.length;
}

function commandsOf(
  whole: readonly WholeStream[],
  ids: ReadonlySet<string>,
): readonly LeavingEvent[] {
  return whole
    .filter(({ streamId }) => ids.has(streamId))
    .flatMap(({ streamId, events }) =>
      events.map(({ meta: { commandId } }) => ({ streamId, commandId })),
    );
}

async function makeViewsWhole(
  client: PoolClient,
  type: AnyStreamType,
  whole: readonly WholeStream[],
): Promise<void> {
  await client.query(wholeViews, [
    whole.map(({ streamId }) => streamId),
    whole.map(({ events }) => JSON.stringify(stateAfter(type, events))),
    type.stateVersion,
  ]);
}
