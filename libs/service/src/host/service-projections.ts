import type { AnyStreamType } from '@nordgate/decider';
import { projectionStatus, runProjections } from '@nordgate/event-store';
import type { Database, Projection } from '@nordgate/event-store';
import { attributeNames, instrumentsOf } from '@nordgate/telemetry';
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
  { health, log: parent }: Platform,
  database: Database,
): { stop(): Promise<void> } {
  const log = parent.child({ app: name });
  for (const projection of projections) {
    const check = async () => {
      const { fault } = await projectionStatus(database.pool, projection);
      if (fault !== null) throw new Error(fault);
    };
    health.register({ name: `${name}-projection-${projection.name}`, check, informs: true });
  }
  const lastErrors = new Map<string, string>();
  return runProjections({
    database,
    streams,
    projections,
    onError: (projection, error) => {
      const text = error instanceof Error ? error.message : String(error);
      if (lastErrors.get(projection) === text) return;
      lastErrors.set(projection, text);
      log.error({ err: error, projection }, 'a projection stands still');
    },
    onLag: (projection, seconds) => {
      if (seconds === 0) lastErrors.delete(projection);
      instrumentsOf().projectionLag.record(seconds, { [attributeNames.projection]: projection });
    },
    onRebuilt: (projection, events) => log.info({ projection, events }, 'a projection was rebuilt'),
  });
}
