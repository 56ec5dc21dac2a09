import type { MigrationInterface, QueryRunner } from 'typeorm';
import { Client } from 'pg';
import { eventually } from '@nordgate/testing';
import { emptyTestDatabase } from '../testing/test-database.js';
import type { DroppableDatabase } from '../testing/test-database.js';
import { openDatabase } from './database.js';
import { awaitMigrations, migrate, migrationLock, buildIndex } from './migrate.js';
import type { MigrationClass, WaitReason } from './migrate.js';
import { eventStoreMigrations, migrateDatabase } from './migrations.js';

/** A migration of a release that creates a table. */
function creating(table: string, at: number): MigrationClass {
  return class implements MigrationInterface {
    readonly name = `Create${table}${String(at)}`;
    async up(runner: QueryRunner): Promise<void> {
      await runner.query(`create table ${table} (id int primary key)`);
    }
    async down(runner: QueryRunner): Promise<void> {
      await runner.query(`drop table ${table}`);
    }
  };
}

const first = creating('first', 1800000000000);
const second = creating('second', 1800000000001);

const databases: DroppableDatabase[] = [];
afterEach(async () => {
  for (const one of databases.splice(0)) await one.drop();
});

async function emptyUrl(): Promise<string> {
  const database = await emptyTestDatabase('migrate');
  databases.push(database);
  return database.url;
}

/** A wait that records its reasons, and does not wait long. */
function recordingWait(signal?: AbortSignal) {
  const reasons: WaitReason[] = [];
  const wait = { signal, pollMs: 10, onWaiting: (one: WaitReason) => void reasons.push(one) };
  return { reasons, wait };
}

const until = (isTrue: () => boolean) => eventually('the wait has its next reason', isTrue);

describe('migrate', () => {
  it('returns the migrations that ran, and none the second time', async () => {
    const url = await emptyUrl();
    expect(await migrate(url, [first, second])).toEqual([
      'Createfirst1800000000000',
      'Createsecond1800000000001',
    ]);
    expect(await migrate(url, [first, second])).toEqual([]);
  });

  it('leaves a database alone that a newer release has migrated', async () => {
    const url = await emptyUrl();
    await migrate(url, [first, second]);
    expect(await migrate(url, [first])).toEqual([]);
  });

  it('does not wait for another process when the database lacks nothing', async () => {
    const url = await emptyUrl();
    await migrate(url, [first]);
    const other = new Client({ connectionString: url });
    await other.connect();
    try {
      await other.query(`select pg_advisory_lock(${migrationLock})`);
      expect(await migrate(url, [first])).toEqual([]);
    } finally {
      await other.end();
    }
  });

  it('runs an older migration that a newer one has overtaken', async () => {
    const url = await emptyUrl();
    await migrate(url, [second]);
    expect(await migrate(url, [first, second])).toEqual(['Createfirst1800000000000']);
  });
});

/** A migration of a release that builds an index beside reads and writes. */
class BuildIndex1800000000002 implements MigrationInterface {
  readonly name = 'BuildIndex1800000000002';
  readonly transaction = false;
  async up(runner: QueryRunner): Promise<void> {
    await buildIndex(runner, 'built', 'es.stream (updated_at)');
  }
  async down(): Promise<void> {
    // Nothing is reverted here.
  }
}

/** A migration that builds a unique index. */
class BuildUnique1800000000003 implements MigrationInterface {
  readonly name = 'BuildUnique1800000000003';
  readonly transaction = false;
  async up(runner: QueryRunner): Promise<void> {
    await buildIndex(runner, 'built', 'es.stream (stream_type)', { isUnique: true });
  }
  async down(): Promise<void> {
    // Nothing is reverted here.
  }
}

describe('a migration that builds an index', () => {
  const indexOf = async (client: Client) => {
    const { rows } = await client.query<{ valid: boolean }>(
      `select indisvalid as valid from pg_index where indexrelid = to_regclass('es.built')`,
    );
    return rows.map(({ valid }) => valid);
  };
  let url: string;
  let client: Client;
  beforeEach(async () => {
    url = await emptyUrl();
    await migrate(url, eventStoreMigrations);
    client = new Client({ connectionString: url });
    await client.connect();
  });
  afterEach(() => client.end());

  it('runs while other processes wait for its end, and once', async () => {
    // The builder waits for every transaction that is older, so for a process that waits in a statement.
    await client.query('begin; lock table es.stream in access exclusive mode');
    const migrating = Array.from({ length: 3 }, () =>
      migrate(url, [...eventStoreMigrations, BuildIndex1800000000002]),
    );
    await new Promise((resolve) => setTimeout(resolve, 1000));
    await client.query('commit');
    expect((await Promise.all(migrating)).flat()).toEqual(['BuildIndex1800000000002']);
    expect(await indexOf(client)).toEqual([true]);
  });

  it('does not lock the table against writes', async () => {
    await client.query('begin');
    await client.query(`insert into es.stream (stream_id, stream_type, version, last_tx, state_version, state)
                        values ('a-1', 'a', 1, '1', 1, '{}')`);
    const migrating = migrate(url, [...eventStoreMigrations, BuildIndex1800000000002]);
    const other = new Client({ connectionString: url, lock_timeout: 1000 });
    await other.connect();
    await new Promise((resolve) => setTimeout(resolve, 500));
    await other.query(`insert into es.stream (stream_id, stream_type, version, last_tx, state_version, state)
                       values ('a-2', 'a', 1, '1', 1, '{}')`);
    await other.end();
    await client.query('commit');
    expect(await migrating).toEqual(['BuildIndex1800000000002']);
  });

  it('builds a unique one where no key comes twice, and fails where one does', async () => {
    const add = (id: string) =>
      client.query(
        `insert into es.stream (stream_id, stream_type, version, last_tx, state_version, state)
         values ($1, 'a', 1, '1', 1, '{}')`,
        [id],
      );
    await add('a-1');
    await add('a-2');
    const all = [...eventStoreMigrations, BuildUnique1800000000003];
    await expect(migrate(url, all)).rejects.toMatchObject({ code: '23505' });
    await client.query(`delete from es.stream where stream_id = 'a-2'`);
    expect(await migrate(url, all)).toEqual(['BuildUnique1800000000003']);
    await expect(add('a-3')).rejects.toMatchObject({ constraint: 'built' });
  });

  it('replaces what a broken off build has left', async () => {
    await client.query(`create index built on es.stream (updated_at);
      update pg_index set indisvalid = false where indexrelid = 'es.built'::regclass`);
    await migrate(url, [...eventStoreMigrations, BuildIndex1800000000002]);
    expect(await indexOf(client)).toEqual([true]);
  });
});

describe('awaitMigrations', () => {
  it('names what is missing, changes nothing, and resolves when another process has migrated', async () => {
    const url = await emptyUrl();
    const { reasons, wait } = recordingWait();
    const waiting = awaitMigrations(url, [first, second], wait);
    await until(() => reasons.length === 1);
    await migrate(url, [first]);
    await until(() => reasons.length === 2);
    await migrate(url, [first, second]);
    await waiting;
    expect(reasons).toEqual([
      { missing: ['Createfirst1800000000000', 'Createsecond1800000000001'] },
      { missing: ['Createsecond1800000000001'] },
    ]);
  });

  it('resolves at once for a database that a newer release has migrated', async () => {
    const url = await emptyUrl();
    await migrate(url, [first, second]);
    const { reasons, wait } = recordingWait();
    await awaitMigrations(url, [first], wait);
    expect(reasons).toEqual([]);
  });

  it('waits for a database that does not exist, and ends with its signal', async () => {
    const absent = new URL(await emptyUrl());
    absent.pathname = '/absent';
    const ending = new AbortController();
    const { reasons, wait } = recordingWait(ending.signal);
    const waiting = awaitMigrations(absent.href, [first], wait);
    const ended = expect(waiting).rejects.toThrow();
    await until(() => reasons.length === 1);
    ending.abort();
    await ended;
    expect(reasons).toEqual([{ error: expect.objectContaining({ code: '3D000' }) as unknown }]);
  });
});

describe('openDatabase', () => {
  it('opens a database of a newer release, whether it migrates or waits', async () => {
    const url = await emptyUrl();
    await migrateDatabase(url, [first, second]);
    const options = { url, applicationName: 'older', migrations: [first] };
    await (await openDatabase(options)).close();
    await (await openDatabase({ ...options, migrationWait: recordingWait().wait })).close();
  });

  it('runs no migration while it waits for them', async () => {
    const url = await emptyUrl();
    const { reasons, wait } = recordingWait();
    const options = { url, applicationName: 'waiting', migrations: [first], migrationWait: wait };
    const opening = openDatabase(options);
    await until(() => reasons.length === 1);
    expect(await tablesOf(url)).toEqual([]);
    await migrateDatabase(url, [first]);
    await (await opening).close();
    const [reason] = reasons;
    const missing = eventStoreMigrations.map((Migration) => new Migration().name);
    expect(reason).toEqual({ missing: [...missing, 'Createfirst1800000000000'] });
  });
});

async function tablesOf(url: string): Promise<readonly string[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  );
  await client.end();
  return rows.map(({ name }) => name);
}
