import { GetTransaction, GetTransactions } from '@nordgate/contracts/queries';
import type { PagePlace, TransactionFilter, TransactionPage } from '@nordgate/contracts/queries';
import { streams, transactionIdOf } from '@nordgate/contracts/rules';
import { projectionStatus, requestRebuild } from '@nordgate/event-store';
import type { Database } from '@nordgate/event-store';
import { readUntil } from '@nordgate/service/testing';
import fc from 'fast-check';
import { knownState } from '../sandbox/known-state/known-state.js';
import {
  accountsOnABus,
  anyTransaction,
  decided,
  reset,
  untilProjected,
} from '../testing/accounts-on-a-bus.fixture.js';
import type { AccountsOnABus } from '../testing/accounts-on-a-bus.fixture.js';
import {
  aPayment,
  pending,
  posting,
  toBook,
  toBookReserved,
  toForce,
  toRelease,
  toReserve,
} from '../testing/ledger-commands.js';
import { transactionsSql } from './copied-books.rows.js';
import { accountKeyOf, transactionPlaces } from './transaction-place.projection.js';

const [bareA = '', bareB = ''] = knownState.accounts.map(({ accountId }) => accountId);
const bareCard = knownState.cardAccounts[0]?.cardAccountId ?? '';
let [a, b] = ['', ''];

let accounts: AccountsOnABus;
let generation: number;
beforeAll(async () => void (accounts = await accountsOnABus()));
beforeEach(() => resetWorld());
afterEach(async () => expect(await accounts.parked()).toBe(0));
afterAll(() => accounts.stop());
async function resetWorld(): Promise<void> {
  generation = await reset(accounts);
  [a, b] = [streams.account.id(inGeneration(bareA)), streams.account.id(inGeneration(bareB))];
}

const inGeneration = (id: string) => `${id}.${String(generation)}`;
const projected = () => untilProjected(accounts);
const idOf = (entryId: string, place = 0, account: string = a) =>
  transactionIdOf({ account, entryId: inGeneration(entryId) }, place);
const one = (transactionId: string, account: string = a) =>
  accounts.ask(new GetTransaction(account, generation, transactionId));
const send = (...commands: readonly Parameters<typeof decided>[1][]) =>
  commands.reduce(
    (before, command) => before.then(() => decided(accounts, command)),
    Promise.resolve<unknown>(null),
  );

/** A page, of the same read as `of` where there is one. */
function pageOf(
  filter: Partial<TransactionFilter>,
  limit = 200,
  place: PagePlace = { skip: 0 },
  of?: TransactionPage,
) {
  const whole = { ...anyTransaction, ...filter };
  const highest = of?.highest ?? null;
  return accounts.ask(new GetTransactions(a, generation, whole, limit, highest, place));
}
const listed = async (filter: Partial<TransactionFilter>) =>
  (await pageOf(filter)).transactions.map(({ transactionId }) => transactionId);

/** Which way through the pages of a read. */
interface Way {
  readonly filter: Partial<TransactionFilter>;
  readonly limit: number;
  /** Happens after each page. */
  readonly between: (page: number) => Promise<unknown>;
}

/** All pages of a read, from the first one by `after`. */
async function readAll({ filter, limit, between }: Way): Promise<readonly TransactionPage[]> {
  const pages = [await pageOf(filter, limit)];
  for (;;) {
    const [page] = pages.slice(-1);
    await between(pages.length - 1);
    if (page === undefined || page.last === null) return pages;
    pages.push(await pageOf(filter, limit, { after: page.last }, page));
  }
}

/** All pages before the last page of a read, from there back by `before`, in the order of the read. */
async function readBack(
  { filter, limit, between }: Way,
  end: TransactionPage,
): Promise<readonly TransactionPage[]> {
  const pages = [end];
  for (;;) {
    const [page] = pages;
    await between(pages.length - 1);
    if (page === undefined || page.first === null) return pages.slice(0, -1);
    pages.unshift(await pageOf(filter, limit, { before: page.first }, page));
  }
}

const transactionsOn = (pages: readonly TransactionPage[]) =>
  pages.flatMap(({ transactions }) =>
    transactions.map((one) => `${one.status} ${one.transactionId}`),
  );

describe('the transactions of an account', () => {
  it('are pending from the reservation on, and booked with the same id on both accounts', async () => {
    const id = inGeneration('p');
    await send(toReserve(id, pending(a, '-5.00', aPayment), pending(b, '5.00', aPayment)));
    await projected();
    const known = { transactionId: idOf('p'), entryId: id, currency: 'NOK', details: aPayment };
    const reserved = { amount: '-5.00', status: 'pending', valueDate: '2026-11-20' };
    expect(await one(idOf('p'))).toEqual({ ...known, ...reserved });
    expect(await one(idOf('p', 0, b), b)).toBeNull();
    expect(await listed({ status: 'booked' })).toEqual([]);
    await send(toBookReserved(id, a, '2026-11-23'));
    await projected();
    const dates = { bookingDate: '2026-11-23', valueDate: '2026-11-23' };
    const booked = { ...known, ...dates, status: 'booked' };
    const debited = { amount: '-5.00', sequence: 2, balanceAfter: '24995.00' };
    expect(await one(idOf('p'))).toEqual({ ...booked, ...debited });
    const credited = { amount: '5.00', sequence: 1, balanceAfter: '120005.00' };
    const onOther = { ...booked, ...credited, transactionId: idOf('p', 0, b) };
    expect(await one(idOf('p', 0, b), b)).toEqual(onOther);
    expect((await pageOf({ status: 'both' })).transactions).toEqual([await one(idOf('p'))]);
    expect(await listed({ status: 'pending' })).toEqual([]);
  });

  it('of a card are found by an id that was set by hand, the newest of several', async () => {
    const card = streams.cardAccount.id(inGeneration(bareCard));
    const details = { card: { cardTransactionId: 'by-hand' } };
    const used = (id: string, account: string) =>
      toBook(inGeneration(id), posting(account, '-1.00', { details }));
    await send(used('k1', card), used('k2', card), used('k3', a));
    await projected();
    const newest = await one(idOf('k2', 0, card), card);
    expect(newest).toMatchObject({ entryId: inGeneration('k2'), details });
    expect(await one('by-hand', card)).toEqual(newest);
    // The transactions of an account have no such id.
    expect(await one('by-hand', a)).toBeNull();
  });

  it('are none for an entry that was released, and none of another account', async () => {
    await send(
      toReserve(inGeneration('r'), pending(a, '-5.00')),
      toRelease(inGeneration('r'), a),
      toBook(inGeneration('own'), posting(a, '-1.00')),
      toBook(inGeneration('other'), posting(b, '-1.00')),
    );
    await projected();
    expect(await one(idOf('r'))).toBeNull();
    expect(await one(idOf('other', 0, b))).toBeNull();
    expect(await listed({})).toEqual([idOf('own')]);
  });

  it('are those of the generation of the sandbox', async () => {
    await send(toBook(inGeneration('before'), posting(a, '-1.00')));
    await projected();
    expect(await listed({})).toHaveLength(1);
    await resetWorld();
    expect(await listed({})).toEqual([]);
    await send(toBook(inGeneration('after'), posting(a, '-1.00')));
    await projected();
    expect(await listed({})).toEqual([idOf('after')]);
  });

  it('come newest day first, between two days and by status', async () => {
    const on = (bookingDate: string) => posting(a, '-1.00', { bookingDate });
    await send(
      toBook(inGeneration('h'), on('2026-01-10'), on('2026-03-10'), on('2026-02-10')),
      toReserve(inGeneration('p'), { ...pending(a, '-1.00'), date: '2026-02-20' }),
    );
    await projected();
    expect(await listed({})).toEqual([idOf('h', 1), idOf('p'), idOf('h', 2), idOf('h', 0)]);
    const february = { dateFrom: '2026-02-10', dateTo: '2026-02-28' };
    expect(await listed(february)).toEqual([idOf('p'), idOf('h', 2)]);
    expect(await listed({ ...february, status: 'pending' })).toEqual([idOf('p')]);
    expect(await listed({ dateTo: '2026-02-09' })).toEqual([idOf('h', 0)]);
  });

  it('are the same after a rebuild of the projection', async () => {
    await send(
      toReserve(inGeneration('p'), pending(a, '-5.00')),
      toReserve(inGeneration('q'), pending(a, '-5.00')),
      toBook(inGeneration('h'), posting(a, '-1.00'), posting(a, '-2.00')),
      toBookReserved(inGeneration('p'), a),
    );
    await projected();
    const before = await pageOf({});
    expect(before.transactions).toHaveLength(4);
    const { pool } = accounts.database();
    expect(await requestRebuild(pool, transactionPlaces.name)).toBe(true);
    await readUntil(
      () => projectionStatus(pool, transactionPlaces),
      ({ state }) => state === 'following',
    );
    expect(await pageOf({})).toEqual(before);
  });
});

/** What happens to the account: amounts do not matter, days do. */
const changes = fc.record({
  kind: fc.constantFrom('book', 'book', 'reserve', 'reserve', 'book reserved', 'release'),
  day: fc.constantFrom('2026-11-18', '2026-11-19', '2026-11-20'),
  postings: fc.integer({ min: 1, max: 3 }),
  which: fc.nat(),
});
type Change = typeof changes extends fc.Arbitrary<infer One> ? One : never;

/** Makes changes of the account, and knows which transactions there are. */
class Changing {
  readonly there = new Map<string, 'pending' | 'booked'>();
  readonly #open: string[] = [];
  #last = 0;

  async make({ kind, day, postings, which }: Change): Promise<void> {
    const isNew = kind === 'book' || kind === 'reserve';
    const open = isNew ? undefined : this.#open.splice(which % (this.#open.length || 1), 1)[0];
    if (!isNew && open === undefined) return;
    this.#last += isNew ? 1 : 0;
    const name = open ?? `t${String(this.#last)}`;
    const id = inGeneration(name);
    if (kind === 'book') {
      const own = Array.from({ length: postings }, () => posting(a, '-0.01', { bookingDate: day }));
      await send(toForce(id, ...own));
      for (const place of own.keys()) this.there.set(idOf(name, place), 'booked');
    } else if (kind === 'reserve') {
      await send(toReserve(id, { ...pending(a, '-0.01'), date: day }));
      this.#open.push(name);
      this.there.set(idOf(name), 'pending');
    } else if (kind === 'book reserved') {
      await send(toBookReserved(id, a, day));
      this.there.set(idOf(name), 'booked');
    } else {
      await send(toRelease(id, a));
      this.there.delete(idOf(name));
    }
  }
}

/** A read, and what happens meanwhile. */
const reads = fc.record({
  before: fc.array(changes, { minLength: 1, maxLength: 10 }),
  between: fc.array(fc.array(changes, { maxLength: 3 }), { maxLength: 6 }),
  limit: fc.integer({ min: 1, max: 4 }),
  status: fc.constantFrom('booked', 'pending', 'both'),
  allPending: fc.boolean(),
});

describe('a read of several pages', () => {
  it('visits each transaction of its first moment exactly once, forth and back, whatever is posted, booked or released between the pages', () =>
    fc.assert(
      fc.asyncProperty(reads, async ({ before, between, limit, status, allPending }) => {
        await resetWorld();
        const changing = new Changing();
        for (const change of before) await changing.make(change);
        await projected();
        const first = [...changing.there]
          .filter(([, now]) => status === 'both' || now === status)
          .map(([id, now]) => `${now} ${id}`)
          .sort();
        const way = {
          filter: { status, allPending },
          limit,
          between: async (page: number) => {
            for (const change of between[page] ?? []) await changing.make(change);
            await projected();
          },
        };
        const pages = await readAll(way);
        const isWithin = ({ transactions }: TransactionPage) =>
          transactions.filter((one) => !allPending || one.status === 'booked').length <= limit;
        expect(pages.every(isWithin)).toBe(true);
        expect(transactionsOn(pages).sort()).toEqual(first);
        const [end] = pages.slice(-1);
        if (end === undefined) throw new Error('a read has a page');
        const back = [...(await readBack(way, end)), end];
        expect(back.every(isWithin)).toBe(true);
        expect(transactionsOn(back).sort()).toEqual(first);
      }),
      { numRuns: 40 },
    ));

  it.each([
    [0, ['h-5', 'h-4'], true, false],
    [1, ['h-4', 'h-3'], true, true],
    [3, ['h-2', 'h-1'], false, true],
    [4, ['h-1'], false, true],
    [5, [], false, false],
  ] as const)(
    'begins behind %d transactions with those that follow: %j',
    async (skip, expected, hasLast, hasFirst) => {
      for (const at of [1, 2, 3, 4, 5]) {
        const bookingDate = `2026-11-1${String(at)}`;
        await send(toBook(inGeneration(`h-${String(at)}`), posting(a, '-1.00', { bookingDate })));
      }
      await projected();
      const page = await pageOf({}, 2, { skip });
      const ids = page.transactions.map(({ transactionId }) => transactionId);
      expect(ids).toEqual(expected.map((name) => idOf(name)));
      expect([page.last !== null, page.first !== null]).toEqual([hasLast, hasFirst]);
    },
  );

  it('has all pending transactions on its first page, over days and limit, and on no other', async () => {
    const on = (bookingDate: string) => posting(a, '-1.00', { bookingDate });
    for (const name of ['p', 'q', 'r']) {
      await send(toReserve(inGeneration(name), { ...pending(a, '-1.00'), date: '2026-02-20' }));
    }
    await send(toBook(inGeneration('h'), on('2026-03-10'), on('2026-03-11')));
    await projected();
    const filter = { status: 'both', allPending: true, dateFrom: '2026-03-01' } as const;
    const first = await pageOf(filter, 1);
    const open = ['r', 'q', 'p'].map((name) => idOf(name));
    const idsOn = ({ transactions }: TransactionPage) =>
      transactions.map(({ transactionId }) => transactionId);
    expect(idsOn(first)).toEqual([idOf('h', 1), ...open]);
    if (first.last === null) throw new Error('a transaction follows');
    const second = await pageOf(filter, 1, { after: first.last }, first);
    expect(idsOn(second)).toEqual([idOf('h', 0)]);
    expect(idsOn(await pageOf({ ...filter, status: 'pending' }, 1))).toEqual(open);
    expect(idsOn(await pageOf({ ...filter, status: 'booked' }, 1))).toEqual([idOf('h', 1)]);
  });

  it.each([
    ['booked', 'after'],
    ['both', 'after'],
    ['booked', 'before'],
    ['both', 'before'],
  ] as const)(
    'costs as many pages of the database far back in a large account as in a small one: %s, %s',
    async (status, side) => {
      const { pool } = accounts.database();
      await withoutTimeout(accounts.database(), [
        'delete from transaction_place',
        crowd('small', 1000),
        crowd('large', 40_000),
        'vacuum analyze transaction_place',
      ]);
      const costOf = async (account: string, rows: number) => {
        const position = { day: '2020-06-01', sequence: rows };
        const place = side === 'after' ? { after: position } : { before: position };
        const days = { dateFrom: '2020-01-01', dateTo: '2020-12-31' };
        const filter = { status, allPending: false, ...days };
        const query = new GetTransactions(account, 0, filter, 200, null, place);
        const { text, values } = transactionsSql(query, 2 * rows + 1);
        const { rows: lines } = await pool.query<{ 'QUERY PLAN': string }>(
          `explain (analyze, buffers, timing off) ${text}`,
          values,
        );
        const plan = lines.map((line) => line['QUERY PLAN']).join('\n');
        expect(plan).toContain('rows=201');
        const generic = await pool.query(`explain (generic_plan) ${text}`);
        for (const one of [plan, JSON.stringify(generic.rows)]) {
          expect(one).toContain('transaction_place_account_day_sequence_idx');
          expect(one).not.toMatch(/Seq Scan|transaction_place_pkey/u);
        }
        // A plan for a larger table keeps this index only if it expects few rows from it.
        const [, expected = 0] =
          /transaction_place_account_ended_idx.*?rows=(\d+)/u.exec(plan) ?? [];
        expect(Number(expected)).toBeLessThan(100);
        const [, hit = 0, read = 0] =
          /Buffers: shared(?: hit=(\d+))?(?: read=(\d+))?/u.exec(plan) ?? [];
        return Number(hit) + Number(read);
      };
      await costOf('large', 40_000);
      const small = await costOf('small', 1000);
      expect(await costOf('large', 40_000)).toBeLessThanOrEqual(small + 2);
    },
  );
});

/** Runs statements that may take longer than those of a service. */
async function withoutTimeout({ pool }: Database, statements: readonly string[]): Promise<void> {
  const client = await pool.connect();
  try {
    for (const text of ['set statement_timeout = 0', ...statements, 'reset statement_timeout']) {
      await client.query({ text, ...{ query_timeout: 300_000 } });
    }
  } finally {
    client.release();
  }
}

/**
 * An account with so many booked transactions over a year, and as many pending ones that have ended.
 */
function crowd(account: string, rows: number): string {
  return `
  insert into transaction_place (account, sequence, version, id, generation, day, ended)
  select '${accountKeyOf(account)}', 2 * i + kind, 2 * i + kind, i, 0,
         to_char(date '2020-01-01' + i * 365 / ${String(rows)}, 'YYYYMMDD')::integer,
         case kind when 0 then 2 * i + 1 end
    from generate_series(0, 1) kind, generate_series(1, ${String(rows)}) i`;
}
