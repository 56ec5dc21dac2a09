import { streamType } from '@nordgate/decider';
import { tally } from '@nordgate/decider/testing';
import { FolderStore } from '../export/folder-store.js';
import { openReader } from '../read/snapshot-delta-reader.js';
import { deleteEnded } from '../retention/retain.js';
import { archiveTerms, endingTally, killedBefore, TallyArchive } from '../testing/tally-archive.js';
import { testDatabase } from '../testing/test-database.js';
import type { TestDatabase } from '../testing/test-database.js';
import { EventStore } from '../write/event-store.js';
import { archivablesOf } from './archive-ended.js';
import type { ArchiveStep } from './archive-ended.js';
import { EventArchive } from './event-archive.js';

const always = new AbortController().signal;

let database: TestDatabase;
let bank: TallyArchive;

beforeAll(async () => {
  database = await testDatabase('archive');
});
afterAll(() => database.close());
beforeEach(async () => {
  bank = await TallyArchive.open(database);
});
afterEach(() => bank.close());

describe('a stream that has ended, is old and was read', () => {
  let before: unknown;
  beforeEach(async () => {
    await bank.endedStreams('a', 'b');
    await bank.readAll();
    await bank.makeOld(3);
    before = await bank.history('a');
  });

  it('leaves the table of events for a file, and has the same history and state as before', async () => {
    expect(await bank.sweep()).toEqual([{ streamType: 'tally', archived: 2, heldBack: 0 }]);
    expect(await bank.rowsOf('es.event')).toBe(0);
    expect(await bank.rowsOf('es.archive')).toBe(1);
    expect(await bank.history('a')).toEqual(before);
    expect(await bank.store.page('tally-a', { after: 1, limit: 5 })).toEqual(
      (before as []).slice(1),
    );
    expect(await bank.store.state(endingTally, 'tally-a')).toMatchObject({
      version: 2,
      state: { sum: 2 },
    });
    expect(await bank.rowsOf('es.view')).toBe(2);
  });

  it('takes the ids of its commands out of the inbox, where a later command is kept again', async () => {
    expect(await bank.rowsOf('es.inbox')).toBe(4);
    await bank.sweep();
    expect(await bank.rowsOf('es.inbox')).toBe(0);
    await bank.count('a', 'late');
    expect(await bank.rowsOf('es.inbox')).toBe(1);
  });

  it('stays whole in the table while a reader is behind it, or it is young', async () => {
    await openReader({ database, name: 'slow' });
    expect(await bank.sweep()).toMatchObject([{ archived: 0, heldBack: 2 }]);
    expect(await bank.sweep({ months: { tally: 4 } })).toMatchObject([
      { archived: 0, heldBack: 0 },
    ]);
    expect(await bank.rowsOf('es.event')).toBe(4);
  });

  it('is archived once, and never deleted by the sweep of the table', async () => {
    await bank.sweep();
    expect(await bank.sweep()).toMatchObject([{ archived: 0 }]);
    const options = { database, streams: [endingTally], months: { tally: 1 }, pauseMs: 0 };
    expect(await deleteEnded(options, always)).toMatchObject([{ deleted: 0 }]);
    expect(await bank.history('a')).toEqual(before);
  });

  it('takes another event by its version, and then has the events of the file and of the table', async () => {
    await bank.sweep();
    await bank.count('a', 'late');
    const history = await bank.history('a');
    expect(history.slice(0, 2)).toEqual(before);
    expect(history.map(({ version }) => version)).toEqual([1, 2, 3]);
    expect(await bank.store.page('tally-a', { after: 1, limit: 2 })).toEqual(history.slice(1));
    expect(await bank.sweep()).toMatchObject([{ archived: 0 }]);
  });

  it('is folded from the archive by a release with another form of the state', async () => {
    await bank.sweep();
    await bank.count('b', 'late');
    const next = streamType({ ...endingTally, stateVersion: 2 });
    const newer = new EventStore(bank.database, [next]);
    const states = await newer.states(next, ['tally-a', 'tally-b']);
    expect(states).toMatchObject([
      { version: 2, state: { count: 2, note: 'end' } },
      { version: 3, state: { count: 3, note: 'late' } },
    ]);
    const without = new EventStore({ ...database, archive: undefined }, [next]);
    await expect(without.state(next, 'tally-a')).rejects.toThrow('set ARCHIVE_STORE_FILE');
    await bank.close();
    const emptied = new EventArchive({ value: bank.objects });
    const missing = new EventStore({ ...database, archive: emptied }, [next]);
    await expect(missing.state(next, 'tally-a')).rejects.toThrow('is missing');
  });

  it.each<ArchiveStep>(['write', 'check', 'lock', 'commit', 'committed'])(
    'is neither lost nor doubled by a kill before the step %s',
    async (step) => {
      await expect(bank.sweep({ onStep: killedBefore(step) })).rejects.toThrow('killed');
      expect(await bank.history('a')).toEqual(before);
      const left = step === 'committed' ? 0 : 2;
      expect(await bank.sweep()).toMatchObject([{ archived: left }]);
      expect(await bank.rowsOf('es.archive')).toBe(1);
      expect(await bank.rowsOf('es.event')).toBe(0);
      expect(await bank.history('a')).toEqual(before);
    },
  );

  it('stays in the table when it was written while its file was', async () => {
    const onStep = async (step: ArchiveStep) => {
      if (step === 'lock') await bank.count('a', 'late');
    };
    expect(await bank.sweep({ onStep })).toMatchObject([{ archived: 1 }]);
    expect(await bank.rowsOf('es.event')).toBe(3);
    expect((await bank.history('a')).map(({ version }) => version)).toEqual([1, 2, 3]);
    expect(await bank.history('b')).toHaveLength(2);
  });

  it('stays in the table when the store does not return what was put', async () => {
    const value = Object.assign(new FolderStore(bank.folder), {
      get: () => bank.objects.get(name),
    });
    let name = '';
    await bank.sweep({ onStep: killedBefore<ArchiveStep>('check') }).catch(() => undefined);
    [name = ''] = await bank.objects.list('archive/');
    await expect(bank.sweep({ archive: new EventArchive({ value }) })).rejects.toThrow(
      'other bytes',
    );
    expect(await bank.rowsOf('es.event')).toBe(4);
  });
});

it('streams of different months are in different files, and a file has no more streams than it may', async () => {
  await bank.endedStreams('a', 'b');
  await bank.makeOld(2);
  await bank.endedStreams('c', 'd', 'e');
  await bank.readAll();
  await bank.makeOld(3);
  await bank.sweep({ fileMax: 2 });
  const { rows } = await database.pool.query('select streams, events from es.archive order by 1');
  expect(rows).toEqual([1, 2, 2].map((streams) => ({ streams, events: 2 * streams })));
  expect(await bank.rowsOf('es.archive_month')).toBe(2);
  expect(await bank.history('c')).toHaveLength(2);
});

it('types that are never deleted, that are deleted first, or whose streams may be forgotten, are not archived', () => {
  const of = (streams: (typeof endingTally)[], terms: object) => () =>
    archivablesOf({ streams, ...archiveTerms, ...terms });
  expect(of([tally], {})).toThrow('never deleted');
  expect(of([endingTally], { retention: { tally: 2 } })).toThrow('deleted first');
  expect(of([{ ...endingTally, forgottenBy: 'Freed' }], {})).toThrow('forgotten');
  expect(of([endingTally], {})()).toHaveLength(1);
});
