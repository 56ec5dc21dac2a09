import { jest } from '@jest/globals';
import { openDatabase } from './database.js';
import type { Database } from './database.js';
import { testDatabase } from '../testing/test-database.js';
import type { TestDatabase } from '../testing/test-database.js';

let here: TestDatabase;
let elsewhere: Database;
beforeEach(async () => {
  here = await testDatabase('probe');
  elsewhere = await openDatabase({ url: here.url, applicationName: 'other', migrations: [] });
});
afterEach(async () => {
  await elsewhere.close();
  await here.close();
});

const append = (of: Pick<Database, 'pool'>, stream: string) =>
  of.pool.query(
    `insert into es.event (stream_id, version, type, schema_version, data, meta)
       values ($1, 1, 'Counted', 1, '{}', '{}')`,
    [stream],
  );
const woken = (database: Database) =>
  new Promise<void>((resolve) => {
    const remove = database.appended.onAppend(() => {
      remove();
      resolve();
    }, ['Counted']);
  });

/** Both databases have looked once, so the next number is a new one. */
async function bothKnowTheLast(): Promise<void> {
  const both = Promise.all([woken(here), woken(elsewhere)]);
  for (let count = 0; ; count += 1) {
    await append(here, `tally-${String(count)}`);
    const isDone = await Promise.race([
      both.then(() => true),
      here.pool.query('select pg_sleep(0.1)').then(() => false),
    ]);
    if (isDone) return;
  }
}

describe('the wake-up signal of a database', () => {
  it('comes in another process that has the database open, which has appended nothing', async () => {
    await bothKnowTheLast();
    const late = woken(elsewhere);
    await append(here, 'tally-late');
    await late;
  });

  it('comes again after a transaction commits later than it took its number', async () => {
    await bothKnowTheLast();
    const client = await here.pool.connect();
    await client.query('begin');
    await client.query(
      `insert into es.event (stream_id, version, type, schema_version, data, meta)
         values ('tally-slow', 1, 'Counted', 1, '{}', '{}')`,
    );
    await woken(elsewhere);
    await client.query('commit');
    client.release();
    await woken(elsewhere);
  });

  it('asks the database nothing while no reader waits', async () => {
    const asked = jest.spyOn(elsewhere.pool, 'query');
    await here.pool.query('select pg_sleep(0.6)');
    expect(asked).not.toHaveBeenCalled();
    asked.mockRestore();
  });
});
