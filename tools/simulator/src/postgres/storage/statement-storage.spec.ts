import { MustWait } from '../storage.port.js';
import type { RowLock } from '../storage.port.js';
import { SqlError } from '../values.js';
import { plainLanguage } from '../testing/plain-language.js';
import { clusterOf, StepSession } from '../testing/steps.js';

const table = 'create table account (id text primary key, amount int not null)';

async function twoSessions() {
  const cluster = clusterOf(plainLanguage);
  const [one, other] = [new StepSession(cluster), new StepSession(cluster)];
  await one.sql(table);
  return { cluster, one, other };
}

function caught(act: () => unknown): unknown {
  try {
    act();
    return undefined;
  } catch (error) {
    return error;
  }
}

function codeOf(act: () => unknown): string | undefined {
  const error = caught(act);
  if (error instanceof MustWait) return `waits for ${String(error.holder)}`;
  if (error instanceof SqlError) return error.code;
  return error === undefined ? undefined : 'another error';
}

describe('storage of the model of PostgreSQL', () => {
  it('shows a row to others only once its transaction has committed', async () => {
    const { one, other } = await twoSessions();
    await one.sql('begin');
    await other.sql('begin');
    one.insert('account', ['a', 1]);
    expect(one.rows('account')).toEqual([['a', 1]]);
    expect(other.rows('account')).toEqual([]);
    await one.sql('commit');
    expect(other.rows('account')).toEqual([['a', 1]]);
  });

  it('keeps the sight of a transaction with repeatable read, and fails its late write with 40001', async () => {
    const { one, other } = await twoSessions();
    await one.sql('begin');
    one.insert('account', ['a', 1]);
    await one.sql('commit');
    await other.sql('begin isolation level repeatable read');
    expect(other.rows('account')).toEqual([['a', 1]]);
    await one.sql('begin');
    one.update('account', ['a', 2]);
    await one.sql('commit');
    expect(other.rows('account')).toEqual([['a', 1]]);
    expect(codeOf(() => other.update('account', ['a', 3]))).toBe('40001');
  });

  it('waits for a running transaction with the same key, and reports 23505 once it has committed', async () => {
    const { one, other } = await twoSessions();
    await one.sql('begin');
    await other.sql('begin');
    one.insert('account', ['a', 1]);
    const insert = () => other.insert('account', ['a', 2]);
    expect(codeOf(insert)).toBe(`waits for ${String(one.session.pid)}`);
    await one.sql('commit');
    const failure = caught(insert);
    expect(failure).toMatchObject({
      code: '23505',
      fields: {
        schema: 'public',
        table: 'account',
        constraint: 'account_pkey',
        detail: 'Key (id)=(a) already exists.',
      },
    });
  });

  it('lets a key be used again after a rollback, and undoes to a savepoint only', async () => {
    const { one, other } = await twoSessions();
    await one.sql('begin');
    one.insert('account', ['a', 1]);
    await one.sql('savepoint before');
    one.update('account', ['a', 2]);
    one.insert('account', ['b', 1]);
    await one.sql('rollback to savepoint before');
    expect(one.rows('account')).toEqual([['a', 1]]);
    await one.sql('rollback');
    await other.sql('begin');
    other.insert('account', ['a', 3]);
    await other.sql('commit');
    await one.sql('begin');
    expect(one.rows('account')).toEqual([['a', 3]]);
  });

  it('refuses null in a column that needs a value', async () => {
    const { one } = await twoSessions();
    await one.sql('begin');
    expect(codeOf(() => one.insert('account', ['a', null]))).toBe('23502');
  });

  it.each([
    ['key share', 'no key update', true],
    ['key share', 'update', false],
    ['share', 'share', true],
    ['share', 'no key update', false],
    ['no key update', 'no key update', false],
    ['update', 'key share', false],
  ] as const)(
    '%s of one transaction beside %s of another one: %s',
    async (held, wanted, isFree) => {
      const { one, other } = await twoSessions();
      await one.sql('begin');
      one.insert('account', ['a', 1]);
      await one.sql('commit');
      const lock = (session: StepSession, strength: RowLock['strength'], wait: 'skip' | 'nowait') =>
        session.step((storage) => {
          const info = storage.table(undefined, 'account');
          const [tuple] = [...storage.scan(info)];
          return tuple && storage.lock(info, tuple, { strength, wait });
        });
      await one.sql('begin');
      await other.sql('begin');
      lock(one, held, 'nowait');
      expect(lock(other, wanted, 'skip') !== undefined).toBe(isFree);
      expect(codeOf(() => lock(other, wanted, 'nowait'))).toBe(isFree ? undefined : '55P03');
    },
  );

  it('has a running transaction in the snapshot of the whole cluster', async () => {
    const { cluster, one, other } = await twoSessions();
    await one.sql('create database elsewhere');
    const elsewhere = new StepSession(cluster, 'elsewhere');
    await elsewhere.sql('begin');
    const running = elsewhere.step((storage) => storage.currentXid());
    await one.sql('begin');
    one.insert('account', ['a', 1]);
    const own = one.step((storage) => storage.currentXid());
    await one.sql('commit');
    await other.sql('begin');
    const snapshot = other.step((storage) => storage.snapshot());
    expect(snapshot).toEqual({ xmin: running, xmax: own + 1n, running: new Set([running]) });
  });

  it('drops versions that nobody sees any more, and keeps those of an older sight', async () => {
    const { cluster, one, other } = await twoSessions();
    await one.sql('begin');
    one.insert('account', ['a', 0]);
    await one.sql('commit');
    const [info] = [...cluster.database('postgres').catalog.tables()];
    const versions = () => cluster.database('postgres').heap(info?.heap ?? 0).versions.size;
    const writeOnce = async (amount: number) => {
      await one.sql('begin');
      one.update('account', ['a', amount]);
      await one.sql('commit');
    };
    await writeOnce(1);
    expect(versions()).toBe(1);
    await other.sql('begin isolation level repeatable read');
    expect(other.rows('account')).toEqual([['a', 1]]);
    await writeOnce(2);
    await writeOnce(3);
    expect(versions()).toBeGreaterThan(1);
    await other.sql('commit');
    await writeOnce(4);
    expect(versions()).toBe(1);
  });

  it('forks a cluster into copies that do not see each other', async () => {
    const { cluster, one } = await twoSessions();
    await one.sql('begin');
    one.insert('account', ['a', 1]);
    await one.sql('commit');
    const image = cluster.image();
    const copies = [image.fork(), image.fork()].map((copy) => new StepSession(copy));
    for (const [at, copy] of copies.entries()) {
      await copy.sql('begin');
      copy.update('account', ['a', at]);
      await copy.sql('commit');
    }
    for (const [at, copy] of copies.entries()) {
      await copy.sql('begin');
      expect(copy.rows('account')).toEqual([['a', at]]);
    }
  });
});
