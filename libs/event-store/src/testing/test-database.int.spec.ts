import { Client, Pool } from 'pg';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { aMoment, isPending } from '@nordgate/testing';
import { emptyTestDatabase, migratedTestDatabase } from './test-database.js';

it('emptyTestDatabase drops its database after the last session has ended', async () => {
  const errors: Error[] = [];
  const { url, drop } = await emptyTestDatabase('farewell');
  const pool = new Pool({ connectionString: url });
  pool.on('error', (error) => errors.push(error));
  const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid');
  const session = rows[0]?.pid ?? 0;
  process.kill(session, 'SIGSTOP');
  await pool.end();
  const dropped = drop();
  expect(await isPending(dropped)).toBe(true);
  process.kill(session, 'SIGCONT');
  await dropped;
  await aMoment();
  expect(errors).toEqual([]);
});

let runs = 0;

class CreateNote1790000000001 implements MigrationInterface {
  readonly name = 'CreateNote1790000000001';

  async up(runner: QueryRunner): Promise<void> {
    runs += 1;
    await runner.query(`create table note (of_run text default '${String(process.pid)}')`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table note');
  }
}

async function rowsOf(url: string, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<object>(sql)).rows;
  } finally {
    await client.end();
  }
}

describe('migratedTestDatabase', () => {
  const opened: (() => Promise<void>)[] = [];
  afterEach(() => Promise.all(opened.splice(0).map((drop) => drop())));

  async function open(migrations = [CreateNote1790000000001]): Promise<string> {
    const { url, drop } = await migratedTestDatabase('copied', migrations);
    opened.push(drop);
    return url;
  }

  it('runs its migrations once for two databases at the same time, which share no row', async () => {
    const [first, second] = await Promise.all([open(), open()]);
    expect(runs).toBe(1);
    await rowsOf(first, 'insert into note default values');
    expect(await rowsOf(first, 'select from note')).toHaveLength(1);
    expect(await rowsOf(second, 'select from note')).toEqual([]);
    expect(await rowsOf(second, 'select from es.event')).toEqual([]);
  });

  it('gives a database with other migrations no table of these', async () => {
    await open();
    const other = await open([]);
    expect(await rowsOf(other, "select to_regclass('note') as note")).toEqual([{ note: null }]);
  });
});
