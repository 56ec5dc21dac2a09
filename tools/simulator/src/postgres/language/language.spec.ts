import { jest } from '@jest/globals';
import { statementsOf } from '../session/parse.js';
import { Session } from '../session/session.js';
import { MustWait } from '../storage.port.js';
import { Cluster } from '../storage/cluster.js';
import { language } from './language.js';

async function sessionWith(text: string): Promise<Session> {
  const cluster = new Cluster({ language, clock: () => 0n });
  const start = { database: 'postgres', settings: [], onTerminated: () => undefined };
  const session = new Session(cluster, start);
  await session.query(text);
  return session;
}

const tables = `
  create table parent (id text primary key, kind text);
  create table child (parent text, no int, label text, primary key (parent, no));
  create index by_label on child (label) where no > 0;
  create view known as select p.id, p.kind from parent p, (select) read_only where p.kind <> 'gone';
  insert into parent select 'p' || n, 'k' || n % 3 from generate_series(1, 30) n;
  insert into child select 'p' || n, m, 'l' from generate_series(1, 30) n, generate_series(1, 2) m;`;

/** How often a statement looks a row up, and how often it reads a whole table. */
async function readsOf(text: string, parameters: readonly string[] = []) {
  const session = await sessionWith(tables);
  const lookup = jest.spyOn(session.storage, 'lookup');
  const scan = jest.spyOn(session.storage, 'scan');
  const [answer] = await session.query(text, parameters.length > 0 ? parameters : undefined);
  return { lookups: lookup.mock.calls.length, scans: scan.mock.calls.length, rows: answer?.rows };
}

describe('the language of the model', () => {
  it.each([
    [`select kind from parent where id = 'p1'`, 1, 0],
    [`select kind from parent where id in ('p1', 'p2')`, 2, 0],
    [`select no from child where parent = 'p1'`, 1, 0],
    [`select no from child where parent = 'p1' and no = 2`, 1, 0],
    [`select no from child where no = 2`, 0, 1],
    [`select no from child where label = 'l'`, 0, 1],
    [`select kind from parent where id || '' = 'p1'`, 0, 1],
    [`select kind from parent where id = id`, 0, 1],
    [`select kind from parent where id = null`, 0, 0],
    [`select kind from known where id = 'p3'`, 1, 0],
    [`select c.no from unnest(array['p1', 'p2']) w join child c on c.parent = w`, 2, 0],
    [`select c.no from child c join parent p on p.id = c.parent where p.id = 'p1'`, 2, 0],
    [`select w, k.kind from unnest(array['p1', 'x']) w left join known k on k.id = w`, 2, 0],
    [`update child c set label = w from unnest(array['p1']) w where c.parent = w`, 1, 0],
    [`delete from child c using unnest(array['p1']) w where c.parent = w`, 1, 0],
    [`select 1 from parent p where exists (select from child where no = 9)`, 0, 1],
  ])('reads by an index where one fits: %s', async (text, lookups, scans) => {
    expect(await readsOf(text)).toMatchObject({ lookups, scans });
  });

  it('looks up each value of an array once', async () => {
    const { lookups, rows } = await readsOf('select id from parent where id = any ($1)', [
      '{p1,p2,p1}',
    ]);
    expect({ lookups, rows }).toEqual({ lookups: 2, rows: [['p1'], ['p2']] });
  });

  it('reads no more rows than a LIMIT without an order wants', async () => {
    const session = await sessionWith(
      'create sequence s; create table t (n int); insert into t select generate_series(1, 9)',
    );
    await session.query(`select nextval('s') from t limit 3`);
    expect(await session.query(`select nextval('s')`)).toMatchObject([{ rows: [[4n]] }]);
  });

  it.each([
    ['select $1', ['text']],
    ['select $2::int + $1', ['int4', 'int4']],
    ['select from parent where id = any ($1) and kind = $2', ['_text', 'text']],
    ['insert into child (no, parent) values ($1, $2)', ['int4', 'text']],
    ['insert into child (no, parent) select $1, $2', ['int4', 'text']],
    ['update child set no = $1 where parent = $2', ['int4', 'text']],
    ['select from child limit $1', ['int8']],
    [`select now() - make_interval(secs => $1)`, ['float8']],
    [`select '{}'::jsonb ->> $1`, ['text']],
  ])('knows the types of parameters: %s', async (text, types) => {
    const session = await sessionWith(tables);
    await session.query('begin; select 1');
    const [statement] = statementsOf(text);
    expect(language.prepare(statement?.node, session.storage).parameters).toEqual(types);
  });

  it('stops with 0A000 where PostgreSQL has more than the model', async () => {
    const session = await sessionWith(tables);
    await expect(
      session.query('select xmin from parent p natural join child'),
    ).rejects.toMatchObject({
      code: '0A000',
    });
    await expect(session.query(`select to_char(now(), 'Day')`)).rejects.toMatchObject({
      code: '0A000',
    });
    await expect(session.query(`select '{"n": 1.50}'::jsonb`)).rejects.toMatchObject({
      code: '0A000',
    });
  });

  it('lets a wait pass through a block with EXCEPTION', async () => {
    const session = await sessionWith(`create function f() returns text language plpgsql as $$
      begin
        begin perform pg_advisory_lock(1); exception when others then return 'caught'; end;
        return 'locked';
      end $$`);
    const wait = new MustWait(7);
    jest.spyOn(session.storage, 'advisoryLock').mockImplementationOnce(() => {
      throw wait;
    });
    await session.query('begin');
    const [statement] = statementsOf('select f()');
    session.storage.startStatement();
    const prepared = language.prepare(statement?.node, session.storage);
    expect(() => prepared.run(session.storage, [])).toThrow(wait);
    expect(prepared.run(session.storage, []).rows).toEqual([['locked']]);
  });
});
