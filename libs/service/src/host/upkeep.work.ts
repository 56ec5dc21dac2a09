import type { AnyStreamType } from '@nordgate/decider';
import type { Database, Projection } from '@nordgate/event-store';
import { startDeletingWorlds } from '../worlds/delete-worlds.work.js';
import { startExport } from './export/export.work.js';
import type { RunningWork } from './leading-work.js';
import type { Platform } from './platform.js';
import { startRetention } from './retention.work.js';
import type { DeleteRows } from './retention.work.js';
import type { WorldTable } from '../worlds/delete-worlds.work.js';

/** A service whose events are kept, exported and deleted. */
interface KeptService {
  readonly name: string;
  readonly streams: readonly AnyStreamType[];
  readonly projections?: readonly Projection[];
  /** Months after which streams that have ended are deleted, by the name of their type; others stay. */
  readonly retention?: Readonly<Record<string, number>>;
  /** Deletes rows by their own term, beside the streams. */
  readonly deleteRows?: DeleteRows;
  /** In a sandbox: the tables whose rows are of its worlds. */
  readonly worldTables?: readonly WorldTable[];
}

/** Starts what a service does with its events by the clock: it exports them, and deletes streams whose retention is over, or whose world has ended. */
export function startUpkeep(
  { name, retention, deleteRows, streams, projections = [], worldTables }: KeptService,
  platform: Pick<Platform, 'log' | 'exportStore'>,
  database: Database,
): RunningWork {
  const log = platform.log.child({ app: name });
  const { exportStore: store } = platform;
  const work: RunningWork[] = [];
  if (store !== undefined) work.push(startExport({ service: name, database, store, log }));
  if (retention !== undefined) {
    const options = { database, streams, projections, months: retention, deleteRows, log };
    work.push(startRetention(options));
  }
  if (worldTables !== undefined) work.push(startDeletingWorlds(worldTables, log, database));
  return { stop: async () => void (await Promise.all(work.map((one) => one.stop()))) };
}
