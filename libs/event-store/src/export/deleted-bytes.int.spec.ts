import { setTimeout as pause } from 'node:timers/promises';
import { zstdDecompressSync } from 'node:zlib';
import { deleteArchived } from '../archive/delete-archived.js';
import { DeletedExport } from '../testing/deleted-export.js';
import { TallyArchive } from '../testing/tally-archive.js';
import { testDatabase } from '../testing/test-database.js';
import type { TestDatabase } from '../testing/test-database.js';

const always = new AbortController().signal;

let database: TestDatabase;
let bank: TallyArchive;
let exported: DeletedExport;
beforeAll(async () => {
  database = await testDatabase('deleted_bytes');
  bank = await TallyArchive.open(database);
  exported = new DeletedExport(bank);
});
afterAll(async () => {
  await bank.close();
  await database.close();
});

/** A name and a number that nothing else has. */
const personOf = (customer: number) => ({
  name: `Ragnhild Testdatter ${String(customer).padStart(3, '0')}`,
  number: `NO93860111${String(customer).padStart(5, '0')}`,
});

async function paymentsOf(customers: readonly number[]): Promise<void> {
  for (const customer of customers) {
    const { name, number } = personOf(customer);
    const stream = `p-${String(customer)}`;
    for (const note of [name, number, 'end']) await bank.count(stream, note);
  }
}

/** All bytes of exported parts and of files of the archive, as a reader with everything but the keys has them. */
async function storedBytes(): Promise<string> {
  const texts = [];
  for (const name of await bank.objects.list('')) {
    const bytes = await bank.objects.get(name);
    texts.push((name.endsWith('.zst') ? zstdDecompressSync(bytes) : bytes).toString('latin1'));
  }
  return texts.join('\n');
}

/** The bytes of the tables and indexes of the event store, after a vacuum that writes them again. */
async function databaseBytes(): Promise<string> {
  const { pool } = database;
  await pool.query('vacuum full es.event');
  await pool.query('vacuum full es.stream');
  await pool.query('checkpoint');
  const { rows } = await pool.query<{ bytes: Buffer }>(
    `select pg_read_binary_file(pg_relation_filepath(c.oid)) as bytes
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname in ('es', 'pg_toast') and c.relkind in ('r', 'i', 't')
        and pg_relation_filepath(c.oid) is not null`,
  );
  return rows.map(({ bytes }) => bytes.toString('latin1')).join('\n');
}

const found = (bytes: string, customers: readonly number[]) =>
  customers.filter((customer) => {
    const { name, number } = personOf(customer);
    return bytes.includes(name) || bytes.includes(number);
  });

/**
 * Those who are found in the tables although they are deleted. A vacuum keeps a deleted row for as long as somebody in the
 * database has a snapshot from before, as the server's own analysis of a table does at times.
 */
async function stillFound(customers: readonly number[]): Promise<readonly number[]> {
  for (let tries = 1; ; tries++) {
    const left = found(await databaseBytes(), customers);
    if (left.length === 0 || tries === 20) return left;
    await pause(500);
  }
}

const customersOf = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, at) => from + at);
const [archived, deleted, others] = [customersOf(0, 10), customersOf(10, 20), customersOf(20, 200)];
const gone = [...archived, ...deleted];

async function sumOfOthers(): Promise<number> {
  const { rows } = await database.pool.query<{ sum: number }>(
    `select sum((state ->> 'sum')::int)::int as sum from es.view`,
  );
  return rows[0]?.sum ?? 0;
}

it('the bytes of 20 of 200 customers are gone from export, archive and tables after their retention, and those of the others stay', async () => {
  await paymentsOf(archived);
  await bank.readAll();
  await bank.makeOld(3);
  await exported.run(50);
  await bank.sweep();
  await paymentsOf(deleted);
  await bank.makeOld(14);
  await paymentsOf(others);
  await exported.run(50);
  await bank.readAll();
  const before = await storedBytes();
  expect(found(before, [...gone, ...others])).toHaveLength(200);
  expect(found(await databaseBytes(), [...deleted, ...others])).toHaveLength(190);
  expect(await bank.objects.list('archive/')).toHaveLength(1);
  const histories = await Promise.all(others.map((one) => bank.history(`p-${String(one)}`)));

  const months = { tally: 1 };
  const place = { database: bank.database, archive: bank.archive, service: 'sca', projections: [] };
  await deleteArchived({ ...place, months }, always);
  await exported.deleteOld();
  const sum = await sumOfOthers();
  expect(sum).toBe(3 * others.length);
  expect(await exported.rewrite({ months })).toMatchObject({ leftOut: 60 });

  const after = await storedBytes();
  expect(found(after, gone)).toEqual([]);
  expect(found(after, others)).toEqual(others);
  expect(await stillFound(gone)).toEqual([]);
  expect(found(await databaseBytes(), others)).toEqual(others);
  expect(await bank.objects.list('archive/')).toEqual([]);
  expect(await bank.rowsOf('es.archive_month')).toBe(0);
  const own = (line: string) =>
    gone.some((one) => line.includes(`"streamId":"tally-p-${String(one)}"`));
  const eventsOf = (bytes: string) => bytes.split('\n').filter((line) => line.startsWith('{"id"'));
  expect(eventsOf(after)).toEqual(eventsOf(before).filter((line) => !own(line)));
  expect(await Promise.all(others.map((one) => bank.history(`p-${String(one)}`)))).toEqual(
    histories,
  );
  expect((await exported.read()).faults).toEqual([]);
  expect(await sumOfOthers()).toBe(sum);
});
