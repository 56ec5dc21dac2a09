import type { MigrationInterface, QueryRunner } from 'typeorm';
import { Client } from 'pg';
import { eventually } from '@nordgate/testing';
import { emptyTestDatabase } from '../testing/test-database.js';
import type { DroppableDatabase } from '../testing/test-database.js';
import { openDatabase } from './database.js';
import { awaitMigrations, migrate } from './migrate.js';
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

  it('runs an older migration that a newer one has overtaken', async () => {
    const url = await emptyUrl();
    await migrate(url, [second]);
    expect(await migrate(url, [first, second])).toEqual(['Createfirst1800000000000']);
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
