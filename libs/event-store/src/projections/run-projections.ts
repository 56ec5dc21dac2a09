import { setTimeout as sleep } from 'node:timers/promises';
import type { AnyStreamType } from '@nordgate/decider';
import { StaleReaderError } from '../read/checkpoint.js';
import { follow } from '../read/follow.js';
import { lead } from '../read/leadership.js';
import type { LeadershipOptions } from '../read/leadership.js';
import type { Reader } from '../read/snapshot-delta-reader.js';
import type { Database } from '../sql/database.js';
import { StreamTypes } from '../write/stream-types.js';
import { openPages } from './page-reader.js';
import type { ProjectionWork } from './page-reader.js';
import { UnprojectableEventError } from './projection.js';
import type { Projection } from './projection.js';
import {
  isFollowed,
  noteProjectionFault,
  registeredProjection,
  rebuildsToDo,
  registerProjection,
} from './projection-register.js';
import { tableOf } from './projection-table.js';
import { rebuildProjection } from './rebuild-projection.js';
import type { RebuildProgress } from './rebuild-progress.js';
import { readersDefault } from './stream-ranges.js';

/** What a service's projections need to run. */
export interface ProjectionsOptions {
  readonly database: Database;
  readonly streams: readonly AnyStreamType[];
  readonly projections: readonly Projection[];
  readonly onError: (projection: string, error: unknown) => void;
  /** Told by the leader at every read: the age of the oldest event that is not in the table yet. */
  readonly onLag?: (projection: string, seconds: number) => void;
  /** Called by the leader every ten seconds while it fills a table. */
  readonly onProgress?: (projection: string, progress: RebuildProgress) => void;
  /** Ranges that a rebuild reads at the same time, at most half of the pool. Default 4. */
  readonly rebuildReaders?: number;
  /** Told when a rebuilt table has taken the place of the live one. */
  readonly onRebuilt?: (projection: string, events: number) => void;
}

/** Appends of every replica send a wake-up signal; polling finds what a signal has missed. */
const pollMs = 10_000;
/** A process that is alone with its database sends a signal for each append. */
const alonePollMs = 60_000;
/** Appends send a wake-up signal; those of other processes within this time. */
const firstPollMs = 250;
/** A page costs a read, a transaction and a checkpoint. Busy times only. */
const lingerMs = 100;
/** How soon the leader sees that a rebuild is wanted: one statement for all projections of a service. */
const rebuildPollMs = 5000;
const rebuildBackoffMs = 5_000;
/** A reader that was shut out by a swap opens again after this time. */
const reopenMs = 50;

/**
 * Follows the service's events with every projection, each led by one of all replicas. A projection
 * that fails tries again and keeps its fault in es.projection; the others go on.
 */
export function runProjections(options: ProjectionsOptions): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const types = new StreamTypes(options.streams);
  const rebuilds = new RebuildWatch(options);
  const running = options.projections.map((projection) => {
    const { database } = options;
    const table = tableOf(database.dataSource, projection);
    const work: ProjectionWork = { database, types, projection, table };
    const leading = {
      database,
      name: `projection ${projection.name}`,
      signal: stopping.signal,
      work: (signal: AbortSignal) => followAndRebuild(work, { ...options, rebuilds }, signal),
      onError: (error: unknown) => options.onError(projection.name, error),
    };
    return projection.isLeaving === true ? leadIfFollowed(projection, leading) : lead(leading);
  });
  return {
    stop: async () => {
      stopping.abort();
      await Promise.all(running);
    },
  };
}

/** A process of a release before may begin to follow it later: it reads the table itself. */
async function leadIfFollowed(
  projection: Projection,
  leading: LeadershipOptions & Pick<ProjectionsOptions, 'database'>,
): Promise<void> {
  const { database, signal, onError } = leading;
  while (!signal.aborted) {
    try {
      if (!(await isFollowed(database.pool, projection))) return;
      return await lead(leading);
    } catch (error) {
      onError(error);
      await pauseUnlessAborted(rebuildBackoffMs, signal);
    }
  }
}

/** Tells which projections are to be rebuilt; the loops of one moment share a look. */
class RebuildWatch {
  #look: Promise<readonly string[]> | undefined;

  constructor(private readonly options: Pick<ProjectionsOptions, 'database' | 'projections'>) {}

  async isWanted(name: string): Promise<boolean> {
    const { database, projections } = this.options;
    this.#look ??= this.#looked(rebuildsToDo(database.pool, projections));
    return (await this.#look).includes(name);
  }

  #looked(look: Promise<readonly string[]>): Promise<readonly string[]> {
    const forget = () => void (this.#look = undefined);
    look.then(() => setTimeout(forget, rebuildPollMs / 2).unref(), forget);
    return look;
  }
}

type Watched = ProjectionsOptions & { readonly rebuilds: RebuildWatch };

async function followAndRebuild(
  work: ProjectionWork,
  options: Watched,
  leading: AbortSignal,
): Promise<void> {
  const { database, projection } = work;
  await registerProjection(database.pool, projection);
  const ended = new AbortController();
  const signal = AbortSignal.any([leading, ended.signal]);
  const end = () => ended.abort();
  const parts = [followLive(work, options, signal), rebuildWhenWanted(work, options, signal)];
  const results = await Promise.allSettled(parts.map((part) => part.finally(end)));
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
}

/** A swap shuts the live reader out; it goes on from the checkpoint of the new table. */
async function followLive(
  work: ProjectionWork,
  options: ProjectionsOptions,
  signal: AbortSignal,
): Promise<void> {
  const { database, projection } = work;
  const { name } = projection;
  while (!signal.aborted) {
    try {
      if (await isOlderThanTable(work)) return;
      const pages = await openPages(work, name, 'public');
      const reader = watched(pages, work, options);
      await follow(reader, () => Promise.resolve(), {
        signal,
        // Where nobody else writes, no append is without a signal of this process.
        pollMs: database.isAlone ? alonePollMs : firstPollMs,
        pollMaxMs: database.isAlone ? alonePollMs : pollMs,
        lingerMs,
        onError: (error) => options.onError(name, error),
      });
    } catch (error) {
      if (!(error instanceof StaleReaderError)) throw error;
      await database.ping();
      await pauseUnlessAborted(reopenMs, signal);
    }
  }
}

/** A release that defines an older version leaves the table to the newer one. */
async function isOlderThanTable({ database, projection }: ProjectionWork): Promise<boolean> {
  const row = await registeredProjection(database.pool, projection.name);
  return row !== undefined && row.version > projection.version;
}

/** Tells the lag at every read, and keeps in the database why the projection stands still. */
function watched(
  pages: Reader,
  { database, projection }: ProjectionWork,
  options: ProjectionsOptions,
) {
  const { name } = projection;
  // A fault of the process before this one is cleared by the first read that succeeds.
  let mayHaveFault = true;
  const moved = async () => {
    if (!mayHaveFault) return;
    await noteProjectionFault(database.pool, name, null);
    mayHaveFault = false;
  };
  return {
    ...pages,
    read: async (limit: number) => {
      const page = await pages.read(limit);
      const [oldest] = page.events;
      const lagMs = oldest === undefined ? 0 : Date.now() - Date.parse(oldest.at);
      options.onLag?.(name, Math.max(0, lagMs / 1000));
      if (oldest === undefined) await moved();
      const done = async () => {
        try {
          await page.done();
          await moved();
        } catch (error) {
          if (error instanceof UnprojectableEventError) {
            mayHaveFault = true;
            await noteProjectionFault(database.pool, name, error.message);
          }
          throw error;
        }
      };
      return { ...page, done };
    },
  };
}

async function rebuildWhenWanted(
  work: ProjectionWork,
  options: Watched,
  signal: AbortSignal,
): Promise<void> {
  const { database, projection } = work;
  const { name } = projection;
  while (!signal.aborted) {
    let pauseMs = rebuildPollMs;
    try {
      // The shared look may be from before the last rebuild.
      if ((await options.rebuilds.isWanted(name)) && (await isToBeRebuilt(work))) {
        const { rebuildReaders: readers = readersDefault, onProgress } = options;
        const report = (progress: RebuildProgress) => onProgress?.(name, progress);
        const events = await rebuildProjection({ ...work, signal, readers, onProgress: report });
        options.onRebuilt?.(name, events);
      }
    } catch (error) {
      if (signal.aborted) return;
      options.onError(name, error);
      if (error instanceof UnprojectableEventError) {
        await noteProjectionFault(database.pool, name, `rebuild: ${error.message}`);
      }
      pauseMs = rebuildBackoffMs;
    }
    await pauseUnlessAborted(pauseMs, signal);
  }
}

async function isToBeRebuilt({ database, projection }: ProjectionWork): Promise<boolean> {
  const row = await registeredProjection(database.pool, projection.name);
  return row !== undefined && (row.version < projection.version || row.rebuildWanted);
}

async function pauseUnlessAborted(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => undefined);
}
