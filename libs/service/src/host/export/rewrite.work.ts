import { isRewritten, rewriteExport } from '@nordgate/event-store';
import type { Database, ObjectStore, RewriteOptions } from '@nordgate/event-store';
import { attributeNames, instrumentsOf } from '@nordgate/telemetry';
import type { Log } from '@nordgate/telemetry';
import { startLeadingWork } from '../leading-work.js';
import type { RunningWork } from '../leading-work.js';
import type { Current } from '../secrets/secret-watch.js';

/** Whose export follows the deletions of its database, and where progress is told. */
export interface RewritingWork extends Pick<RewriteOptions, 'service' | 'streams' | 'months'> {
  readonly database: Database;
  readonly store: Current<ObjectStore>;
  readonly log: Log;
  /** Between two looks whether a pass is due. Default six hours. */
  readonly restMs?: number;
  /** After a pass that failed. Default five minutes: a pass goes on where it was. */
  readonly errorRestMs?: number;
  /** Between two lines of the log about one pass. Default a minute. */
  readonly tellMs?: number;
}

const restDefaultMs = 6 * 3600 * 1000;
const errorRestDefaultMs = 5 * 60_000;
const tellDefaultMs = 60_000;

/**
 * Writes the export of a service again without deleted events, once a month, in one of the replicas (docs/adr/0075). A service that
 * deletes no events needs no such work: undefined.
 */
export function startRewriting({
  log,
  restMs = restDefaultMs,
  errorRestMs = errorRestDefaultMs,
  tellMs = tellDefaultMs,
  store,
  ...options
}: RewritingWork): RunningWork | undefined {
  if (!isRewritten(options)) return undefined;
  const labels = { [attributeNames.app]: options.service };
  const onRewritten = (events: number) => instrumentsOf().leftOutEvents.add(events, labels);
  // The counter is there before its first count.
  onRewritten(0);
  return startLeadingWork({
    database: options.database,
    log,
    name: 'export-rewriting',
    restMs,
    errorRestMs,
    work: async (leading) => {
      let toldAt = performance.now();
      const onProgress = (next: number, last: number) => {
        const now = performance.now();
        if (now - toldAt < tellMs) return;
        toldAt = now;
        log.info({ part: next, last }, 'the export is being rewritten');
      };
      const place = { ...options, store: store.value, onRewritten, onProgress };
      const count = await rewriteExport(place, leading);
      if (count === undefined || count.rewritten === 0) return;
      const { read, rewritten: parts, leftOut } = count;
      log.info(
        { parts, read, leftOut },
        'parts of the export were rewritten without deleted events',
      );
    },
  });
}
