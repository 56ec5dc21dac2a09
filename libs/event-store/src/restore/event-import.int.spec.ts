import type { RowUpsert } from '@nordgate/decider';
import { tally, tallyCommand } from '@nordgate/decider/testing';
import { executeTally, tallyItem } from '../testing/tally-items.js';
import { testDatabase } from '../testing/test-database.js';
import type { TestDatabase } from '../testing/test-database.js';
import { rebuild } from '../projections/rebuild.js';
import { EventStore } from '../write/event-store.js';
import { handleSlice } from '../write/handle-slice.js';
import { tombstoneStateVersion, tombstoneType } from '../write/stream-types.js';
import { EventImport } from './event-import.js';
import type { ImportReport, RestoredRows } from './event-import.js';
import type { PublishedEvent } from './published-event.js';

const consumer = 'tallies';
/** The database of before, whose events are on the topic, and an older one. */
let lost: EventStore;
let older: EventStore;
let databases: TestDatabase[];

beforeAll(async () => {
  databases = await Promise.all([testDatabase('import_lost'), testDatabase('import_older')]);
  const [one, other] = databases.map((database) => new EventStore(database, [tally]));
  if (one === undefined || other === undefined) throw new Error('no databases');
  [lost, older] = [one, other];
});
afterAll(() => Promise.all(databases.map((database) => database.close())));

let ids = 0;
type Step = readonly [name: string, type: 'Count' | 'Reserve' | 'Free', data?: object];

/** Runs commands, each in a separate slice; with ids that were not used before, unless they are given. */
async function run(store: EventStore, steps: readonly Step[], commandIds: string[] = []) {
  for (const [at, [name, type, data = {}]] of steps.entries()) {
    const id = commandIds[at] ?? `command-${String((ids += 1))}`;
    const items = [tallyItem(tallyCommand(id, name, type, data as never))];
    const [result] = await handleSlice({ store, consumer, items, execute: executeTally });
    expect(result).toMatchObject({ status: 'done' });
  }
}

const one: Step[] = [['a', 'Count', { by: 1 }]];

/** The events of streams as the topic has them. */
async function topicOf(...names: string[]): Promise<PublishedEvent[]> {
  const histories = await Promise.all(names.map((name) => lost.history(`tally-${name}`)));
  return histories
    .flat()
    .map(({ id, streamId, version, type, schemaVersion, data, at, meta: { commandId } }) => ({
      ...{ id, streamId, version, type, schemaVersion, data, at, commandId },
    }));
}

function importInto(
  store: EventStore,
  pages: readonly (readonly PublishedEvent[])[],
  rows?: RestoredRows,
): Promise<ImportReport> {
  const importing = new EventImport(store, consumer, rows);
  return pages
    .reduce((before, page) => before.then(() => importing.take(page)), Promise.resolve())
    .then(() => importing.finish());
}

const clean = {
  deleted: 0,
  buried: 0,
  forks: new Map(),
  gaps: new Map(),
  refused: [],
  incomplete: [],
};
const named = (what: string) => ({ a: `${what}-a`, b: `${what}-b` });

/** The same first events in both databases: the older one is a copy of that time. */
async function copied(name: string, by: readonly number[]): Promise<void> {
  await run(
    lost,
    by.map((each) => [name, 'Count', { by: each }]),
  );
  await importInto(older, [await topicOf(name)]);
}

describe('an import of published events', () => {
  it('writes what an older database lacks, with ids, times and versions, and knows their commands', async () => {
    await copied('lacks', [1, 2]);
    await run(lost, [
      ['lacks', 'Count', { by: 3 }],
      ['lacks', 'Count', { by: 4 }],
      ['lacks-new', 'Count', { by: 5 }],
    ]);
    const published = await topicOf('lacks', 'lacks-new');
    const report = await importInto(older, [published]);
    expect(report).toEqual({ ...clean, imported: 3, known: 2 });
    for (const name of ['tally-lacks', 'tally-lacks-new']) {
      const [was, is] = await Promise.all([lost.history(name), older.history(name)]);
      const seen = ({ id, at, version, data }: (typeof was)[number]) => ({ id, at, version, data });
      expect(is.map(seen)).toEqual(was.map(seen));
      expect(await older.state(tally, name)).toEqual(await lost.state(tally, name));
    }
    expect((await older.history('tally-lacks')).at(-1)?.meta.actor).toBe('restored');
    await run(older, [['lacks', 'Count', { by: 4 }]], [published[3]!.commandId ?? '']);
    expect((await older.state(tally, 'tally-lacks')).version).toBe(4);
    const drift = await rebuild({ database: older.database, streamType: tally, mode: 'compare' });
    expect(drift.drifted).toEqual([]);
  });

  it('changes nothing when it runs again, whatever the pages', async () => {
    await run(lost, [...one, ...one, ...one]);
    const published = await topicOf('a');
    await importInto(older, [published.slice(0, 1), published.slice(1)]);
    const before = await older.history('tally-a');
    const again = await importInto(older, [published, published]);
    expect(again).toEqual({ ...clean, imported: 0, known: 6 });
    expect(await older.history('tally-a')).toEqual(before);
  });

  it('takes the first of two events that the topic has at one version', async () => {
    await run(lost, [['twice', 'Count', { by: 1 }]]);
    const [first] = await topicOf('twice');
    const second = { ...first!, id: crypto.randomUUID(), data: { by: 9 } };
    for (const pages of [[[first!, second]], [[first!], [second]]]) {
      expect(await importInto(older, pages)).toMatchObject({ forks: new Map() });
      expect((await older.state(tally, 'tally-twice')).state.sum).toBe(1);
    }
  });

  it('reports a stream that has another event than the topic, and leaves it as it is', async () => {
    await run(lost, [
      ['fork', 'Count', { by: 1 }],
      ['fork', 'Count', { by: 2 }],
    ]);
    await run(older, [['fork', 'Count', { by: 7 }]]);
    const report = await importInto(older, [await topicOf('fork')]);
    expect(report).toEqual({
      ...clean,
      imported: 0,
      known: 0,
      forks: new Map([['tally-fork', 1]]),
    });
    expect((await older.state(tally, 'tally-fork')).state.sum).toBe(7);
  });

  it('reports a version that is missing, and writes the rest once it has come', async () => {
    await run(
      lost,
      [...one, ...one, ...one].map(([, ...rest]) => ['gap', ...rest] as Step),
    );
    const [first, second, third] = await topicOf('gap');
    const report = await importInto(older, [[first!, third!]]);
    expect(report).toEqual({ ...clean, imported: 1, known: 0, gaps: new Map([['tally-gap', 2]]) });
    const rest = await importInto(older, [[second!, third!]]);
    expect(rest).toEqual({ ...clean, imported: 2, known: 0 });
  });

  it('lets a claim move to another stream, in whatever order the streams come', async () => {
    const { a, b } = named('claim');
    await run(lost, [[a, 'Reserve', { key: 'moved' }]]);
    await importInto(older, [await topicOf(a)]);
    await run(lost, [
      [a, 'Free'],
      [b, 'Reserve', { key: 'moved' }],
    ]);
    const [ofA, ofB] = [await topicOf(a), await topicOf(b)];
    expect(await importInto(older, [ofB, ofA])).toEqual({ ...clean, imported: 2, known: 1 });
    const { rows } = await older.database.pool.query(
      `select stream_id from es.claim where key = 'moved'`,
    );
    expect(rows).toEqual([{ stream_id: `tally-${b}` }]);
  });

  it('names a stream whose claim another stream keeps', async () => {
    const { a, b } = named('kept');
    await run(lost, [[b, 'Reserve', { key: 'kept' }]]);
    await run(older, [[a, 'Reserve', { key: 'kept' }]]);
    const report = await importInto(older, [await topicOf(b)]);
    expect(report).toEqual({ ...clean, imported: 0, known: 0, refused: [`tally-${b}`] });
  });

  it('leaves a stream alone that was deleted after its retention', async () => {
    await copied('deleted', [1]);
    await older.database.pool.query(
      `update es.stream set version = 2, state_version = $1, stream_type = $2, state = '{}'
        where stream_id = 'tally-deleted'`,
      [tombstoneStateVersion, tombstoneType],
    );
    await older.database.pool.query(`delete from es.event where stream_id = 'tally-deleted'`);
    const report = await importInto(older, [await topicOf('deleted')]);
    expect(report).toEqual({ ...clean, imported: 0, known: 0, deleted: 1 });
  });

  it('writes the rows of new events, and none of events that the database has', async () => {
    const { pool } = older.database;
    await pool.query('create table noted (stream text primary key, times integer not null)');
    const upsert: RowUpsert = {
      name: 'noted',
      columns: ['stream', 'times'],
      sql: `insert into noted as n (stream, times) select * from unnest($1::text[], $2::integer[])
        on conflict (stream) do update set times = n.times + excluded.times`,
    };
    const rows: RestoredRows = (stream) => [{ upsert, row: [stream, 1] }];
    await copied('rows', [1]);
    await run(lost, [
      ['rows', 'Count', { by: 2 }],
      ['rows', 'Count', { by: 3 }],
    ]);
    await importInto(older, [await topicOf('rows')], rows);
    expect((await pool.query('select * from noted')).rows).toEqual([
      { stream: 'tally-rows', times: 2 },
    ]);
  });

  it('forgets no version that could not follow when others have filled a part of the gap', async () => {
    await run(
      lost,
      [1, 2, 3, 4].map((by) => ['holes', 'Count', { by }]),
    );
    const [first, second, , fourth] = await topicOf('holes');
    const report = await importInto(older, [[first!], [fourth!], [second!]]);
    expect(report).toMatchObject({ imported: 2, gaps: new Map([['tally-holes', 3]]) });
  });

  it('writes a command of several streams as a whole, in one transaction', async () => {
    const { a, b } = named('whole');
    await run(lost, [
      [a, 'Count', { by: 1 }],
      [b, 'Count', { by: 1 }],
      [b, 'Count', { by: 2 }],
    ]);
    const parts = { commandId: 'spread', commandEvents: 2 };
    const [ofA, ofB, later] = await topicOf(a, b);
    const [one, other] = [
      { ...ofA!, ...parts },
      { ...ofB!, ...parts },
    ];
    const half = await importInto(older, [[other, later!]]);
    expect(half).toEqual({ ...clean, imported: 0, known: 0, incomplete: [`tally-${b}`] });
    const known = await older.load({ consumer, streams: [], commandIds: ['spread'] });
    expect(known.known.size).toBe(0);
    const whole = await importInto(older, [[other, later!], [one]]);
    expect(whole).toEqual({ ...clean, imported: 3, known: 0 });
    const { rows } = await older.database.pool.query(
      `select count(distinct tx)::integer as transactions from es.event
        where stream_id in ($1, $2) and version = 1`,
      [`tally-${a}`, `tally-${b}`],
    );
    expect(rows).toEqual([{ transactions: 1 }]);
  });

  it('writes no part of a command when a claim keeps one of its streams out', async () => {
    const { a, b } = named('group');
    await run(lost, [
      [a, 'Count', { by: 1 }],
      [b, 'Reserve', { key: 'group' }],
    ]);
    await run(older, [['group-c', 'Reserve', { key: 'group' }]]);
    const published = await topicOf(a, b);
    const parts = { commandId: 'grouped', commandEvents: 2 };
    const report = await importInto(older, [published.map((event) => ({ ...event, ...parts }))]);
    expect(report).toEqual({
      ...clean,
      imported: 0,
      known: 0,
      refused: [`tally-${a}`, `tally-${b}`],
    });
  });

  it('cannot write an event of an older release, and knows one that the database has', async () => {
    await run(lost, [
      ['bare', 'Count', { by: 1 }],
      ['bare', 'Count', { by: 2 }],
    ]);
    const [first, second] = await topicOf('bare');
    const bare = ({ schemaVersion: _version, commandId: _command, ...event }: PublishedEvent) =>
      event;
    const refused = await importInto(older, [[bare(first!), second!]]);
    expect(refused).toEqual({
      ...clean,
      imported: 0,
      known: 0,
      gaps: new Map([['tally-bare', 1]]),
    });
    await importInto(older, [[first!]]);
    const report = await importInto(older, [[bare(first!), second!]]);
    expect(report).toEqual({ ...clean, imported: 1, known: 1 });
  });

  it('refuses an event that this release does not know, and writes nothing of its page', async () => {
    await run(lost, [
      ['unknown', 'Count', { by: 1 }],
      ['unknown-b', 'Count', { by: 1 }],
    ]);
    const [first, second] = await topicOf('unknown', 'unknown-b');
    const later = { ...second!, schemaVersion: 99 };
    await expect(importInto(older, [[first!, later]])).rejects.toThrow('tally-unknown-b@1 cannot');
    expect((await older.state(tally, 'tally-unknown')).version).toBe(0);
  });
});
