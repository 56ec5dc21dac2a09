import { streamType } from '@nordgate/decider';
import { tally, tallyCommand } from '@nordgate/decider/testing';
import type { Tally, TallyEvent } from '@nordgate/decider/testing';
import { dropHistories } from '../retention/drop-histories.js';
import { forgetHistories } from '../retention/forget-histories.js';
import { DeletedExport } from '../testing/deleted-export.js';
import { MemoryStore } from '../testing/memory-store.js';
import { endingTally, killedBefore, TallyArchive } from '../testing/tally-archive.js';
import { executeTally, tallyItem } from '../testing/tally-items.js';
import { testDatabase } from '../testing/test-database.js';
import type { TestDatabase } from '../testing/test-database.js';
import { EventStore } from '../write/event-store.js';
import { handleSlice } from '../write/handle-slice.js';
import { exportEvents, lackingParts } from './export-events.js';
import { readLines } from './export-part.js';
import type { RewriteStep } from './rewrite-export.js';

const always = new AbortController().signal;
const steps: readonly RewriteStep[] = ['write', 'check', 'note', 'remove', 'end'];

let database: TestDatabase;
let bank: TallyArchive;
let exported: DeletedExport;

beforeAll(async () => {
  database = await testDatabase('rewritten');
});
afterAll(() => database.close());
beforeEach(async () => {
  bank = await TallyArchive.open(database);
  exported = new DeletedExport(bank);
});
afterEach(() => bank.close());

/** Two streams that have ended and one that is open, in four parts: old-1, open; old-2, old-1; old-2, open. */
async function oldStreams(): Promise<void> {
  await bank.count('old-1', 'Astrid Holm');
  await bank.count('open', 'Knut Berg');
  await bank.count('old-2', 'Berit Lien');
  await bank.count('old-1', 'end');
  await bank.count('old-2', 'end');
  await bank.count('open', 'still open');
  await bank.makeOld(13);
  await bank.count('young', 'Siri Dahl');
  await bank.count('young', 'end');
  await exported.run();
}

const kept = ['tally-open@1', 'tally-open@2', 'tally-young@1', 'tally-young@2'];

/** The lines of all events of all objects, in their order. */
async function lines(): Promise<readonly string[]> {
  const all = [];
  for (const name of await exported.objects()) {
    all.push(...(await readLines(name, await bank.objects.get(name))).lines);
  }
  return all;
}

async function anEmptyStore<Result>(act: (store: EventStore) => Promise<Result>): Promise<Result> {
  const empty = await testDatabase('rewritten_empty');
  try {
    return await act(new EventStore(empty, [endingTally]));
  } finally {
    await empty.close();
  }
}

describe('the export of a service that deletes streams', () => {
  beforeEach(oldStreams);

  it('loses the events of deleted streams, and keeps all other lines and the chain of its parts', async () => {
    const before = await lines();
    const first = await exported.objects();
    await exported.deleteOld();
    expect(await exported.rewrite()).toEqual({ read: 3, rewritten: 3, leftOut: 4 });
    const { faults, parts, places } = await exported.read();
    expect([faults, places]).toEqual([[], kept]);
    expect(await lines()).toEqual(before.filter((line) => !line.includes('"streamId":"tally-old')));
    expect(parts.map(({ events }) => events.length)).toEqual([1, 0, 1, 2]);
    const now = await exported.objects();
    expect(now).toHaveLength(first.length);
    expect(now.filter((name) => first.includes(name))).toHaveLength(1);
    expect(await lackingParts(database.pool, bank.objects, 'sca')).toEqual([]);
  });

  it('says what was left out, and has no data of it', async () => {
    await exported.deleteOld();
    await exported.rewrite();
    const [first, second] = (await exported.read()).parts;
    const fingerprint = expect.stringMatching(/^[0-9a-f]{64}$/u) as string;
    const deletedAt = expect.any(String) as string;
    const tombstone = { streamType: 'tally', version: 2, fingerprint, deletedAt };
    expect(first?.left).toMatchObject({
      ...{ deleted: 1, forgotten: 0, commands: [] },
      tombstones: [{ streamId: 'tally-old-1', ...tombstone }],
    });
    expect(second?.left?.tombstones.map(({ streamId }) => streamId)).toEqual(['tally-old-2']);
    expect(JSON.stringify([first?.left, second?.left])).not.toMatch(/Astrid|Berit/u);
  });

  it('goes on with the hash of the part as it was first written', async () => {
    await exported.deleteOld();
    await exported.rewrite();
    await bank.count('young', 'late');
    await exported.run();
    const { faults, places } = await exported.read();
    expect([faults, places]).toEqual([[], [...kept, 'tally-young@3']]);
  });

  it.each(steps)('is the same after a kill before the step %s', async (step) => {
    await exported.deleteOld();
    await expect(exported.rewrite({ onStep: killedBefore(step) })).rejects.toThrow('killed');
    const between = await exported.read();
    expect(between.faults).toEqual([]);
    expect(between.places).toEqual(expect.arrayContaining(kept));
    expect(await lackingParts(database.pool, bank.objects, 'sca')).toEqual([]);
    await anEmptyStore(async (store) => {
      const report = await exported.importInto(store);
      expect(report).toMatchObject({ gaps: new Map(), forks: new Map(), incomplete: [] });
      const states = await store.states(endingTally, ['tally-old-1', 'tally-old-2']);
      // A stream is there as a whole or not at all: an ended one never looks open.
      expect(states.filter((one) => one.isDeleted !== true && one.state.note !== 'end')).toEqual(
        [],
      );
    });
    await exported.rewrite();
    const { faults, places } = await exported.read();
    expect([faults, places]).toEqual([[], kept]);
    expect(await exported.objects()).toHaveLength(4);
    expect(await exported.rewrite()).toBeUndefined();
  });

  it('never has the first events of a stream without its last ones, wherever a pass was killed', async () => {
    await exported.deleteOld();
    for (let kills = 0; kills < 20; kills += 1) {
      let left = kills;
      const onStep = () => {
        if ((left -= 1) < 0) throw new Error('killed');
      };
      const rewriting = exported.rewrite({ onStep });
      const isDone = await rewriting.then(
        () => true,
        () => false,
      );
      const { places } = await exported.read();
      for (const name of ['tally-old-1', 'tally-old-2']) {
        const versions = places.filter((place) => place.startsWith(name)).map((one) => one.at(-1));
        expect([[], ['2'], ['1', '2']]).toContainEqual(versions);
      }
      if (isDone) break;
    }
    expect((await exported.read()).places).toEqual(kept);
  });

  it('stays as it is when the store does not return what was put', async () => {
    await exported.deleteOld();
    const [name = ''] = await exported.objects();
    const lying = Object.assign(Object.create(bank.objects) as typeof bank.objects, {
      put: (other: string, bytes: Buffer) => bank.objects.put(other, bytes.subarray(1)),
    });
    await expect(exported.rewrite({ store: lying })).rejects.toThrow('other bytes');
    expect(await exported.objects()).toContain(name);
    const { rows } = await database.pool.query(
      'select object from es.export order by number limit 1',
    );
    expect(rows).toEqual([{ object: name }]);
  });

  it('is read once a month, and old parts only', async () => {
    await exported.deleteOld();
    await exported.rewrite();
    expect(await exported.rewrite()).toBeUndefined();
    await exported.passMonths(1);
    // Of the three old parts one has no event any more.
    expect(await exported.rewrite()).toEqual({ read: 2, rewritten: 0, leftOut: 0 });
    await exported.passMonths(2);
    const months = { tally: 24 };
    expect(await exported.rewrite({ months })).toEqual({ read: 0, rewritten: 0, leftOut: 0 });
  });

  it('keeps streams that were deleted after the pass began, until the next one', async () => {
    await exported.deleteOld();
    await exported.passHours(-2);
    expect(await exported.rewrite()).toMatchObject({ rewritten: 0 });
    await exported.passHours(2);
    await exported.passMonths(1);
    expect(await exported.rewrite()).toMatchObject({ rewritten: 3 });
  });

  it('loses deleted streams in parts, too, that a restore has left and the database does not know', async () => {
    await database.pool.query('delete from es.checkpoint; delete from es.export');
    await exported.run(3);
    expect(await exported.objects()).toHaveLength(7);
    await exported.deleteOld();
    await exported.rewrite();
    expect((await lines()).filter((line) => /Astrid|Berit/u.test(line))).toEqual([]);
    expect(await lines()).toHaveLength(2 * kept.length);
    expect((await exported.read()).faults).toEqual([]);
  });

  it('is found by an older database, which names the parts of before', async () => {
    const { rows } = await database.pool.query('select number, object from es.export');
    await exported.deleteOld();
    await exported.rewrite();
    for (const { number, object } of rows as { number: string; object: string }[]) {
      await database.pool.query('update es.export set object = $2 where number = $1', [
        number,
        object,
      ]);
    }
    expect(await lackingParts(database.pool, bank.objects, 'sca')).toEqual([]);
    await database.pool.query('update es.export set oldest_at = null');
    await exported.passMonths(1);
    await exported.rewrite();
    const named = await database.pool.query<{ object: string }>('select object from es.export');
    expect(named.rows.map(({ object }) => object).toSorted()).toEqual(await exported.objects());
  });
});

describe('a restore from a rewritten export', () => {
  it('makes tombstones again, so that a repeated request for a deleted stream is refused', async () => {
    await oldStreams();
    await exported.deleteOld();
    await exported.rewrite();
    await anEmptyStore(async (store) => {
      const report = await exported.importInto(store);
      expect(report).toMatchObject({ imported: 4, buried: 2, gaps: new Map(), incomplete: [] });
      expect(await store.state(endingTally, 'tally-old-1')).toMatchObject({ isDeleted: true });
      const items = [tallyItem(tallyCommand('again', 'old-1', 'Count', { by: 1 }))];
      const done = await handleSlice({ store, consumer: 'test', items, execute: executeTally });
      expect(done).toMatchObject([{ replies: [{ refused: 'CONFLICT' }] }]);
      const tombstones = `
        select stream_id, version, state from es.stream where stream_type = 'tombstone' order by 1`;
      const [was, is] = await Promise.all(
        [database, store.database].map(({ pool }) => pool.query(tombstones)),
      );
      expect(is?.rows).toEqual(was?.rows);
      expect(await exported.importInto(store)).toMatchObject({ imported: 0, known: 4, buried: 0 });
    });
  });

  it('reports a stream of an older database whose last events are deleted everywhere', async () => {
    await oldStreams();
    await exported.deleteOld();
    await exported.rewrite();
    await anEmptyStore(async (store) => {
      const items = [tallyItem(tallyCommand('c', 'old-1', 'Count', { by: 1 }))];
      await handleSlice({ store, consumer: 'test', items, execute: executeTally });
      expect(await exported.importInto(store)).toMatchObject({
        gaps: new Map([['tally-old-1', 2]]),
      });
    });
  });

  it('brings back what a command wrote to a stream that is left, without its deleted one', async () => {
    await bank.count('old-1', 'open');
    await bank.count('other', 'open');
    const transfer = tallyCommand('both', 'old-1', 'Transfer', { to: 'tally-other', by: 1 });
    const items = [tallyItem(transfer)];
    await handleSlice({ store: bank.store, consumer: 'test', items, execute: executeTally });
    await bank.count('old-1', 'end');
    await bank.makeOld(13);
    await exported.run(3);
    await exported.deleteOld();
    await exported.rewrite();
    const { parts } = await exported.read();
    expect(parts.flatMap(({ left }) => left?.commands ?? [])).toEqual([
      { commandId: 'both', of: 2, left: 1 },
    ]);
    await anEmptyStore(async (store) => {
      expect(await exported.importInto(store)).toMatchObject({ imported: 2, incomplete: [] });
      expect(await store.history('tally-other')).toHaveLength(2);
    });
  });
});

describe('the export of a service whose streams may be forgotten', () => {
  const forgetting = streamType<Tally, TallyEvent>({
    ...tally,
    evolve: (state, event) =>
      event.type === 'Freed' ? { ...tally.initial } : tally.evolve(state, event),
    forgottenBy: 'Freed',
  });

  /** It may be forgotten, and is carried forward. */
  const carried = { ...forgetting, forgottenBy: 'Reserved', carriedForwardBy: 'Freed' };
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  const beginnings = [
    [
      'forgets',
      forgetting,
      () => forgetHistories({ database, streams: [forgetting] }, ['tally-psu']),
    ],
    [
      'carries forward',
      carried,
      () =>
        dropHistories({ database, streamType: carried }, [
          { streamId: 'tally-psu', before: tomorrow },
        ]),
    ],
  ] as const;

  it.each(beginnings)(
    'loses what was before, and a restore begins the stream at the event that %s',
    async (_what, streamType, drop) => {
      await bank.count('psu', 'Astrid Holm');
      await bank.count('other', 'Knut Berg');
      for (const command of [
        tallyCommand('reserve', 'psu', 'Reserve', { key: 'seat' }),
        tallyCommand('free', 'psu', 'Free', {}),
      ]) {
        const items = [tallyItem(command)];
        await handleSlice({ store: bank.store, consumer: 'test', items, execute: executeTally });
      }
      await bank.count('psu', 'again');
      await exported.run();
      await bank.readAll();
      const streams = [streamType];
      await drop();
      expect((await bank.history('psu')).map(({ version }) => version)).toEqual([3, 4]);
      await exported.rewrite({ streams, months: {} });
      const { places, parts } = await exported.read();
      expect(places).toEqual(['tally-other@1', 'tally-psu@3', 'tally-psu@4']);
      expect(parts.map(({ left }) => left?.forgotten)).toEqual([1, 1, undefined]);
      const empty = await testDatabase('rewritten_forgotten');
      try {
        const store = new EventStore(empty, streams);
        expect(await exported.importInto(store)).toMatchObject({ imported: 3, gaps: new Map() });
        const [was, is] = await Promise.all([bank.history('psu'), store.history('tally-psu')]);
        expect(is.map(({ id, version }) => [id, version])).toEqual(
          was.map(({ id, version }) => [id, version]),
        );
        expect(await store.state(streamType, 'tally-psu')).toMatchObject({ version: 4 });
      } finally {
        await empty.close();
      }
    },
  );

  it('is not rewritten where nothing is ever deleted', async () => {
    const store = new MemoryStore();
    await bank.count('a', 'open');
    await exportEvents({ database, service: 'sca', store }, always);
    expect(await exported.rewrite({ streams: [tally], months: {} })).toBeUndefined();
    expect(await bank.rowsOf('es.export_pass')).toBe(0);
  });
});
