import { jest } from '@jest/globals';
import { emptyTestDatabase } from '@nordgate/event-store/testing';
import { giveAccess, openInstance } from '../testing/accesses.int.js';
import type { AccessInstance } from '../testing/accesses.int.js';
import { deleteOldLastReads, lastReadsOf } from './last-reads.rows.js';
import type { NotedRead } from './last-reads.rows.js';
import { batchMax, notedMax } from './last-reads.service.js';

const start = Date.parse('2026-03-02T10:00:00.000Z');

let drop: () => Promise<unknown>;
let one: AccessInstance;
let two: AccessInstance;
beforeAll(async () => {
  const empty = await emptyTestDatabase('last_reads');
  ({ drop } = empty);
  one = await openInstance(empty.url);
  two = await openInstance(empty.url);
});
afterAll(async () => {
  await Promise.all([one, two].map(({ database }) => database.close()));
  await drop();
});

let customers = 0;
const newCustomer = () => `cus-last-${String((customers += 1))}`;

function aRead(customerId: string, change: Partial<NotedRead> = {}): NotedRead {
  return {
    ...{ customerId, generation: 0, tpp: 'TPP-1', context: 'PRIVATE', account: 'acc-1' },
    ...{ kind: 'balances', attended: true, at: new Date(start) },
    ...change,
  };
}

const keptOf = (customerId: string, generation = 0) =>
  lastReadsOf(one.database, { customerId, generation });

describe('the last reads of accounts', () => {
  it('keep the newest time, whichever process writes last', async () => {
    const customer = newCustomer();
    const at = (ms: number) => aRead(customer, { at: new Date(start + ms) });
    one.lastReads.note([at(2000), at(1000)]);
    two.lastReads.note([at(3000), at(500)]);
    await two.lastReads.flush();
    await one.lastReads.flush();
    expect(await keptOf(customer)).toMatchObject([{ at: new Date(start + 3000) }]);
  });

  it('are kept apart by TPP, context, account, kind and presence, and by generation', async () => {
    const customer = newCustomer();
    const others: Partial<NotedRead>[] = [
      { tpp: 'TPP-2' },
      { context: 'agr-1' },
      { account: 'card-1' },
      { kind: 'transactions' },
      { attended: false },
    ];
    one.lastReads.note([{}, ...others].map((change) => aRead(customer, change)));
    one.lastReads.note([aRead(customer, { generation: 2 })]);
    await one.lastReads.flush();
    expect(await keptOf(customer)).toHaveLength(6);
    expect(await keptOf(customer, 2)).toHaveLength(1);
  });

  it('are written in batches by both processes at the same time', async () => {
    const customer = newCustomer();
    const reads = Array.from({ length: 3 * batchMax }, (_, n) =>
      aRead(customer, { account: `acc-${String(n)}` }),
    );
    const query = jest.spyOn(one.database.pool, 'query');
    one.lastReads.note(reads);
    two.lastReads.note(reads.toReversed());
    await Promise.all([one.lastReads.flush(), two.lastReads.flush()]);
    const calls = query.mock.calls.length;
    query.mockRestore();
    expect(await keptOf(customer)).toHaveLength(reads.length);
    expect(calls).toBe(3);
  });

  it('stay noted when the database fails, up to a limit, and are written by a later batch', async () => {
    const customer = newCustomer();
    const query = jest.spyOn(one.database.pool, 'query');
    query.mockImplementation(() => {
      throw new Error('no database');
    });
    one.lastReads.note(
      Array.from({ length: notedMax + 5 }, (_, n) => aRead(customer, { account: String(n) })),
    );
    await one.lastReads.flush();
    expect(one.lastReads.size).toBe(notedMax);
    one.lastReads.note([aRead(customer, { account: 'one more' })]);
    expect(one.lastReads.size).toBe(notedMax);
    query.mockRestore();
    await one.lastReads.flush();
    expect(await keptOf(customer)).toHaveLength(notedMax);
  });

  it('are written when the process shuts down, and none is noted afterwards', async () => {
    const customer = newCustomer();
    const closing = await openInstance(one.url);
    closing.lastReads.note([aRead(customer)]);
    await closing.lastReads.onApplicationShutdown();
    closing.lastReads.note([aRead(customer, { account: 'late' })]);
    expect(closing.lastReads.size).toBe(0);
    expect(await keptOf(customer)).toHaveLength(1);
    await closing.database.close();
  });

  it('are kept for every access in force, and deleted afterwards', async () => {
    const customer = newCustomer();
    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
    one.lastReads.note([
      aRead(customer, { at: daysAgo(183) }),
      aRead(customer, { account: 'acc-2', at: daysAgo(181) }),
    ]);
    await one.lastReads.flush();
    await deleteOldLastReads(one.database);
    expect(await keptOf(customer)).toMatchObject([{ account: 'acc-2' }]);
  });
});

describe('an allowed read of accounts', () => {
  /** What is kept after these reads of a new customer. */
  async function keptAfter(...reads: readonly Parameters<AccessInstance['ask']>[0][]) {
    const customerId = newCustomer();
    const psuId = `psu-of-${customerId}`;
    await giveAccess(one.database, { psuId, customerId, accounts: ['acc-1', 'acc-2'] });
    for (const read of reads) await one.ask({ psuId, ...read });
    await one.lastReads.flush();
    const kept = await keptOf(customerId);
    return kept
      .map(({ account, kind, attended }) => `${account} ${kind} ${attended ? 'with' : 'without'}`)
      .sort();
  }
  const read = { kind: 'balances', of: 'accounts', ids: ['acc-1'] } as const;

  it('is noted for each granted account, with or without the PSU', async () => {
    expect(
      await keptAfter(
        { need: 'attended', read: { ...read, ids: null } },
        { need: 'unattended', read: { ...read, kind: 'transactions' } },
        { need: 'unattended', read: { ...read, kind: 'details', ids: ['acc-2', 'acc-9'] } },
      ),
    ).toEqual([
      'acc-1 balances with',
      'acc-1 transactions without',
      'acc-2 balances with',
      'acc-2 transactions without',
    ]);
  });

  it('is not noted for a list without balances, for funds and when it is refused', async () => {
    expect(
      await keptAfter(
        { need: 'attended', read: null },
        { need: 'funds', read },
        { need: 'attended', read, tppSessionId: 'guessed' },
      ),
    ).toEqual([]);
  });
});
