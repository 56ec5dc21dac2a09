import { tableOf } from '../projections/projection-table.js';
import { rebuild } from '../projections/rebuild.js';
import { rebuildProjection } from '../projections/rebuild-projection.js';
import type { ProjectionRebuild, RebuildStep } from '../projections/rebuild-projection.js';
import { rebuildsToDo, registerProjection } from '../projections/projection-register.js';
import { openReader } from '../read/snapshot-delta-reader.js';
import { endingTally, killedBefore, TallyArchive } from '../testing/tally-archive.js';
import { lastCounts, projectionDatabase } from '../testing/tally-projection.js';
import type { TestDatabase } from '../testing/test-database.js';
import { StreamTypes } from '../write/stream-types.js';
import { deleteArchived } from './delete-archived.js';
import type { ArchiveDeletion, ArchiveDeletionStep } from './delete-archived.js';
import { EventArchive } from './event-archive.js';

const always = new AbortController().signal;

let database: TestDatabase;
let bank: TallyArchive;
let work: ProjectionRebuild;

beforeAll(async () => {
  database = await projectionDatabase('archive_end');
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.pool.query('truncate last_count');
  bank = await TallyArchive.open(database);
  const types = new StreamTypes([endingTally]);
  const table = tableOf(database.dataSource, lastCounts);
  work = { database: bank.database, types, projection: lastCounts, table, signal: always };
  await bank.endedStreams('a', 'b');
  await bank.count('open', 'open');
  await bank.readAll();
  await bank.makeOld(3);
  await rebuildProjection(work);
  await bank.sweep();
});
afterEach(() => bank.close());

/** The streams had their last events three months ago. */
function endMonths(months: number, more: Partial<ArchiveDeletion> = {}) {
  const { archive, database: own } = bank;
  const place = { archive, database: own, service: 'sca', projections: [work] };
  return deleteArchived({ ...place, months: { tally: months }, ...more }, always);
}

const rows = async () =>
  (await database.pool.query<object>('select stream, version from last_count order by stream'))
    .rows;
const all = [
  { stream: 'tally-a', version: 2 },
  { stream: 'tally-b', version: 2 },
  { stream: 'tally-open', version: 1 },
];

describe('the streams of a file whose month is over', () => {
  it('are kept until then', async () => {
    expect(await endMonths(3)).toEqual({ deleted: 0, heldBack: 0 });
    expect(await bank.history('a')).toHaveLength(2);
    expect(await rows()).toEqual(all);
  });

  it('leave tombstones with the fingerprints of the file; key, file and rows of projections are gone', async () => {
    const [name = ''] = await bank.objects.list('');
    expect(await endMonths(1)).toEqual({ deleted: 2, heldBack: 0 });
    expect(await bank.history('a')).toEqual([]);
    expect(await bank.store.state(endingTally, 'tally-a')).toMatchObject({ isDeleted: true });
    const { rows: buried } = await database.pool.query<{ state: object }>(
      `select state from es.stream where stream_type = 'tombstone'`,
    );
    const fingerprint = expect.stringMatching(/^[0-9a-f]{64}$/) as string;
    expect(buried).toMatchObject(
      [1, 2].map(() => ({ state: { streamType: 'tally', version: 2, fingerprint } })),
    );
    expect(await rows()).toEqual([{ stream: 'tally-open', version: 1 }]);
    expect(await bank.objects.list('')).toEqual([]);
    expect(name).toMatch(/^archive\/sca\/tally\//);
    expect([await bank.rowsOf('es.archive'), await bank.rowsOf('es.archive_month')]).toEqual([
      0, 0,
    ]);
    expect(await bank.count('a', 'open')).toMatchObject([{ replies: [{ refused: 'CONFLICT' }] }]);
  });

  it.each<ArchiveDeletionStep>(['file', 'commit', 'key', 'objects', 'month'])(
    'are deleted by the next sweep after a kill before the step %s',
    async (step) => {
      await expect(endMonths(1, { onStep: killedBefore(step) })).rejects.toThrow('killed');
      await endMonths(1);
      expect(await rows()).toEqual([{ stream: 'tally-open', version: 1 }]);
      expect(await bank.objects.list('')).toEqual([]);
      expect(await bank.rowsOf('es.archive_month')).toBe(0);
    },
  );

  it('take the files that a kill has left with them', async () => {
    await bank.objects.put(
      (await bank.objects.list(''))[0]?.replace(/[0-9a-f]{64}/, 'left') ?? '',
      Buffer.from('x'),
    );
    await endMonths(1);
    expect(await bank.objects.list('')).toEqual([]);
  });

  it('wait for an object that is missing, as after a restore of an older database', async () => {
    const [name = ''] = await bank.objects.list('');
    const bytes = await bank.objects.get(name);
    await bank.objects.remove(name);
    const archive = new EventArchive({ value: bank.objects });
    await expect(endMonths(1, { archive })).rejects.toThrow(`${name} is missing`);
    await bank.objects.put(name, bytes);
    expect(await endMonths(1, { archive })).toEqual({ deleted: 2, heldBack: 0 });
  });

  it('wait for a reader that is behind a stream, and for an event that came after the archive', async () => {
    await bank.count('a', 'late');
    expect(await endMonths(1)).toEqual({ deleted: 1, heldBack: 1 });
    await bank.readAll();
    expect(await endMonths(1)).toEqual({ deleted: 0, heldBack: 1 });
    await rebuildProjection({ ...work, resume: false });
    await bank.makeOld(1);
    expect(await endMonths(1)).toEqual({ deleted: 1, heldBack: 0 });
    expect(await bank.rowsOf('es.event')).toBe(1);
  });
});

describe('a rebuild', () => {
  it('makes the same rows of streams whose events are in the archive', async () => {
    await bank.count('b', 'late');
    await rebuildProjection({ ...work, resume: false });
    expect(await rows()).toEqual([all[0], { stream: 'tally-b', version: 3 }, all[2]]);
  });

  it('can be started again after a kill in the middle of the archive', async () => {
    for (const step of ['file', 'page'] as const) {
      const killed = rebuildProjection({
        ...work,
        resume: false,
        onStep: killedBefore<RebuildStep>(step),
      });
      await expect(killed).rejects.toThrow('killed');
      await rebuildProjection(work);
      expect(await rows()).toEqual(all);
    }
  });

  it('needs the archive, and a new projection is rebuilt at once', async () => {
    const without = { ...work, database: { ...bank.database, archive: undefined } };
    await expect(rebuildProjection({ ...without, resume: false })).rejects.toThrow(
      'is in the archive',
    );
    const other = { ...lastCounts, name: 'other' };
    await registerProjection(database.pool, other);
    expect(await rebuildsToDo(database.pool, [other])).toEqual(['other']);
  });

  it('of the inline views folds archived streams, too', async () => {
    await bank.count('b', 'late');
    await database.pool.query(`update es.stream set state = '{}' where stream_id = 'tally-a'`);
    const compared = { database: bank.database, streamType: endingTally, mode: 'compare' } as const;
    expect(await rebuild(compared)).toMatchObject({ streams: 3, drifted: ['tally-a'] });
    expect(await rebuild({ ...compared, mode: 'rewrite' })).toMatchObject({ rewritten: 1 });
    expect(await rebuild(compared)).toMatchObject({ streams: 3, drifted: [] });
  });
});

it('nothing is archived while a projection is rebuilt', async () => {
  await bank.endedStreams('c');
  await bank.readAll();
  await openReader({ database, name: lastCounts.name });
  await bank.makeOld(3);
  const onStep = async (step: string) => {
    if (step !== 'page') return;
    expect(await bank.sweep()).toMatchObject([{ archived: 0, heldBack: 1 }]);
  };
  await rebuildProjection({ ...work, onStep });
  expect(await rows()).toHaveLength(4);
});
