import { ObjectMissingError } from '../export/object-store.js';
import type { ObjectStore } from '../export/object-store.js';
import type { Queryable } from '../read/checkpoint.js';
import { InfrastructureError } from '../sql/store-errors.js';
import type { StoredEvent } from '../write/stored-event.js';
import { DamagedArchiveError, readArchiveFile } from './archive-file.js';
import type { ReadArchiveFile } from './archive-file.js';

/** A file of the archive as the database notes it. */
export interface NotedFile {
  readonly number: number;
  readonly streamType: string;
  /** `YYYY-MM`. */
  readonly month: string;
  readonly object: string;
  /** Null when the month of the file is over. */
  readonly key: Buffer | null;
}

/** So many files stay in memory: readers of one stream often come back to it, and a file has hundreds of streams. */
const keptMax = 4;

/**
 * The files of the archive of a service. `source` is read for each file, because the store may have a new key.
 */
export class EventArchive {
  /** By the name of the object, the last used one last. */
  readonly #kept = new Map<string, Promise<ReadArchiveFile>>();

  constructor(private readonly source: { readonly value: ObjectStore }) {}

  get store(): ObjectStore {
    return this.source.value;
  }

  /**
   * Reads a file, or takes it from memory.
   *
   * @throws DamagedArchiveError for a file that is missing, not as it was written, or without its key; InfrastructureError when the
   *   store does not answer
   */
  async file({ object, key }: Pick<NotedFile, 'object' | 'key'>): Promise<ReadArchiveFile> {
    const known = this.#kept.get(object);
    this.#kept.delete(object);
    const reading = known ?? this.#read(object, key);
    this.#kept.set(object, reading);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > keptMax && oldest !== undefined) this.#kept.delete(oldest);
    try {
      return await reading;
    } catch (error) {
      this.#kept.delete(object);
      throw error;
    }
  }

  /** Nobody may read a file from memory whose key is gone. */
  forget(): void {
    this.#kept.clear();
  }

  async #read(object: string, key: Buffer | null): Promise<ReadArchiveFile> {
    if (key === null) throw new DamagedArchiveError(`the key of ${object} is gone`);
    return readArchiveFile(object, await readObject(this.store, object), key);
  }
}

async function readObject(store: ObjectStore, object: string): Promise<Buffer> {
  try {
    return await store.get(object);
  } catch (cause) {
    if (cause instanceof ObjectMissingError) {
      throw new DamagedArchiveError(`${object} is missing`, { cause });
    }
    throw new InfrastructureError(`the archive does not answer: ${String(cause)}`, { cause });
  }
}

/** Events of a stream are in the archive, and this process does not have it. */
export class ArchiveAbsentError extends Error {
  override readonly name = 'ArchiveAbsentError';

  constructor(what: string) {
    super(`${what} is in the archive: set ARCHIVE_STORE_FILE`);
  }
}

const columns = `a.number, a.stream_type as "streamType", to_char(a.month, 'YYYY-MM') as month, a.object, m.key`;

const fileOfStream = {
  name: 'es.archive_of',
  text: `
select ${columns} from es.stream s
  join es.archive a on a.number = s.archive
  join es.archive_month m on m.stream_type = a.stream_type and m.month = a.month
 where s.stream_id = $1`,
};

/**
 * The events of a stream that are in the archive, in the form in which they were stored; none for a stream that was never
 * archived.
 *
 * @throws ArchiveAbsentError without an archive; DamagedArchiveError and InfrastructureError as `EventArchive.file`; errors of
 *   the driver
 */
export async function archivedEvents(
  pool: Queryable,
  archive: EventArchive | undefined,
  streamId: string,
): Promise<readonly StoredEvent[]> {
  const { rows } = await pool.query<NotedFile>({ ...fileOfStream, values: [streamId] });
  const [noted] = rows;
  if (noted === undefined) return [];
  return (await archiveFor(archive, streamId).file(noted)).stream(streamId).events;
}

const filesBehind = `
select ${columns} from es.archive a join es.archive_month m using (stream_type, month)
 where a.number > $1 and ($2::text[] is null or a.stream_type = any ($2)) and m.key is not null
 order by a.number limit 1`;

/** The first file behind a number, of some types of streams or of all; undefined behind the last one. Throws errors of the driver. */
export async function fileBehind(
  pool: Queryable,
  number: number,
  streamTypes?: readonly string[],
): Promise<NotedFile | undefined> {
  const { rows } = await pool.query<NotedFile>(filesBehind, [number, streamTypes ?? null]);
  return rows[0];
}

const streamsOfFile = `
select stream_id as "streamId" from es.stream where stream_id = any ($1) and archive = $2`;

/**
 * The streams whose events are in a file, with these events. A file may have more streams: some of them were written or deleted
 * meanwhile. Throws as `EventArchive.file`, and errors of the driver.
 */
export async function streamsIn(
  pool: Queryable,
  archive: EventArchive,
  noted: NotedFile,
): Promise<readonly { readonly streamId: string; readonly events: readonly StoredEvent[] }[]> {
  const file = await archive.file(noted);
  const values = [file.streamIds, noted.number];
  const { rows } = await pool.query<{ streamId: string }>(streamsOfFile, values);
  return rows.map(({ streamId }) => file.stream(streamId));
}

const countsByType = `
select stream_type as "streamType", count(*)::int as streams
  from es.stream where archive is not null and stream_type = any ($1) group by stream_type`;

/** How many streams of each of these types are in the archive. It reads the table of streams. Throws errors of the driver. */
export async function archivedCounts(
  pool: Queryable,
  streamTypes: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await pool.query<{ streamType: string; streams: number }>(countsByType, [
    streamTypes,
  ]);
  return new Map(rows.map(({ streamType, streams }) => [streamType, streams]));
}

/** The archive of a database that has files. Throws ArchiveAbsentError without one. */
export function archiveFor(archive: EventArchive | undefined, what: string): EventArchive {
  if (archive === undefined) throw new ArchiveAbsentError(what);
  return archive;
}
