import type { Queryable } from '../read/checkpoint.js';

/** How large a sample is, and into how many ranges a table is cut. */
export interface SampleSize {
  /** Pages of the table that a sample reads; smaller tables are read as a whole. Default 500. */
  readonly blocks?: number;
  /** Ranges of a table. Default 32. */
  readonly ranges?: number;
  /** Rows below which a range is not cut again: those of a page, as each range is read by pages. Default 1. */
  readonly rangeRows?: number;
}

const blocksDefault = 500;
/** Several for each reader, so that the readers end at about the same time. */
const rangesDefault = 32;

/** The rows whose streams are cut into ranges. */
export interface Sampled {
  readonly table: 'es.event' | 'es.stream';
  /** Which rows are read, as SQL with $1. */
  readonly isRead: string;
  readonly value: unknown;
}

/** What a sample tells about a table. */
export interface StreamSample {
  /** About how many rows the table has. */
  readonly rows: number;
  /** About how many of them are read. */
  readonly read: number;
  /** The ids of streams between ranges with about as many rows that are read, in the order of the database. */
  readonly bounds: readonly string[];
}

interface SampledRow {
  readonly streamId: string;
  readonly isRead: boolean;
}

/** Samples a table: pages, because a sample of rows would read every page. Throws errors of the driver. */
export async function sampleStreams(
  client: Queryable,
  { table, isRead, value }: Sampled,
  { blocks = blocksDefault, ranges = rangesDefault, rangeRows = 1 }: SampleSize = {},
): Promise<StreamSample> {
  const size = await client.query<{ blocks: number }>(
    `select pg_relation_size('${table}')::float8 / 8192 as blocks`,
  );
  const share = Math.min(1, blocks / Math.max(1, size.rows[0]?.blocks ?? 0));
  const some = share === 1 ? '' : ` tablesample system (${(100 * share).toFixed(6)})`;
  const { rows } = await client.query<SampledRow>(
    `select stream_id as "streamId", ${isRead} as "isRead" from ${table}${some} order by stream_id`,
    [value],
  );
  const sampled = rows.filter((row) => row.isRead);
  const read = Math.round(sampled.length / share);
  const count = Math.max(1, Math.min(ranges, Math.ceil(read / rangeRows)));
  const places = Array.from({ length: count - 1 }, (_, n) =>
    Math.floor(((n + 1) * sampled.length) / count),
  );
  return {
    rows: Math.round(rows.length / share),
    read,
    bounds: [...new Set(places.flatMap((place) => sampled[place]?.streamId ?? []))],
  };
}

/** Runs work for each of some ranges, several at the same time. The first error ends all. Throws it, or the signal's reason. */
export async function eachOfRanges<Range>(
  ranges: readonly Range[],
  readers: number,
  signal: AbortSignal,
  work: (range: Range, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const left = [...ranges];
  const failed = new AbortController();
  const ending = AbortSignal.any([signal, failed.signal]);
  const read = async () => {
    for (let range = left.shift(); range !== undefined; range = left.shift()) {
      await work(range, ending);
    }
  };
  const reading = Array.from({ length: readers }, () =>
    read().catch((error: unknown) => failed.abort(error)),
  );
  await Promise.all(reading);
  ending.throwIfAborted();
}

/** Ranges that are read at the same time: they keep Node.js busy while PostgreSQL works. */
export const readersDefault = 4;

/** Readers of ranges that leave half of the pool to the service. A pool without a known size has one reader. */
export function readersOf(
  wanted: number,
  { options }: { readonly options?: { readonly max?: number } },
): number {
  return Math.max(1, Math.min(wanted, Math.floor((options?.max ?? 2) / 2)));
}
