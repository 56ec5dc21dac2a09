import { exportEvents } from '../export/export-events.js';
import { readExport } from '../export/read-export.js';
import type { ExportFault } from '../export/read-export.js';
import { rewriteExport } from '../export/rewrite-export.js';
import type { RewriteCount, RewriteOptions } from '../export/rewrite-export.js';
import { EventImport } from '../restore/event-import.js';
import type { ImportReport } from '../restore/event-import.js';
import { deleteEnded } from '../retention/retain.js';
import type { EventStore } from '../write/event-store.js';
import { archiveTerms, endingTally } from './tally-archive.js';
import type { TallyArchive } from './tally-archive.js';

const always = new AbortController().signal;
const service = 'sca';

/** The export of a bank of tallies, whose old streams are deleted. */
export class DeletedExport {
  constructor(readonly bank: TallyArchive) {}

  /** Exports what is new, in parts of at most so many events. */
  async run(partMax = 2): Promise<void> {
    const { database, objects: store } = this.bank;
    await exportEvents({ database, service, store, partMax }, always);
  }

  /** Deletes what is past its retention, two hours ago by its tombstones. */
  async deleteOld(): Promise<void> {
    const { database } = this.bank;
    await this.bank.readAll();
    const options = { database, streams: [endingTally], months: archiveTerms.retention };
    await deleteEnded({ ...options, pauseMs: 0 }, always);
    await this.passHours(2);
  }

  /** Lets hours pass since all deletions. */
  async passHours(hours: number): Promise<void> {
    await this.bank.database.pool.query(
      `update es.stream
          set state = jsonb_set(state, '{deletedAt}', to_jsonb((state ->> 'deletedAt')::timestamptz - make_interval(hours => $1)))
        where stream_type = 'tombstone'`,
      [hours],
    );
  }

  /** Lets months pass since the last pass began. */
  async passMonths(months: number): Promise<void> {
    const text = 'update es.export_pass set started_at = started_at - make_interval(months => $1)';
    await this.bank.database.pool.query(text, [months]);
  }

  rewrite(more: Partial<RewriteOptions> = {}): Promise<RewriteCount | undefined> {
    const { database, objects: store } = this.bank;
    const place = { database, service, store, streams: [endingTally] };
    return rewriteExport({ ...place, months: archiveTerms.retention, ...more }, always);
  }

  /** What a reader finds in the store. */
  async read() {
    const faults: ExportFault[] = [];
    const parts = [];
    const onFault = (fault: ExportFault) => void faults.push(fault);
    for await (const part of readExport(this.bank.objects, service, onFault)) parts.push(part);
    const places = parts.flatMap(({ events }) =>
      events.map(({ streamId, version }) => `${streamId}@${String(version)}`),
    );
    return { faults, parts, places };
  }

  /** Imports the export as a restore does. */
  async importInto(store: EventStore): Promise<ImportReport> {
    const importing = new EventImport(store, 'test');
    for (const { left, events } of (await this.read()).parts) {
      if (left !== undefined) await importing.leave(left);
      await importing.take(events);
    }
    return importing.finish();
  }

  objects(): Promise<readonly string[]> {
    return this.bank.objects.list(`${service}/`);
  }
}
