import { randomBytes } from 'node:crypto';
import { eventually, firstThat, isPending, outcomeOf } from '@nordgate/testing';
import { Client } from 'pg';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { openDatabase } from './database.js';
import { eventStoreMigrations } from './migrations.js';
import { EventStore } from '../write/event-store.js';
import { handleSlice } from '../write/handle-slice.js';
import { rebaseTransactions } from './restore.js';
import { restoredDatabase } from './restored-database.js';
import { openReader } from '../read/snapshot-delta-reader.js';
import { tally, tallyCommand } from '@nordgate/decider/testing';
import { executeTally, tallyItem } from '../testing/tally-items.js';
import { emptyTestDatabase, testDatabase } from '../testing/test-database.js';

class CreateThing1800000000000 implements MigrationInterface {
  readonly name = 'CreateThing1800000000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('create table thing (id int primary key)');
    await runner.query('select pg_sleep(0.2)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table thing');
  }
}

it('openDatabase migrates once when several processes open a database at the same time', async () => {
  const { url, drop } = await emptyTestDatabase('raced');
  const options = { url, applicationName: 'racer', migrations: [CreateThing1800000000000] };
  const opened = await Promise.all([1, 2, 3].map(() => openDatabase(options)));
  const applied = await opened[0]?.pool.query<{ name: string }>(
    'select name from schema_migration order by id',
  );
  expect(applied?.rows.map(({ name }) => name)).toEqual([
    'CreateEventStore1700000000000',
    'CreateAppendUnasked1764000000000',
    'CreateProjections1765000000000',
    'LeaveOutTombstones1766000000000',
    'CreateReadPage1767000000000',
    'CreateExport1768000000000',
    'ShortenMeta1769000000000',
    'CreateStoredPage1770000000000',
    'CreateArchive1771000000000',
    'CreateExportPass1772000000000',
    'CreateRebuildRanges1774000000000',
    'CreateLoadStates1779000000000',
    'ShortenInbox1781000000000',
    'CreateThing1800000000000',
  ]);
  const again = await openDatabase(options);
  await Promise.all([...opened, again].map((database) => database.close()));
  await drop();
});

it('a database that is closed refuses a statement that still waits for a connection of its pool', async () => {
  const { url, drop } = await emptyTestDatabase('closed');
  const options = { url, applicationName: 'closed', migrations: [], poolMax: 1 };
  const database = await openDatabase(options);
  const busy = await database.pool.connect();
  const waiting = outcomeOf(database.pool.query('select 1'));
  const closing = database.close();
  await eventually('the pool ends', () => database.pool.ending);
  busy.release();
  await closing;
  expect(await isPending(waiting)).toBe(false);
  expect(await waiting).toBe('rejected');
  await drop();
});

/** PostgreSQL, appendix A: invalid_password. */
const wrongPassword = '28P01';

it('openDatabase reads the URL for each new connection, so that a new password needs no restart', async () => {
  const { url, drop } = await emptyTestDatabase('rotated');
  const admin = new Client({ connectionString: url });
  await admin.connect();
  const role = `rotated_${randomBytes(5).toString('hex')}`;
  await admin.query(`create role ${role} login password 'one'`);
  await admin.query(`alter database ${new URL(url).pathname.slice(1)} owner to ${role}`);
  const withPassword = (password: string) =>
    Object.assign(new URL(url), { username: role, password }).href;
  const mounted = { url: withPassword('one') };
  const database = await openDatabase({
    ...{ url: () => mounted.url, applicationName: 'rotated', migrations: [], poolMax: 2 },
  });
  const sessionsEnd = () =>
    admin.query('select pg_terminate_backend(pid) from pg_stat_activity where usename = $1', [
      role,
    ]);
  const answers = async () => {
    await database.ping();
    const lock = await database.leaders.tryLock('any');
    await lock?.release();
  };
  const answerNow = () =>
    database.ping().then(
      () => 'answered',
      (error: { readonly code?: string }) => error.code,
    );
  await answers();
  await admin.query(`alter role ${role} password 'two'`);
  // Open connections stay; new ones need the new password.
  await answers();
  await sessionsEnd();
  await firstThat('the new password is demanded', answerNow, (code) => code === wrongPassword);
  mounted.url = withPassword('two');
  await firstThat('it answers', answerNow, (code) => code === 'answered');
  await answers();
  await database.close();
  await admin.end();
  await drop();
});

it('openDatabase limits the time of statements, locks and idle transactions', async () => {
  const database = await testDatabase('limits');
  const limit = async (name: string) =>
    (await database.pool.query<Record<string, string>>(`show ${name}`)).rows[0]?.[name];
  expect(await limit('statement_timeout')).toBe('5s');
  expect(await limit('lock_timeout')).toBe('1s');
  expect(await limit('idle_in_transaction_session_timeout')).toBe('5s');
  expect(await limit('application_name')).toBe('limits');
  await database.close();
});

it('the migrations of the event store can be reverted and run again', async () => {
  const database = await testDatabase('down');
  const migrations = eventStoreMigrations.map((Migration) => new Migration());
  const runner = database.dataSource.createQueryRunner();
  for (const migration of migrations.toReversed()) await migration.down(runner);
  for (const migration of migrations) await migration.up(runner);
  await runner.release();
  await database.close();
});

describe('a database restored into a younger cluster', () => {
  const future = '1000000000000';

  it('is refused until its transaction ids are rebased', async () => {
    const restored = await testDatabase('restored');
    const { url } = restored;
    const store = new EventStore(restored, [tally]);
    const append = async (id: string) => {
      const items = [tallyItem(tallyCommand(id, 'r', 'Count', { by: 1 }))];
      return handleSlice({ store, consumer: 'restore', items, execute: executeTally });
    };
    await append('1');
    await (await (await openReader({ database: restored, name: 'relay' })).read(10)).done();
    await restored.pool.query(`update es.event set tx = '${future}'`);
    await restored.pool.query(`update es.stream set last_tx = '${future}'`);

    const open = () => openDatabase({ url, applicationName: 'restored', migrations: [] });
    await expect(open()).rejects.toThrow(/restored into a younger cluster/);
    await rebaseTransactions(url, 'resume');
    await (await open()).close();

    await append('2');
    const reader = await openReader({ database: restored, name: 'relay' });
    expect((await reader.read(10)).events.map(({ version }) => version)).toEqual([2]);
    await rebaseTransactions(url, 'replay');
    const replaying = await openReader({ database: restored, name: 'relay' });
    expect((await replaying.read(10)).events.map(({ version }) => version)).toEqual([1, 2]);
    await restored.close();
  });

  it('is refused when only a reader is ahead of the cluster, which would skip all new events', async () => {
    const restored = await testDatabase('restored');
    const { url, pool } = restored;
    const reader = await openReader({ database: restored, name: 'relay' });
    await (await reader.read(10)).done();
    const open = () => openDatabase({ url, applicationName: 'restored', migrations: [] });
    await (await open()).close();
    await pool.query(`update es.checkpoint set prev = '${future}:${future}:'`);
    await expect(open()).rejects.toThrow(/restored into a younger cluster/);
    expect((await restoredDatabase(url)).isFromFuture).toBe(true);
    await rebaseTransactions(url, 'resume');
    expect((await restoredDatabase(url)).isFromFuture).toBe(false);
    await (await open()).close();
    await restored.close();
  });
});
