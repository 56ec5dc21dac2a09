import { defined } from '@nordgate/decider';
import type { AnyStreamType } from '@nordgate/decider';
import { isFollowed, projectionFaults, readerLag, runProjections } from '@nordgate/event-store';
import type { Database, Projection } from '@nordgate/event-store';
import { attributeNames, instrumentsOf, measureRegularly } from '@nordgate/telemetry';
import type { Platform } from './platform.js';

/** A service with projections of its events. */
export interface ProjectingService {
  readonly name: string;
  readonly streams: readonly AnyStreamType[];
  readonly projections?: readonly Projection[];
}

/**
 * Runs the projections of a service, each in one of its replicas, and shows them: lag as a metric, a
 * projection that stands still in the log and in the health report. A service with a projection that
 * stands still takes traffic all the same: everything but that one table is as it should be.
 */
export function startProjections(
  { name, projections = [], streams }: ProjectingService,
  { health, log: parent, rebuildReaders }: Platform,
  database: Database,
): { stop(): Promise<void> } {
  const log = parent.child({ app: name });
  const faults = faultsIn(database);
  for (const projection of projections) {
    const check = async () => {
      const fault = (await faults()).get(projection.name);
      if (fault !== undefined) throw new Error(fault);
    };
    health.register({ name: `${name}-projection-${projection.name}`, check, informs: true });
  }
  const measuring = projections.map((projection) => measureLag(database, projection));
  const lastErrors = new Map<string, string>();
  const running = runProjections({
    database,
    streams,
    projections,
    ...defined({ rebuildReaders }),
    onError: (projection, error) => {
      const text = error instanceof Error ? error.message : String(error);
      if (lastErrors.get(projection) === text) return;
      lastErrors.set(projection, text);
      log.error({ err: error, projection }, 'a projection stands still');
    },
    onLag: (projection, seconds) => {
      if (seconds === 0) lastErrors.delete(projection);
    },
    onProgress: (projection, progress) =>
      log.info({ projection, ...progress }, 'a projection is being rebuilt'),
    onRebuilt: (projection, events) => log.info({ projection, events }, 'a projection was rebuilt'),
  });
  return {
    stop: async () => {
      for (const one of measuring) one.stop();
      await running.stop();
    },
  };
}

/** The checks of one moment share a statement. */
function faultsIn({ pool }: Database): () => Promise<ReadonlyMap<string, string>> {
  let look: Promise<ReadonlyMap<string, string>> | undefined;
  return () => (look ??= projectionFaults(pool).finally(() => (look = undefined)));
}

/**
 * By the checkpoint in the database and in every replica: a projection that no replica runs lags, too, and a
 * replica that no longer runs it does not keep an old value.
 */
function measureLag({ pool }: Database, projection: Projection) {
  const { name, eventTypes } = projection;
  const labels = { [attributeNames.projection]: name };
  return measureRegularly({
    measure: async () => {
      // A reader that never began lags behind all events.
      if (!(await isFollowed(pool, projection))) return;
      const { seconds } = await readerLag(pool, { name, eventTypes });
      instrumentsOf().projectionLag.record(seconds, labels);
    },
    forget: () => instrumentsOf().projectionLag.forget(labels),
  });
}
