import { Client } from 'pg';
import { eventually } from '@nordgate/testing';
import { testDatabase } from '../testing/test-database.js';
import type { TestDatabase } from '../testing/test-database.js';
import { inTransaction } from './in-transaction.js';

const ownSession = 'select pg_backend_pid() as pid';

/** Whether the connection of a session that was ended is still usable. */
const isOpen = (client: object) => (client as { _queryable?: boolean })._queryable === true;

describe('a transaction', () => {
  let database: TestDatabase;
  let admin: Client;
  beforeAll(async () => {
    database = await testDatabase('in transaction');
    admin = new Client({ connectionString: database.url });
    await admin.connect();
    await admin.query('create table thing (id int primary key)');
  });
  afterAll(async () => {
    await admin.end();
    await database.close();
  });

  it('rejects, and the process goes on, when its session is ended between two statements', async () => {
    const transaction = inTransaction(database.pool, async (client) => {
      await client.query('insert into thing values (1)');
      const { rows } = await client.query<{ pid: number }>(ownSession);
      await admin.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
      await eventually('the connection is closed', () => !isOpen(client));
      await client.query('insert into thing values (2)');
    });
    await expect(transaction).rejects.toThrow();
    const { rows } = await database.pool.query('select id from thing');
    expect(rows).toEqual([]);
  });

  it('leaves no listener on a connection that goes back to the pool', async () => {
    const counts: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      await inTransaction(database.pool, (client) => {
        counts.push(client.listenerCount('error'));
        return Promise.resolve();
      });
    }
    expect(new Set(counts).size).toBe(1);
  });
});
