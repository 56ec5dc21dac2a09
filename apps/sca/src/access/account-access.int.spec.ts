import { randomUUID } from 'node:crypto';
import { jest } from '@jest/globals';
import type { AccessNeed, AccountAccessAnswer, AccountRead } from '@nordgate/contracts/queries';
import { inGeneration } from '@nordgate/contracts/rules';
import { emptyTestDatabase } from '@nordgate/event-store/testing';
import { giveAccess, openInstance } from '../testing/accesses.int.js';
import type { AccessInstance } from '../testing/accesses.int.js';
import { deleteOldReads } from './unattended-reads.rows.js';

const balances = { kind: 'balances', of: 'accounts', ids: ['acc-1'] } as const;
const transactions = { ...balances, kind: 'transactions' } as const;
const details = { ...balances, kind: 'details' } as const;
const list: AccountRead = { ...balances, ids: null };
const grant = { accounts: ['acc-1', 'acc-2'], cardAccounts: ['card-1'] } as const;

let url: string;
let drop: () => Promise<unknown>;
let one: AccessInstance;
let two: AccessInstance;
beforeAll(async () => {
  ({ url, drop } = await emptyTestDatabase('account_access'));
  one = await openInstance(url);
  two = await openInstance(url);
});
afterAll(async () => {
  await Promise.all([one, two].map(({ database }) => database.close()));
  await drop();
});

/** A new customer of a TPP in each test. */
let psus = 0;
async function newPsu(change: Parameters<typeof giveAccess>[1] = {}) {
  psus += 1;
  const psuId = `psu-${String(psus)}`;
  await giveAccess(one.database, { ...grant, psuId, customerId: `cus-${psuId}`, ...change });
  return psuId;
}

const allowedOf = (answers: readonly AccountAccessAnswer[]) =>
  answers.filter(({ access }) => access === 'allowed').length;

/** Reads one after another. Returns how each was answered. */
async function readTimes(psuId: string, times: number, read: AccountRead = balances) {
  const answers: string[] = [];
  for (let n = 0; n < times; n += 1) answers.push((await one.ask({ psuId, read })).access);
  return answers;
}

async function permitOf(psuId: string, read: AccountRead): Promise<string | undefined> {
  const answer = await one.ask({ psuId, read });
  if (answer.access !== 'allowed') throw new Error(`${answer.access}: not allowed`);
  return answer.permit;
}

/** The rows of the tables that reads may write. */
async function written(psuId: string) {
  const { rows } = await one.database.pool.query<{ reads: number; keys: number }>(
    `select (select count(*)::int from unattended_read where customer_id = $1) as reads,
            (select count(*)::int from id_key) as keys`,
    [`cus-${psuId}`],
  );
  return rows[0];
}

describe('reads without the PSU', () => {
  it('are four of 50 parallel ones over two instances, and no more after a restart', async () => {
    const psuId = await newPsu();
    const asked = Array.from({ length: 50 }, (_, n) => (n % 2 === 0 ? one : two).ask({ psuId }));
    expect(allowedOf(await Promise.all(asked))).toBe(4);
    const restarted = await openInstance(url);
    expect((await restarted.ask({ psuId })).access).toBe('exceeded');
    await restarted.database.close();
  });

  it('are allowed four times, and the fifth says when the next one is possible', async () => {
    const psuId = await newPsu();
    const before = Date.now();
    expect(await readTimes(psuId, 4)).toEqual(['allowed', 'allowed', 'allowed', 'allowed']);
    const fifth = await one.ask({ psuId });
    expect(fifth).toMatchObject({ access: 'exceeded', customerId: `cus-${psuId}` });
    const { rows } = await one.database.pool.query<{ until: Date }>(
      `select min(at) + interval '24 hours' as until from unattended_read where customer_id = $1`,
      [`cus-${psuId}`],
    );
    const until = fifth.access === 'exceeded' ? fifth.until : '';
    expect(until).toBe(rows[0]?.until.toISOString());
    expect(Date.parse(until)).toBeGreaterThan(before + 86_400_000 - 60_000);
  });

  it('are counted apart for balances and transactions, accounts, cards, PSUs and TPPs', async () => {
    const psuId = await newPsu();
    await readTimes(psuId, 5);
    expect(await readTimes(psuId, 5, transactions)).toEqual([...four, 'exceeded']);
    expect(await readTimes(psuId, 5, { ...balances, ids: ['acc-2'] })).toEqual([
      ...four,
      'exceeded',
    ]);
    const card = { ...balances, of: 'cardAccounts', ids: ['card-1'] } as const;
    expect(await readTimes(psuId, 5, card)).toEqual([...four, 'exceeded']);
    expect(await readTimes(await newPsu(), 1)).toEqual(['allowed']);
    const customerId = `cus-${psuId}`;
    await giveAccess(one.database, { ...grant, tpp: 'PSDNO-FSA-2', psuId: 'other', customerId });
    expect((await one.ask({ tpp: 'PSDNO-FSA-2', psuId: 'other' })).access).toBe('allowed');
  });

  it('of a list with balances count for each account that is free, and name the others', async () => {
    const psuId = await newPsu();
    await readTimes(psuId, 1, list);
    expect((await written(psuId))?.reads).toBe(2);
    await readTimes(psuId, 3, balances);
    const used = await one.ask({ psuId, read: list });
    expect(used).toMatchObject({ access: 'allowed', exceeded: { ids: ['acc-1'] } });
    expect(used).toHaveProperty('permit');
    expect((await written(psuId))?.reads).toBe(6);
    expect(await readTimes(psuId, 3, { ...balances, ids: ['acc-2'] })).toEqual([
      ...four.slice(2),
      'exceeded',
    ]);
    expect(await readTimes(psuId, 1, list)).toEqual(['exceeded']);
  });

  it('of funds are 20 per account, apart from the reads of balances', async () => {
    const psuId = await newPsu();
    const ask = () => one.ask({ psuId, need: 'funds', read: { ...balances, kind: 'funds' } });
    const parallel = await Promise.all(Array.from({ length: 25 }, ask));
    expect(allowedOf(parallel)).toBe(20);
    expect((await ask()).access).toBe('exceeded');
    expect(await readTimes(psuId, 5)).toEqual([...four, 'exceeded']);
  });

  it('of funds have the bound of the bank profile', async () => {
    const psuId = await newPsu();
    const terms = { attendedReadsAfterSession: 'sca', fundsQuestionsWithoutPsu: 2 } as const;
    const strict = await openInstance(url, ['A', 'B'], terms);
    const asked: string[] = [];
    for (let n = 0; n < 3; n += 1) {
      const read = { ...balances, kind: 'funds' } as const;
      asked.push((await strict.ask({ psuId, need: 'funds', read })).access);
    }
    await strict.database.close();
    expect(asked).toEqual(['allowed', 'allowed', 'exceeded']);
  });

  it('after the hour of the session are answered with the PSU where the profile exempts them', async () => {
    const exempting = {
      attendedReadsAfterSession: 'exempt',
      fundsQuestionsWithoutPsu: 20,
    } as const;
    const exempt = await openInstance(url, ['A', 'B'], exempting);
    const psuId = await newPsu({ at: new Date(Date.now() - 2 * 3_600_000).toISOString() });
    const asked = async (instance: AccessInstance, need: AccessNeed) => {
      const answer = await instance.ask({ psuId, need });
      return answer.access === 'refused' ? answer.code : answer.access;
    };
    expect(await asked(exempt, 'recent')).toBe('allowed');
    expect(await asked(exempt, 'attended')).toBe('SCA_EXPIRED');
    expect(await asked(one, 'recent')).toBe('SCA_EXPIRED');
    await exempt.database.close();
  });

  it('take nothing for ids that are not granted', async () => {
    const psuId = await newPsu();
    const foreign = { ...balances, ids: ['acc-9', 'card-1'] };
    expect(await readTimes(psuId, 6, foreign)).toEqual(Array.from({ length: 6 }, () => 'allowed'));
    expect((await written(psuId))?.reads).toBe(0);
    const answer = await one.ask({ psuId, read: foreign });
    expect(answer).not.toHaveProperty('permit');
  });

  it('of a list without balances and of later pages do not count', async () => {
    const psuId = await newPsu();
    for (let n = 0; n < 5; n += 1)
      expect((await one.ask({ psuId, read: null })).access).toBe('allowed');
    expect((await written(psuId))?.reads).toBe(0);
  });

  it('begin again after a reset of the sandbox', async () => {
    const psuId = await newPsu();
    await readTimes(psuId, 4);
    const generation = 3;
    expect((await one.ask({ psuId, generation })).access).toBe('unknown-psu');
    await giveAccess(one.database, { ...grant, psuId, customerId: `cus-${psuId}`, generation });
    expect((await one.ask({ psuId, generation })).access).toBe('allowed');
    expect((await one.ask({ psuId })).access).toBe('exceeded');
  });

  it('are refused for the consent or the session before they are counted', async () => {
    const psuId = await newPsu();
    await readTimes(psuId, 4);
    expect(await one.ask({ psuId, tppSessionId: 'guessed' })).toMatchObject({
      access: 'refused',
      code: 'SCA_NOT_FOUND',
    });
    expect((await written(psuId))?.reads).toBe(4);
  });
});

const four = ['allowed', 'allowed', 'allowed', 'allowed'] as const;

describe('a read of the details of a transaction', () => {
  it('is free after a read of the transactions', async () => {
    const psuId = await newPsu();
    expect(await readTimes(psuId, 4, transactions)).toEqual(four);
    expect(await readTimes(psuId, 6, details)).not.toContain('exceeded');
    expect(await permitOf(psuId, details)).toBeUndefined();
  });

  it('takes a read of the transactions where there was none, once', async () => {
    const psuId = await newPsu();
    expect(await permitOf(psuId, details)).toBeDefined();
    expect(await permitOf(psuId, details)).toBeUndefined();
    expect(await readTimes(psuId, 4, transactions)).toEqual([...four.slice(1), 'exceeded']);
  });

  it('is not free after a read of the transactions of another account', async () => {
    const psuId = await newPsu();
    await readTimes(psuId, 1, { ...transactions, ids: ['acc-2'] });
    expect(await permitOf(psuId, details)).toBeDefined();
  });
});

describe('a read that is given back', () => {
  it('does not count, and is given back once', async () => {
    const psuId = await newPsu();
    const permit = await permitOf(psuId, list);
    await readTimes(psuId, 3);
    expect(await readTimes(psuId, 1)).toEqual(['exceeded']);
    expect(await two.reads.giveBack(String(permit))).toBe(true);
    expect(await one.reads.giveBack(String(permit))).toBe(false);
    expect(await readTimes(psuId, 2)).toEqual(['allowed', 'exceeded']);
  });

  it.each(['', 'permit', '00000000-0000-4000-8000-000000000000'])(
    'is none for the permit “%s”, which nobody got',
    async (permit) => {
      expect(await one.reads.giveBack(permit)).toBe(false);
    },
  );
});

/** How many of these statements are not those that the readers of events send by the clock. */
const readsAmong = (calls: readonly (readonly unknown[])[]) =>
  calls.filter(([statement]) => !JSON.stringify(statement).includes('es.')).length;

describe('reads with the PSU', () => {
  it('are not counted, and ask the database once without writing', async () => {
    const psuId = await newPsu();
    await one.ask({ psuId, need: 'attended' });
    const before = await written(psuId);
    const query = jest.spyOn(one.database.pool, 'query');
    for (let n = 0; n < 6; n += 1) {
      const answer = await one.ask({ psuId, need: 'attended', read: list });
      expect(answer).toMatchObject({ access: 'allowed', ...grant, idKeys: {} });
      expect(answer).not.toHaveProperty('permit');
    }
    expect(readsAmong(query.mock.calls)).toBe(6);
    query.mockRestore();
    expect(await written(psuId)).toEqual(before);
  });

  it('of one event-loop turn share one statement, and each gets its own answer', async () => {
    const psuIds = [await newPsu(), 'nobody', await newPsu({ accounts: ['acc-5'] })];
    for (const psuId of psuIds) await one.ask({ psuId, need: 'attended' });
    const query = jest.spyOn(one.database.pool, 'query');
    const answers = await Promise.all(psuIds.map((psuId) => one.ask({ psuId, need: 'attended' })));
    expect(readsAmong(query.mock.calls)).toBe(1);
    query.mockRestore();
    const accounts = answers.map((one) => (one.access === 'allowed' ? one.accounts : one.access));
    expect(accounts).toEqual([grant.accounts, 'unknown-psu', ['acc-5']]);
  });
});

describe('the statement behind reads of accounts', () => {
  /** The plan of the function's query, with the settings of the function. */
  async function plan(): Promise<string> {
    const client = await one.database.pool.connect();
    try {
      const { rows } = await client.query<{ source: string; settings: string[] }>(
        `select prosrc as source, proconfig as settings from pg_proc
          where proname = 'account_access_facts'`,
      );
      const { source = '', settings = [] } = rows[0] ?? {};
      await client.query('begin');
      for (const setting of settings) await client.query(`set local ${setting}`);
      const query = /return query(.*);/s.exec(source)?.[1] ?? '';
      const text = query.replace('p_tpp, p_psu, p_context, p_suffix', '$1, $2, $3, $4');
      await client.query(`prepare facts (text[], text[], text[], text[]) as ${text}`);
      const explained = await client.query<{ 'QUERY PLAN': string }>(
        `explain execute facts ('{a,b}', '{a,b}', '{a,b}', '{a,b}')`,
      );
      await client.query('rollback');
      await client.query('deallocate facts');
      return explained.rows.map((row) => row['QUERY PLAN']).join('\n');
    } finally {
      client.release();
    }
  }

  it('looks up each stream and each key by an index', async () => {
    const seen = await plan();
    expect(seen).toContain("Index Cond: (((state ->> 'psuId'::text) = asked.psu)");
    expect(seen.match(/Index Cond: \(stream_id = /g)).toHaveLength(2);
    expect(seen).toContain('using id_key_pkey');
    expect(seen).not.toMatch(/Seq Scan|Bitmap/);
  });
});

describe('the key of an id', () => {
  const tpp = 'PSDNO-FSA-KEYS';
  const inBoth = { tpp, accounts: ['key-1', 'key-2'], cardAccounts: ['key-card'] } as const;
  const keysOf = (answer: AccountAccessAnswer) =>
    answer.access === 'allowed' ? answer.idKeys : null;

  it('is the one that the TPP saw first, also after a reset', async () => {
    const psuId = await newPsu({ ...inBoth, accounts: ['key-1'], cardAccounts: [] });
    const asked = { tpp, psuId, need: 'attended', read: null } as const;
    expect(keysOf(await one.ask({ ...asked, idKey: 'A' }))).toEqual({});
    const later = await newPsu(inBoth);
    const rotated = { ...asked, psuId: later, idKey: 'B' } as const;
    expect(keysOf(await two.ask(rotated))).toEqual({ 'key-1': 'A' });
    expect(keysOf(await one.ask({ ...rotated, idKey: 'A' }))).toEqual({
      'key-2': 'B',
      'key-card': 'B',
    });
    const reset = await newPsu({ ...inBoth, generation: 2 });
    expect(keysOf(await one.ask({ ...rotated, psuId: reset, generation: 2 }))).toEqual({
      'key-1': 'A',
    });
  });

  it('is the same for two first reads at the same time with different keys', async () => {
    for (let n = 0; n < 10; n += 1) {
      const psuId = await newPsu({ tpp, accounts: [`race-${String(n)}`, `race-b-${String(n)}`] });
      const asked = { tpp, psuId, need: 'attended', read: null } as const;
      const [a, b] = await Promise.all([
        one.ask({ ...asked, idKey: 'A' }),
        two.ask({ ...asked, idKey: 'B' }),
      ]);
      const letterIn = (answer: AccountAccessAnswer, own: string) =>
        keysOf(answer)?.[`race-${String(n)}`] ?? own;
      expect(letterIn(a, 'A')).toBe(letterIn(b, 'B'));
    }
  });

  it('is the present one, for good, when the first one is gone', async () => {
    const psuId = await newPsu({ tpp, accounts: ['gone-1'], cardAccounts: [] });
    const asked = { tpp, psuId, need: 'attended', read: null } as const;
    await one.ask({ ...asked, idKey: 'A' });
    const rotated = await openInstance(url, ['B', 'C']);
    expect(keysOf(await rotated.ask({ ...asked, idKey: 'B' }))).toEqual({});
    expect(keysOf(await rotated.ask({ ...asked, idKey: 'C' }))).toEqual({ 'gone-1': 'B' });
    await rotated.database.close();
  });

  it('is not kept by a confirmation of funds or by a refused read', async () => {
    const psuId = await newPsu({ tpp, accounts: ['key-funds'], cardAccounts: [] });
    await one.ask({ tpp, psuId, need: 'funds', read: null, idKey: 'A' });
    await one.ask({ tpp, psuId, tppSessionId: 'guessed', idKey: 'A' });
    const asked = { tpp, psuId, need: 'attended', read: null } as const;
    expect(keysOf(await one.ask({ ...asked, idKey: 'B' }))).toEqual({});
    expect(keysOf(await one.ask({ ...asked, need: 'funds', idKey: 'A' }))).toEqual({
      'key-funds': 'B',
    });
  });
});

describe('a TPP whose identifier ends like the generation of its world', () => {
  const ending = 'PSDNO-FSA-900000001.3';
  const agreement = 'agreement-1.3';

  it.each([
    ['in that generation', ending, 3, null],
    ['in that generation, under an agreement', ending, 3, agreement],
    ['in another generation', ending, 13, null],
    ['in generation 0', ending, 0, null],
    ['with another end', 'PSDNO-FSA-900000001.13', 3, null],
  ])('reads its accounts %s', async (_in, of, generation, corporateId) => {
    const end = inGeneration('', generation);
    const [psuId, customerId] = [randomUUID(), `${randomUUID()}${end}`];
    const whose = corporateId === null ? {} : ({ context: 'CORPORATE', corporateId } as const);
    await giveAccess(one.database, { ...grant, tpp: of, psuId, customerId, generation, ...whose });
    const asked = { tpp: of, psuId, generation, corporateId } as const;
    expect(await one.ask(asked)).toMatchObject({ access: 'allowed', customerId });
  });
});

describe('the sweep of counted reads', () => {
  it('deletes those that count no more', async () => {
    const psuId = await newPsu();
    await readTimes(psuId, 2);
    await one.database.pool.query(
      `update unattended_read set at = at - interval '26 hours' where permit in (
         select permit from unattended_read where customer_id = $1 limit 1)`,
      [`cus-${psuId}`],
    );
    expect(await deleteOldReads(one.database)).toBe(1);
    expect((await written(psuId))?.reads).toBe(1);
  });
});
