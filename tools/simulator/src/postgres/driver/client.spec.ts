import { plainLanguage } from '../testing/plain-language.js';
import { clusterOf } from '../testing/steps.js';
import { SqlError } from '../values.js';
import type { Faults } from './faults.js';
import { modelDriver } from './model-driver.js';

const url = 'postgres://user@model/postgres?application_name=spec';

function driverWith(faults: Faults = {}) {
  const cluster = clusterOf(plainLanguage);
  const driver = modelDriver(cluster, faults);
  const client = new driver.Client(url);
  const errors: Error[] = [];
  client.on('error', (error) => errors.push(error));
  return { cluster, driver, client, errors };
}

describe('a client of the model of PostgreSQL', () => {
  it('answers as node-pg does: one result, or one for each statement', async () => {
    const { client } = driverWith();
    await client.connect();
    expect(await client.query('show application_name')).toMatchObject({
      command: 'SHOW',
      rows: [{ application_name: 'spec' }],
      fields: [{ name: 'application_name', dataTypeID: 25 }],
    });
    const results: unknown = await client.query('create table a (); create table b ()');
    expect(results).toMatchObject([{ command: 'CREATE', rowCount: null }, { command: 'CREATE' }]);
  });

  it('serves a pool, with callbacks as TypeORM gives them', async () => {
    const { driver } = driverWith();
    const pool = new driver.Pool({ connectionString: url, max: 1 });
    const shown = await new Promise((resolve, reject) => {
      pool.connect((error, client, release) => {
        if (error || !client) return reject(error ?? new Error('no client'));
        client.query('show lock_timeout', (failure: Error | null, result) => {
          release();
          if (failure) reject(failure);
          else resolve(result.rows);
        });
      });
    });
    expect(shown).toEqual([{ lock_timeout: '0' }]);
    expect((await pool.query('show lock_timeout')).rows).toEqual([{ lock_timeout: '0' }]);
    await pool.end();
  });

  it('throws errors of the server with the fields of node-pg', async () => {
    const { client, driver } = driverWith();
    await client.connect();
    await expect(client.query('drop table nothing')).rejects.toMatchObject({
      name: 'error',
      code: '42P01',
      severity: 'ERROR',
    });
    await expect(client.query('not sql')).rejects.toMatchObject({ code: '42601' });
    const elsewhere = new driver.Client('postgres://user@model/nowhere');
    await expect(elsewhere.connect()).rejects.toMatchObject({ code: '3D000' });
  });

  it.each([
    ['before', 'does not exist'],
    ['after', 'exists'],
  ] as const)('loses the connection %s a statement, whose table %s then', async (when, then) => {
    const cut = ({ text }: { readonly text: string }) =>
      text.startsWith('create') ? ('cut' as const) : undefined;
    const { cluster, client, errors } = driverWith({ [when]: cut });
    await client.connect();
    await expect(client.query('create table a ()')).rejects.toThrow('terminated unexpectedly');
    await expect(client.query('show lock_timeout')).rejects.toThrow('not queryable');
    expect(errors).toHaveLength(1);
    expect([...cluster.database('postgres').catalog.tables()]).toHaveLength(
      then === 'exists' ? 1 : 0,
    );
    expect([...cluster.sessions.all()]).toEqual([]);
  });

  it('fails a statement with an error that a fault asks for, and with it its transaction', async () => {
    const failure = new SqlError('40001', 'could not serialize access');
    const { client } = driverWith({
      before: ({ text }) => (text === 'commit' ? failure : undefined),
    });
    await client.connect();
    await client.query('begin; create table a ()');
    await expect(client.query('commit')).rejects.toMatchObject({ code: '40001' });
    expect((await client.query('rollback')).command).toBe('ROLLBACK');
    await client.query('create table a ()');
  });

  it('gives up a statement that waits for a lock longer than a query may take', async () => {
    const { client, driver } = driverWith();
    const impatient = new driver.Client({ connectionString: url, query_timeout: 1 });
    await Promise.all([client.connect(), impatient.connect()]);
    await impatient.query('show lock_timeout');
    await client.query('begin; create table a ()');
    await expect(impatient.query('create table b ()')).rejects.toThrow('Query read timeout');
    await client.query('rollback');
    await Promise.all([client.end(), impatient.end()]);
  });

  it('reports the end of its session as an error event, and rejects the statement in work', async () => {
    const { cluster, client, driver, errors } = driverWith();
    const other = new driver.Client(url);
    await Promise.all([client.connect(), other.connect()]);
    await other.query('begin; create table a ()');
    const waiting = client.query('create table b ()');
    await new Promise(setImmediate);
    for (const session of cluster.sessions.all()) if (session.waitsFor) session.terminate();
    await expect(waiting).rejects.toMatchObject({ code: '57P01' });
    expect(errors).toHaveLength(1);
    await client.end();
  });
});
