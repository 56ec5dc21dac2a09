import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { streamType } from '@nordgate/decider';
import { tally, tallyCommand } from '@nordgate/decider/testing';
import { archiveEnded } from '../archive/archive-ended.js';
import type { ArchiveCount, ArchiveOptions } from '../archive/archive-ended.js';
import { EventArchive } from '../archive/event-archive.js';
import { FolderStore } from '../export/folder-store.js';
import { openReader } from '../read/snapshot-delta-reader.js';
import type { Database } from '../sql/database.js';
import { EventStore } from '../write/event-store.js';
import { handleSlice } from '../write/handle-slice.js';
import type { SliceResult } from '../write/slice.js';
import type { StoredEvent } from '../write/stored-event.js';
import { executeTally, tallyItem } from './tally-items.js';

/** A tally whose last note is "end" has ended. */
export const endingTally = streamType({ ...tally, hasEnded: ({ note }) => note === 'end' });

/** Months after which a sweep archives tallies, and those after which it deletes them. */
export const archiveTerms = { months: { tally: 2 }, retention: { tally: 12 } } as const;

const always = new AbortController().signal;

/** Ended tallies in a database, and an archive for them in a folder. */
export class TallyArchive {
  readonly objects: FolderStore;
  readonly archive: EventArchive;
  /** The database with the archive. */
  readonly database: Database;
  readonly store: EventStore;
  private commands = 0;

  private constructor(
    database: Database,
    readonly folder: string,
  ) {
    this.objects = new FolderStore(folder);
    this.archive = new EventArchive({ value: this.objects });
    this.database = { ...database, archive: this.archive };
    this.store = new EventStore(this.database, [endingTally]);
  }

  /** An empty archive. What the event store has in the database is deleted. */
  static async open(database: Database): Promise<TallyArchive> {
    await database.pool.query(`
      truncate es.event, es.stream, es.checkpoint, es.parked, es.claim, es.inbox, es.projection,
               es.archive, es.archive_month, es.export, es.export_pass`);
    return new TallyArchive(database, await mkdtemp(join(tmpdir(), 'nordgate-archive-')));
  }

  async close(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }

  async count(name: string, note: string): Promise<readonly SliceResult[]> {
    this.commands += 1;
    const id = `c-${String(this.commands)}`;
    const items = [tallyItem(tallyCommand(id, name, 'Count', { by: 1, note }))];
    return handleSlice({ store: this.store, consumer: 'test', items, execute: executeTally });
  }

  /** Streams of two events that have ended. */
  async endedStreams(...names: string[]): Promise<void> {
    for (const name of names) for (const note of ['open', 'end']) await this.count(name, note);
  }

  /** Lets months pass since all events of the table. */
  async makeOld(months: number): Promise<void> {
    const text = 'update es.event set at = at - make_interval(months => $1)';
    await this.database.pool.query(text, [months]);
  }

  /** Moves a relay behind everything that was appended. */
  async readAll(): Promise<void> {
    const reader = await openReader({ database: this.database, name: 'relay' });
    for (;;) {
      const page = await reader.read(100);
      if (page.events.length === 0) return;
      await page.done();
    }
  }

  /** Archives what is old enough. */
  sweep(more: Partial<ArchiveOptions> = {}): Promise<readonly ArchiveCount[]> {
    const { database, archive } = this;
    const place = { database, archive, service: 'sca', streams: [endingTally] };
    return archiveEnded({ ...place, ...archiveTerms, ...more }, always);
  }

  history(name: string): Promise<readonly StoredEvent[]> {
    return this.store.history(`tally-${name}`);
  }

  async rowsOf(table: string): Promise<number | null> {
    return (await this.database.pool.query(`select from ${table}`)).rowCount;
  }
}

/** Throws before one of the steps, as a kill would end the process there. */
export function killedBefore<Step>(step: Step): (now: Step) => void {
  return (now) => {
    if (now === step) throw new Error('killed');
  };
}
