import type { AnyStreamType } from '@nordgate/decider';
import type { Pool } from 'pg';
import type { Database } from '../sql/database.js';
import { deletedHistories } from './deleted-histories.js';
import { duePass, notePartObject, notePass, partsBetween } from './export-pass.js';
import type { ExportPass, NotedPart } from './export-pass.js';
import { DamagedPartError, readLines, rewrittenPart } from './export-part.js';
import type { PartLines } from './export-part.js';
import type { ObjectStore } from './object-store.js';
import { ExportListing } from './read-export.js';
import type { ListedPart } from './read-export.js';
import { oldestIn, streamsIn, withoutDeleted } from './rewrite-part.js';
import type { Remainder } from './rewrite-part.js';

/** An export that follows the deletions of its database. */
export interface RewriteOptions {
  readonly database: Pick<Database, 'pool'>;
  readonly service: string;
  readonly store: ObjectStore;
  readonly streams: readonly AnyStreamType[];
  /** Months after which streams are deleted, by the name of their type. */
  readonly months: Readonly<Record<string, number>>;
  /** Told before each step of each part. What it throws ends the pass there. */
  readonly onStep?: (step: RewriteStep) => void | Promise<void>;
  /** Told after each part that was rewritten: how many events were left out. */
  readonly onRewritten?: (events: number) => void;
  /** Told now and then: the number of the next part, and the last number. */
  readonly onProgress?: (next: number, last: number) => void;
}

export type RewriteStep = 'write' | 'check' | 'note' | 'remove' | 'end';

/** What a pass did. */
export interface RewriteCount {
  /** Parts that were read. */
  readonly read: number;
  readonly rewritten: number;
  /** Events that were left out. */
  readonly leftOut: number;
}

/** Parts after which the place of the pass is noted. */
const pageMax = 100;

/** Whether deletions reach a service at all: no type of the others ever loses events. */
export const isRewritten = ({ streams, months }: Pick<RewriteOptions, 'streams' | 'months'>) =>
  Object.keys(months).length > 0 || streams.some(({ forgottenBy }) => forgottenBy !== undefined);

/**
 * Once a month, writes the parts of the export again that hold events which the database has deleted (ADR 75). A new part is in the
 * store, was read back from there, and is noted before the old one is removed: a kill anywhere loses nothing, and the next call
 * goes on. The parts come in their order, so of each stream the first events go first. Call it in one replica at a time. It ends
 * early when the signal aborts.
 *
 * @returns undefined when no pass is due
 * @throws DamagedPartError for a part that is not as it was written; errors of the store and of the driver
 */
export async function rewriteExport(
  options: RewriteOptions,
  signal: AbortSignal,
): Promise<RewriteCount | undefined> {
  const { database, onProgress, onStep, service, store } = options;
  const { pool } = database;
  const pass = isRewritten(options) ? await duePass(pool) : undefined;
  if (pass === undefined) return undefined;
  const listing = await ExportListing.of(store, service);
  const work = new PartRewriting(options, pass);
  for (let from = pass.next; from <= listing.last; from += pageMax) {
    const readBefore = work.count.read;
    const rows = await partsBetween(pool, [from, from + pageMax], pass, work.months);
    for (let number = from; number < from + pageMax; number += 1) {
      if (signal.aborted) return work.count;
      await work.look(listing.at(number), rows.get(number));
    }
    if (work.count.read > readBefore) await notePass(pool, pass, from + pageMax);
    onProgress?.(Math.min(from + pageMax, listing.last), listing.last);
  }
  await onStep?.('end');
  await notePass(pool, pass, null);
  return work.count;
}

class PartRewriting {
  readonly count = { read: 0, rewritten: 0, leftOut: 0 };
  /** Younger events cannot be deleted; undefined where a stream may be forgotten at any age. */
  readonly months: number | undefined;
  readonly #pool: Pool;

  constructor(
    private readonly options: RewriteOptions,
    private readonly pass: ExportPass,
  ) {
    const mayForget = options.streams.some(({ forgottenBy }) => forgottenBy !== undefined);
    this.months = mayForget ? undefined : Math.min(...Object.values(options.months));
    this.#pool = options.database.pool;
  }

  /** Looks at the objects of one number. A restore may have left some that the database does not know. */
  async look(objects: readonly ListedPart[], row: NotedPart | undefined): Promise<void> {
    const isAsNoted = objects.every(({ name }) => name === row?.object);
    if (isAsNoted && row?.isDue !== true) return;
    for (const [first, own] of Map.groupBy(objects, (one) => one.first)) {
      await this.#rewrite(own, first === row?.sha256 ? row : undefined);
    }
  }

  /** @param own one part as it was first written, and what it was rewritten to; a kill has left more than one */
  async #rewrite(own: readonly ListedPart[], row: NotedPart | undefined): Promise<void> {
    const { store, streams, onStep = () => undefined, onRewritten } = this.options;
    const base = baseOf(await this.#read(own), row);
    const search = { streams, startedAt: this.pass.startedAt };
    const histories = await deletedHistories(this.#pool, streamsIn(base), search);
    const rest = withoutDeleted(base, histories);
    const now = rest === undefined ? base : await this.#written(base, rest);
    await onStep('note');
    const oldestAt = oldestIn(base.name, rest?.lines ?? base.lines);
    if (row !== undefined) await notePartObject(this.#pool, row, { ...now, oldestAt });
    for (const { name } of own) {
      if (name === now.name) continue;
      await onStep('remove');
      await store.remove(name);
    }
    if (rest === undefined) return;
    this.count.rewritten += 1;
    this.count.leftOut += rest.count;
    onRewritten?.(rest.count);
  }

  async #read(own: readonly ListedPart[]): Promise<readonly PartLines[]> {
    const parts: PartLines[] = [];
    for (const { name } of own) {
      parts.push(await readLines(name, await this.options.store.get(name)));
      this.count.read += 1;
    }
    return parts;
  }

  /** Writes a part without deleted events, and reads it back as every later reader does. */
  async #written(base: PartLines, rest: Remainder): Promise<Pick<PartLines, 'name' | 'bytes'>> {
    const { store, onStep = () => undefined } = this.options;
    const { name, bytes } = await rewrittenPart(base, rest);
    await onStep('write');
    await store.put(name, bytes);
    await onStep('check');
    const stored = await readLines(name, await store.get(name));
    const isSame = rest.lines.every((line, at) => line === stored.lines[at]);
    if (!isSame || stored.lines.length !== rest.lines.length) {
      throw new DamagedPartError(`${name} is not in the store as it was written`);
    }
    return { name, bytes: bytes.length };
  }
}

/**
 * What a part is rewritten from. The object that the database names was checked. An older database, as after a restore, names one
 * that is gone: then the shortest is the newest. Without a row the longest is the first one.
 */
function baseOf(parts: readonly PartLines[], row: NotedPart | undefined): PartLines {
  const byLength = [...parts].sort((one, other) => one.lines.length - other.lines.length);
  const noted = parts.find(({ name }) => name === row?.object);
  const base = noted ?? (row === undefined ? byLength.at(-1) : byLength[0]);
  if (base === undefined) throw new Error('a part has no object');
  return base;
}
