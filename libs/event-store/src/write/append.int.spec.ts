import type { AppendWrite, StreamWrite } from './append.js';
import { EventStore } from './event-store.js';
import { eventBytesMax, EventTooLargeError } from './event-size.js';
import { testDatabase } from '../testing/test-database.js';
import type { TestDatabase } from '../testing/test-database.js';
import { tally } from '@nordgate/decider/testing';

let database: TestDatabase;
let store: EventStore;

beforeAll(async () => {
  database = await testDatabase('append');
  store = new EventStore(database, [tally]);
});
afterAll(() => database.close());

let group = 0;

function to(name: string, expected: number, more: Partial<StreamWrite> = {}): StreamWrite {
  group += 1;
  return {
    streamId: `tally-${name}`,
    streamType: 'tally',
    expected,
    events: [counted(1)],
    state: { count: expected + 1, sum: expected + 1, reserved: null },
    stateVersion: 1,
    take: [],
    release: [],
    group,
    ...more,
  };
}

function counted(by: number) {
  const meta = { commandId: 'c', actor: 'test', requestedAt: '2026-03-01T10:00:00Z' };
  return { type: 'Counted', schemaVersion: 1, data: { by }, meta };
}

function write(...streams: StreamWrite[]): AppendWrite {
  return { consumer: 'test', streams, inbox: [], rows: [] };
}

async function versionsOf(name: string): Promise<number[]> {
  return (await store.history(`tally-${name}`)).map(({ version }) => version);
}

describe('an append to one stream', () => {
  it('writes contiguous versions and the folded state', async () => {
    const two = { events: [counted(1), counted(2)], state: { count: 2, sum: 3, reserved: null } };
    expect(await store.append(write(to('one', 0, two)))).toEqual([]);
    expect(await store.append(write(to('one', 2)))).toEqual([]);
    expect(await versionsOf('one')).toEqual([1, 2, 3]);
    expect(await store.state(tally, 'tally-one')).toMatchObject({
      state: { count: 3, sum: 3, reserved: null },
      version: 3,
    });
  });

  it('refuses a version that another append has written', async () => {
    await store.append(write(to('cas', 0)));
    for (const stale of [0, 2, 7]) {
      expect(await store.append(write(to('cas', stale)))).toEqual([
        { streamId: 'tally-cas', reason: 'version' },
      ]);
    }
    expect(await versionsOf('cas')).toEqual([1]);
  });

  it('refuses an expected version of a stream that does not exist', async () => {
    expect(await store.append(write(to('absent', 3)))).toEqual([
      { streamId: 'tally-absent', reason: 'version' },
    ]);
    expect(await store.state(tally, 'tally-absent')).toMatchObject({
      state: tally.initial,
      version: 0,
    });
  });

  it('stores the metadata of the command with the event', async () => {
    await store.append(write(to('meta', 0)));
    const [event] = await store.history('tally-meta');
    expect(event?.meta).toEqual(counted(1).meta);
    expect(event?.at).toMatch(/Z$/);
  });
});

describe('the order guard', () => {
  it('fails the whole call when its transaction id is older than the last writer of a stream', async () => {
    await store.append(write(to('guarded', 0)));
    const early = await database.pool.connect();
    try {
      await early.query('begin');
      await early.query('select pg_current_xact_id()');
      await store.append(write(to('guarded', 1)));
      const late = early.query(
        `select * from es.append_slice('test', '{tally-guarded}', '{tally}', '{2}', '{3}', '{1}',
           '[{}]', '{1}', '{1}', '{3}', '{Counted}', '{1}', '[{}]', '[{}]',
           '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}')`,
      );
      await expect(late).rejects.toMatchObject({ code: '40001' });
    } finally {
      await early.query('rollback');
      early.release();
    }
    expect(await versionsOf('guarded')).toEqual([1, 2]);
  });
});

describe('an append to many streams', () => {
  it('refuses one stream and writes the others', async () => {
    await store.append(write(to('part-b', 0)));
    const refused = await store.append(write(to('part-a', 0), to('part-b', 0), to('part-c', 0)));
    expect(refused).toEqual([{ streamId: 'tally-part-b', reason: 'version' }]);
    expect(await versionsOf('part-a')).toEqual([1]);
    expect(await versionsOf('part-b')).toEqual([1]);
    expect(await versionsOf('part-c')).toEqual([1]);
  });

  it('writes a group as a whole or not at all', async () => {
    await store.append(write(to('group-a', 0)));
    const group = 1_000;
    const refused = await store.append(
      write(to('group-a', 0, { group }), to('group-b', 0, { group }), to('group-c', 0)),
    );
    expect(refused).toEqual([
      { streamId: 'tally-group-a', reason: 'version' },
      { streamId: 'tally-group-b', reason: 'group' },
    ]);
    expect(await versionsOf('group-b')).toEqual([]);
    expect(await versionsOf('group-c')).toEqual([1]);
  });

  it('writes nothing when a command id is known', async () => {
    const inbox = [{ messageId: 'same', streamId: 'tally-inbox-a' }];
    await store.append({ ...write(to('inbox-a', 0)), inbox });
    const again = store.append({ ...write(to('inbox-a', 1), to('inbox-b', 0)), inbox });
    await expect(again).rejects.toMatchObject({ code: '23505', schema: 'es', table: 'inbox' });
    expect(await versionsOf('inbox-b')).toEqual([]);
  });

  it('writes no inbox row of a refused stream', async () => {
    const inbox = [{ messageId: 'refused', streamId: 'tally-part-a' }];
    expect(await store.append({ ...write(to('part-a', 0)), inbox })).toHaveLength(1);
    const load = { consumer: 'test', streams: [], commandIds: ['refused', 'same'] };
    expect((await store.load(load)).known).toEqual(new Set(['same']));
  });
});

describe('claims', () => {
  const claim = (key: string) => ({ scope: 'key', key });
  const holders = async (...keys: string[]) => {
    const claims = keys.map(claim);
    const loaded = await store.load({ consumer: 'test', streams: [], commandIds: [], claims });
    return [...loaded.claims.values()];
  };

  it('are held by one stream, and the refusal names the holder', async () => {
    await store.append(write(to('holder', 0, { take: [claim('k1')] })));
    const refused = await store.append(
      write(to('rival', 0, { take: [claim('k0'), claim('k1')] }), to('bystander', 0)),
    );
    expect(refused).toEqual([
      { streamId: 'tally-rival', reason: 'claim', claim: claim('k1'), holder: 'tally-holder' },
    ]);
    expect(await holders('k0', 'k1')).toEqual(['tally-holder']);
    expect(await versionsOf('bystander')).toEqual([1]);
  });

  it('may move from one stream to another within one call', async () => {
    await store.append(write(to('giver', 0, { take: [claim('k2')] })));
    const refused = await store.append(
      write(to('giver', 1, { release: [claim('k2')] }), to('taker', 0, { take: [claim('k2')] })),
    );
    expect(refused).toEqual([]);
    expect(await holders('k2')).toEqual(['tally-taker']);
  });

  it('stay with their holder when the releasing stream is refused', async () => {
    await store.append(write(to('keeper', 0, { take: [claim('k3')] })));
    const refused = await store.append(
      write(to('hopeful', 0, { take: [claim('k3')] }), to('keeper', 0, { release: [claim('k3')] })),
    );
    expect(refused).toEqual([
      { streamId: 'tally-keeper', reason: 'version' },
      { streamId: 'tally-hopeful', reason: 'claim', claim: claim('k3'), holder: 'tally-keeper' },
    ]);
    expect(await holders('k3')).toEqual(['tally-keeper']);
  });

  it('go to the first of two streams of one call; the other stream and its group are refused', async () => {
    const group = 2_000;
    const refused = await store.append(
      write(
        to('first', 0, { take: [claim('k4')] }),
        to('second', 0, { take: [claim('k4')], group }),
        to('second-fellow', 0, { group }),
      ),
    );
    expect(refused).toEqual([
      { streamId: 'tally-second', reason: 'claim', claim: claim('k4'), holder: 'tally-first' },
      { streamId: 'tally-second-fellow', reason: 'group' },
    ]);
  });

  it('are never held twice by racing streams', async () => {
    const race = Array.from({ length: 12 }, (_, n) =>
      store
        .append(write(to(`racer-${n}`, 0, { take: [claim('k5')] })))
        .then((refused) => refused.length === 0)
        .catch((error: { code?: string }) => {
          expect(error.code).toBe('40001');
          return false;
        }),
    );
    expect((await Promise.all(race)).filter(Boolean)).toHaveLength(1);
  });
});

describe('rows of an append', () => {
  const upsert = {
    name: 'register',
    sql: `insert into register (id, version, text) select * from unnest($1::text[], $2::int[], $3::text[])
            on conflict (id) do update set version = excluded.version, text = excluded.text
            where register.version < excluded.version`,
    columns: ['id', 'version', 'text'],
  };
  beforeAll(() =>
    database.pool.query('create table register (id text primary key, version int, text text)'),
  );
  const register = async () =>
    (await database.pool.query('select * from register order by id')).rows as unknown[];

  it('are written with the streams, and left out with a refused stream', async () => {
    const rows = [
      { upsert, row: ['with', 1, 'a'], after: ['tally-row-a'] },
      { upsert, row: ['without', 1, 'a'], after: ['tally-part-a'] },
      { upsert, row: ['loose', 1, 'a'], after: [] },
    ];
    await store.append({ ...write(to('part-a', 0), to('row-a', 0)), rows });
    expect(await register()).toEqual([
      { id: 'loose', version: 1, text: 'a' },
      { id: 'with', version: 1, text: 'a' },
    ]);
  });

  it('may contain the same row twice: the newer one stays', async () => {
    const row = (version: number) => ({
      upsert,
      row: ['twice', version, `v${version}`],
      after: [],
    });
    await store.append({ ...write(), rows: [row(3), row(4), row(2)] });
    expect(await register()).toContainEqual({ id: 'twice', version: 4, text: 'v4' });
  });

  it('need no stream, and are written all or none', async () => {
    const rowOf = (id: string, version: unknown) => ({
      upsert,
      row: [id, version, 'a'],
      after: [],
    });
    await store.append({ ...write(), rows: [rowOf('alone', 1)] });
    expect(await register()).toContainEqual({ id: 'alone', version: 1, text: 'a' });
    const rows = [rowOf('half', 1), rowOf('half', 'no number')];
    const failing = store.append({ ...write(), rows });
    await expect(failing).rejects.toMatchObject({ code: '22P02' });
    expect(await register()).not.toContainEqual(expect.objectContaining({ id: 'half' }));
  });

  it('roll back the append when they fail', async () => {
    const rows = [{ upsert, row: ['bad', 'no number', 'a'], after: [] }];
    const failing = store.append({ ...write(to('row-b', 0)), rows });
    await expect(failing).rejects.toMatchObject({ code: '22P02' });
    expect(await versionsOf('row-b')).toEqual([]);
  });
});

describe('an event above half of what a message of the topic may hold', () => {
  /** An event whose data has so many bytes as JSON; its letters have two bytes each. */
  const ofBytes = (bytes: number) => {
    const rest = bytes - Buffer.byteLength(JSON.stringify({ by: 1, note: '' }));
    const note = 'ø'.repeat(Math.floor(rest / 2)) + 'o'.repeat(rest % 2);
    return { ...counted(1), data: { by: 1, note } };
  };

  it('is rejected with its stream and its size, and nothing is written', async () => {
    const large = to('large', 0, { events: [counted(1), ofBytes(eventBytesMax + 1)] });
    const appending = store.append(write(to('beside', 0), large));
    await expect(appending).rejects.toThrow(EventTooLargeError);
    await expect(appending).rejects.toThrow(
      `Counted of tally-large has ${String(eventBytesMax + 1)} bytes, more than ${String(eventBytesMax)}`,
    );
    expect(await versionsOf('large')).toEqual([]);
    expect(await versionsOf('beside')).toEqual([]);
  });

  it('is told by its own bytes: two events of the limit are written together', async () => {
    const events = [ofBytes(eventBytesMax), ofBytes(eventBytesMax)];
    expect(await store.append(write(to('limit', 0, { events })))).toEqual([]);
    expect(await versionsOf('limit')).toEqual([1, 2]);
  });
});
