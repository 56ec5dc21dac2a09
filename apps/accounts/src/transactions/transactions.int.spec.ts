import { GetTransaction, GetTransactions } from '@nordgate/contracts/queries';
import type {
  TransactionFilter,
  TransactionPage,
  TransactionView,
} from '@nordgate/contracts/queries';
import { streams } from '@nordgate/contracts/rules';
import { projectionStatus, requestRebuild } from '@nordgate/event-store';
import { readUntil } from '@nordgate/service/testing';
import fc from 'fast-check';
import { knownState } from '../initialise-sandbox/known-state.js';
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
import { transactionIdOf, transactionProjection } from './transaction.projection.js';
import { transactionsSql } from './transactions.queries.js';

const patienceMs = 120_000;
const a = streams.account.id(knownState.accounts[0]?.accountId ?? '');
const b = streams.account.id(knownState.accounts[1]?.accountId ?? '');

let accounts: AccountsOnABus;
let generation: number;
beforeAll(async () => {
  accounts = await accountsOnABus();
}, patienceMs);
beforeEach(async () => {
  generation = await reset(accounts);
});
afterEach(async () => expect(await accounts.parked()).toBe(0));
afterAll(() => accounts.stop(), patienceMs);

const inGeneration = (id: string) => `${id}.${String(generation)}`;
const projected = () => untilProjected(accounts);
const idOf = (entryId: string, place = 0, account = a) =>
  transactionIdOf({ account, entryId: inGeneration(entryId) }, place);
const one = (transactionId: string, account = a) =>
  accounts.ask(new GetTransaction(account, generation, transactionId));
const send = (...commands: readonly Parameters<typeof decided>[1][]) =>
  commands.reduce(
    (before, command) => before.then(() => decided(accounts, command)),
    Promise.resolve<unknown>(null),
  );

function pageOf(filter: Partial<TransactionFilter>, limit = 200, before?: TransactionPage) {
  const whole = { ...anyTransaction, ...filter };
  const { highest = null, last = null } = before ?? {};
  return accounts.ask(new GetTransactions(a, generation, whole, limit, highest, last));
}
const listed = async (filter: Partial<TransactionFilter>) =>
  (await pageOf(filter)).transactions.map(({ transactionId }) => transactionId);

/** All pages of a read; `between` happens after each page. */
async function readAll(
  filter: Partial<TransactionFilter>,
  limit: number,
  between: (page: number) => Promise<unknown>,
): Promise<readonly TransactionView[]> {
  const seen: TransactionView[] = [];
  let page: TransactionPage | undefined;
  for (let number = 0; page === undefined || page.last !== null; number += 1) {
    page = await pageOf(filter, limit, page);
    expect(page.transactions.length).toBeLessThanOrEqual(limit);
    seen.push(...page.transactions);
    await between(number);
  }
  return seen;
}

describe('the transactions of an account', () => {
  it('are pending from the reservation on, and booked with the same id on both accounts', async () => {
    const id = inGeneration('p');
    await send(toReserve(id, pending(a, '-5.00', aPayment), pending(b, '5.00', aPayment)));
    await projected();
    const known = { transactionId: idOf('p'), entryId: id, currency: 'NOK', details: aPayment };
    expect(await one(idOf('p'))).toEqual({ ...known, amount: '-5.00', status: 'pending' });
    expect(await one(idOf('p', 0, b), b)).toBeNull();
    expect(await listed({ status: 'booked' })).toEqual([]);
    await send(toBookReserved(id, a, '2026-11-23'));
    await projected();
    const dates = { bookingDate: '2026-11-23', valueDate: '2026-11-23' };
    const booked = { ...known, ...dates, status: 'booked' };
    expect(await one(idOf('p'))).toEqual({ ...booked, amount: '-5.00' });
    expect(await one(idOf('p', 0, b), b)).toEqual({
      ...booked,
      transactionId: idOf('p', 0, b),
      amount: '5.00',
    });
    expect((await pageOf({ status: 'both' })).transactions).toEqual([await one(idOf('p'))]);
    expect(await listed({ status: 'pending' })).toEqual([]);
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
    generation = await reset(accounts);
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

  it(
    'are the same after a rebuild of the projection',
    async () => {
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
      expect(await requestRebuild(pool, transactionProjection.name)).toBe(true);
      await readUntil(
        () => projectionStatus(pool, transactionProjection),
        ({ state }) => state === 'following',
      );
      expect(await pageOf({})).toEqual(before);
    },
    patienceMs,
  );
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

describe('a read of several pages', () => {
  it(
    'visits each transaction of its first moment exactly once, whatever is posted, booked or released between the pages',
    () =>
      fc.assert(
        fc.asyncProperty(
          fc.array(changes, { minLength: 1, maxLength: 10 }),
          fc.array(fc.array(changes, { maxLength: 3 }), { maxLength: 6 }),
          fc.integer({ min: 1, max: 4 }),
          fc.constantFrom('booked', 'pending', 'both'),
          async (before, between, limit, status) => {
            generation = await reset(accounts);
            const changing = new Changing();
            for (const change of before) await changing.make(change);
            await projected();
            const first = [...changing.there]
              .filter(([, now]) => status === 'both' || now === status)
              .map(([id, now]) => `${now} ${id}`);
            const seen = await readAll({ status }, limit, async (page) => {
              for (const change of between[page] ?? []) await changing.make(change);
              await projected();
            });
            const visited = seen.map((one) => `${one.status} ${one.transactionId}`);
            expect(visited.sort()).toEqual(first.sort());
          },
        ),
        { numRuns: 40 },
      ),
    patienceMs,
  );

  it.each(['booked', 'both'] as const)(
    'costs as many pages of the database far back in a large account as in a small one: %s',
    async (status) => {
      const { pool } = accounts.database();
      await pool.query('delete from transaction');
      await pool.query(`${crowd('small', 1000)}; ${crowd('large', 40_000)}`);
      await pool.query('vacuum analyze transaction');
      const costOf = async (account: string, rows: number) => {
        const after = { day: '2020-06-01', sequence: rows };
        const filter = { status, dateFrom: '2020-01-01', dateTo: '2020-12-31' };
        const query = new GetTransactions(account, 0, filter, 200, null, after);
        const { text, values } = transactionsSql(query, 2 * rows + 1);
        const { rows: lines } = await pool.query<{ 'QUERY PLAN': string }>(
          `explain (analyze, buffers, timing off) ${text}`,
          values,
        );
        const plan = lines.map((line) => line['QUERY PLAN']).join('\n');
        expect(plan).toContain('rows=201');
        const generic = await pool.query(`explain (generic_plan) ${text}`);
        for (const one of [plan, JSON.stringify(generic.rows)]) {
          expect(one).toContain('transaction_account_generation_day_sequence_idx');
          expect(one).not.toMatch(/Seq Scan|transaction_pkey/u);
        }
        const [, hit = 0, read = 0] =
          /Buffers: shared(?: hit=(\d+))?(?: read=(\d+))?/u.exec(plan) ?? [];
        return Number(hit) + Number(read);
      };
      await costOf('large', 40_000);
      const small = await costOf('small', 1000);
      expect(await costOf('large', 40_000)).toBeLessThanOrEqual(small + 4);
    },
    patienceMs,
  );
});

/**
 * An account with so many booked transactions over a year, and as many pending ones that have ended.
 */
function crowd(account: string, rows: number): string {
  return `
  insert into transaction (account, generation, sequence, transaction_id, entry_id, status, day,
                           currency, amount, details, ended)
  select '${account}', 0, 2 * i + kind, i::text, i::text,
         case kind when 0 then 'pending' else 'booked' end,
         (date '2020-01-01' + i * 365 / ${String(rows)})::text, 'NOK', '-1.00', '{}',
         case kind when 0 then 2 * i + 1 else ${String(Number.MAX_SAFE_INTEGER)} end
    from generate_series(0, 1) kind, generate_series(1, ${String(rows)}) i`;
}
