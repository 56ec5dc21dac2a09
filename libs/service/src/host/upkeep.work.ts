import { defined } from '@nordgate/decider';
import type { TopicName } from '@nordgate/contracts/topics';
import type { AnyStreamType } from '@nordgate/decider';
import type { Database, Projection, RetentionOptions } from '@nordgate/event-store';
import {
  archivablesOf,
  archiveEnded,
  deleteArchived,
  deleteEnded,
  deletionPlaceOf,
  forgetAll,
  retentionsOf,
} from '@nordgate/event-store';
import { attributeNames, instrumentsOf } from '@nordgate/telemetry';
import type { Log } from '@nordgate/telemetry';
import { startDeletingWorlds } from '../worlds/delete-worlds.work.js';
import type { WorldTable } from '../worlds/delete-worlds.work.js';
import { startExport } from './export/export.work.js';
import { startRewriting } from './export/rewrite.work.js';
import { endingTopics } from './export/topic-ends.js';
import type { RunningWork } from './leading-work.js';
import { startLeadingWork } from './leading-work.js';
import type { Platform } from './platform.js';

/** How long a service keeps what. */
export interface KeepingTerms {
  /** Months after which streams that have ended are deleted, by the name of their type; others stay. */
  readonly retention?: Readonly<Record<string, number>>;
  /** Months after which the events of ended streams leave the database for the archive, by the name of their type; others stay. */
  readonly archive?: Readonly<Record<string, number>>;
  /** Months after which earlier events of streams that go on are dropped, by the name of their type; the work of the service does it. */
  readonly carried?: Readonly<Record<string, number>>;
  /** Deletes rows by their own term, beside the streams. */
  readonly deleteRows?: DeleteRows;
}

/** A service whose events are kept, exported, archived and deleted. */
interface KeptService extends KeepingTerms {
  readonly name: string;
  /** The topic of its events. */
  readonly events: TopicName;
  /** The topic of its commands. */
  readonly commands?: { readonly topic: TopicName };
  readonly streams: readonly AnyStreamType[];
  readonly projections?: readonly Projection[];
  /** In a sandbox: the tables whose rows are of its worlds. */
  readonly worldTables?: readonly WorldTable[];
}

/** Starts what a service does with its events by the clock: it exports them, rewrites the export, moves them into the archive, and deletes streams whose retention is over, or whose world has ended. */
export function startUpkeep(
  {
    name,
    retention,
    archive,
    carried,
    deleteRows,
    streams,
    projections = [],
    worldTables,
    ...own
  }: KeptService,
  platform: Pick<Platform, 'log' | 'exportStore' | 'topicEnd'>,
  database: Database,
): RunningWork {
  const log = platform.log.child({ app: name });
  const { exportStore: store, topicEnd } = platform;
  const work: RunningWork[] = [];
  if (store !== undefined) {
    const exported = { service: name, database, store, log };
    const topics = topicsOf(name, own);
    const exportedThen = topicEnd && endingTopics({ ...exported, ...topicEnd, topics });
    work.push(startExport({ ...exported, ...defined({ exportedThen }) }));
    const rewriting = startRewriting({
      ...exported,
      streams,
      months: { ...retention, ...carried },
    });
    if (rewriting !== undefined) work.push(rewriting);
  }
  if (retention !== undefined) {
    const options = { database, streams, projections, months: retention, deleteRows, log };
    work.push(startRetention({ ...options, service: name, archiveMonths: archive }));
  }
  if (worldTables !== undefined) work.push(startDeletingWorlds(worldTables, log, database));
  return { stop: async () => void (await Promise.all(work.map((one) => one.stop()))) };
}

/** The topics that a service owns. Its commands are read by one group, with its name. */
function topicsOf(name: string, { events, commands }: Pick<KeptService, 'events' | 'commands'>) {
  const taken = commands === undefined ? [] : [{ topic: commands.topic, group: name }];
  return [{ topic: events }, ...taken];
}

/**
 * Deletes rows of a service that repeat personal data of its streams and have their own term. @returns their number
 */
export type DeleteRows = (database: Pick<Database, 'pool'>, signal: AbortSignal) => Promise<number>;

/** What is deleted, and where progress is told. */
interface RetentionWork extends Omit<RetentionOptions, 'onDeleted'> {
  readonly log: Log;
  readonly deleteRows?: DeleteRows | undefined;
  /** The name of the service. */
  readonly service: string;
  /** Months after which streams are archived, where the database has an archive. */
  readonly archiveMonths?: Readonly<Record<string, number>> | undefined;
  /** Between two sweeps. Default six hours. */
  readonly restMs?: number;
  /** After a sweep that failed. Default five minutes: a sweep reads all rows of streams, also while the archive does not answer. */
  readonly errorRestMs?: number;
}

const restDefaultMs = 6 * 3600 * 1000;
const errorRestDefaultMs = 5 * 60_000;

/**
 * Deletes the streams and rows whose retention is over, in one of the replicas, again and again (ADR 40), and moves the events of
 * ended streams into the archive of the database (ADR 69). Throws for a stream type that is never deleted, and as `archivablesOf`.
 */
export function startRetention({
  log,
  deleteRows,
  restMs = restDefaultMs,
  errorRestMs = errorRestDefaultMs,
  ...options
}: RetentionWork): RunningWork {
  const onDeleted = (streamType: string, count: number) =>
    instrumentsOf().deletedStreams.add(count, { [attributeNames.streamType]: streamType });
  // The counters are there before their first count.
  for (const { streamType } of retentionsOf(options)) onDeleted(streamType.name, 0);
  for (const { streamType } of archivablesIn(options)) onArchived(streamType.name, 0);
  return startLeadingWork({
    database: options.database,
    log,
    name: 'retention',
    restMs,
    errorRestMs,
    work: async (leading) => {
      for (const count of await deleteEnded({ ...options, onDeleted }, leading)) {
        const { streamType, deleted, heldBack } = count;
        if (deleted + heldBack === 0) continue;
        log.info({ streamType, deleted, heldBack }, 'streams past their retention were deleted');
      }
      const forgotten = await forgetAll(options, leading);
      if (forgotten > 0)
        log.info({ deleted: forgotten }, 'histories of forgotten streams were deleted');
      const rows = await deleteRows?.(options.database, leading);
      if (rows !== undefined && rows > 0) {
        log.info({ deleted: rows }, 'rows past their retention were deleted');
      }
      // Last: while the archive does not answer, the rest is done.
      await moveAndDeleteArchived({ ...options, onDeleted, log }, leading);
    },
  });
}

const onArchived = (streamType: string, count: number) =>
  instrumentsOf().archivedStreams.add(count, { [attributeNames.streamType]: streamType });

type ArchivingWork = Omit<RetentionWork, 'deleteRows' | 'restMs' | 'errorRestMs'>;

function archivablesIn({
  database,
  streams,
  archiveMonths = {},
  months,
}: Omit<ArchivingWork, 'log'>) {
  if (database.archive === undefined) return [];
  return archivablesOf({ streams, months: archiveMonths, retention: months });
}

/** Streams of the archive are deleted also where nothing is archived any more. */
async function moveAndDeleteArchived(
  { archiveMonths = {}, log, ...options }: ArchivingWork & Pick<RetentionOptions, 'onDeleted'>,
  leading: AbortSignal,
): Promise<void> {
  const { database, streams, service, months } = options;
  const { archive } = database;
  if (archive === undefined) return;
  const place = { database, archive, service, streams, onArchived };
  const counts = await archiveEnded(
    { ...place, months: archiveMonths, retention: months },
    leading,
  );
  for (const { streamType, archived, heldBack } of counts) {
    if (archived + heldBack === 0) continue;
    log.info({ streamType, archived, heldBack }, 'ended streams were moved into the archive');
  }
  const { deleted, heldBack } = await deleteArchived(
    { ...options, ...deletionPlaceOf(options), archive },
    leading,
  );
  if (deleted + heldBack === 0) return;
  log.info({ deleted, heldBack }, 'streams of the archive past their retention were deleted');
}
