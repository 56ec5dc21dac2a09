import { plainLanguage } from '../testing/plain-language.js';
import { clusterOf, StepSession } from '../testing/steps.js';

async function sessions(count: number, settings: [string, string][] = []) {
  const cluster = clusterOf(plainLanguage);
  const all = Array.from({ length: count }, () => new StepSession(cluster, 'postgres', settings));
  await all[0]?.sql('create table a (); create table b ()');
  return all as [StepSession, StepSession, ...StepSession[]];
}

const lock = (table: string) => `lock table ${table} in access exclusive mode`;

describe('a session of the model of PostgreSQL', () => {
  it('waits for a lock until its holder has ended', async () => {
    const [one, other] = await sessions(2);
    await one.sql(`begin; ${lock('a')}`);
    const order: string[] = [];
    const waiting = other.sql(`begin; ${lock('a')}`).then(() => order.push('locked'));
    await new Promise(setImmediate);
    expect(other.session.waitsFor).toBe(one.session.pid);
    order.push('committed');
    await one.sql('commit');
    await waiting;
    expect(order).toEqual(['committed', 'locked']);
  });

  it('ends one of two sessions that wait for each other with 40P01', async () => {
    const [one, other] = await sessions(2, [['deadlock_timeout', '20ms']]);
    await one.sql(`begin; ${lock('a')}`);
    await other.sql(`begin; ${lock('b')}`);
    const both = await Promise.allSettled([one.sql(lock('b')), other.sql(lock('a'))]);
    const failed = both.filter(({ status }) => status === 'rejected');
    expect(failed).toEqual([
      expect.objectContaining({ reason: expect.objectContaining({ code: '40P01' }) as unknown }),
    ]);
  });

  it.each([
    ['lock_timeout', '55P03'],
    ['statement_timeout', '57014'],
  ])('stops to wait at %s with %s', async (setting, code) => {
    const [one, other] = await sessions(2, [[setting, '20']]);
    await one.sql(`begin; ${lock('a')}`);
    await other.sql('begin');
    await expect(other.sql(lock('a'))).rejects.toMatchObject({ code });
    await expect(other.sql(lock('b'))).rejects.toMatchObject({ code: '25P02' });
    expect(await other.sql('commit')).toMatchObject([{ command: 'ROLLBACK' }]);
  });

  it('is ended when it is idle in a transaction for too long', async () => {
    const [one, other] = await sessions(2, [['idle_in_transaction_session_timeout', '20']]);
    await one.sql(`begin; ${lock('a')}`);
    await other.sql(`begin; ${lock('a')}`);
    expect(one.session.isEnded).toBe(true);
    other.session.end();
  });

  it('gives up its locks when its process dies', async () => {
    const [one, other] = await sessions(2);
    await one.sql(`begin; ${lock('a')}`);
    const waiting = other.sql(`begin; ${lock('a')}`);
    one.cluster.sessions.endAll(({ pid }) => pid === one.session.pid);
    await expect(waiting).resolves.toHaveLength(2);
  });

  it('takes back DDL that is rolled back, which others have waited for', async () => {
    const [one, other] = await sessions(2);
    await one.sql('begin; drop table a');
    const waiting = other.sql(lock('a'));
    await one.sql('rollback');
    await expect(waiting).resolves.toHaveLength(1);
  });

  it('keeps a local setting to the end of its transaction', async () => {
    const [one] = await sessions(1);
    const show = async () => (await one.sql('show lock_timeout'))[0]?.rows;
    await one.sql(`set lock_timeout = '2s'`);
    await one.sql(`begin; set local lock_timeout = 500`);
    expect(await show()).toEqual([['500ms']]);
    await one.sql('commit');
    expect(await show()).toEqual([['2s']]);
    await one.sql('begin; set lock_timeout = 0; rollback');
    expect(await show()).toEqual([['2s']]);
  });
});
