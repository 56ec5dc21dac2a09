import { exportEvents, exportReader, readerLag } from '@nordgate/event-store';
import type { Database, ObjectStore } from '@nordgate/event-store';
import { attributeNames, instrumentsOf, measureRegularly } from '@nordgate/telemetry';
import type { Log, Measurement } from '@nordgate/telemetry';
import type { Current } from '../secrets/secret-watch.js';
import { startLeadingWork } from '../leading-work.js';
import type { RunningWork } from '../leading-work.js';

/** What is exported, and where progress is told. */
export interface ExportWork {
  readonly service: string;
  readonly database: Database;
  readonly store: Current<ObjectStore>;
  readonly log: Log;
  /** Follows on each run, in the replica that exports. */
  readonly exportedThen?: () => Promise<void>;
  /** Between two runs. Default fifteen minutes: as much is lost with a database and its topics. */
  readonly restMs?: number;
}

const restDefaultMs = 15 * 60_000;

/** Exports the events of a service, in one of the replicas, again and again (docs/adr/0058). */
export function startExport({
  service,
  database,
  store,
  log,
  exportedThen,
  restMs = restDefaultMs,
}: ExportWork): RunningWork {
  const measuring = measureRegularly(ageOfNotExported(service, database));
  const work = startLeadingWork({
    database,
    log,
    name: 'export',
    restMs,
    work: async (leading) => {
      const { parts, events } = await exportEvents(
        { database, service, store: store.value },
        leading,
      );
      if (parts > 0) log.info({ parts, events }, 'events were exported');
      await exportedThen?.();
    },
  });
  return {
    stop: async () => {
      measuring.stop();
      await work.stop();
    },
  };
}

/** Each instance measures it, because the leader may be the one that hangs. */
function ageOfNotExported(service: string, { pool }: Database): Measurement {
  const labels = { [attributeNames.app]: service };
  return {
    measure: async () => {
      const { seconds } = await readerLag(pool, { name: exportReader });
      instrumentsOf().unexportedAge.record(seconds, labels);
    },
    forget: () => instrumentsOf().unexportedAge.forget(labels),
  };
}
