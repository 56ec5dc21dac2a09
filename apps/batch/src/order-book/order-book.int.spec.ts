import fc from 'fast-check';
import { received } from '@nordgate/decider/testing';
import { testDatabase } from '@nordgate/event-store/testing';
import type { TestDatabase } from '@nordgate/event-store/testing';
import { OrderBook1790000000001 } from '../migrations/1-order-book.migration.js';
import { StandingOrders1790000000010 } from '../migrations/10-standing-orders.migration.js';
import { Runs1790000000002 } from '../migrations/2-runs.migration.js';
import {
  aTransfer,
  authorised,
  authorisedBefore,
  cancelled,
  claimed,
  initiated,
  paymentIdOf,
  standingOrder,
} from '../testing/an-order.js';
import type { AskedFor } from '../testing/an-order.js';
import { aProfile } from '../testing/a-profile.js';
import { dueOrders, heldOrders, instantOrders } from './due-orders.rows.js';
import { orderRow } from './order-book.rows.js';
import { orderFactsOf } from './order-facts.js';
import type { OrderEvent } from './order-facts.js';
import { orderTermsOf } from './order-terms.js';

const terms = orderTermsOf(aProfile);
const run = 'batch-run-2030-03-01-1330';

let database: TestDatabase;
beforeAll(async () => {
  const migrations = [...[OrderBook1790000000001, Runs1790000000002], StandingOrders1790000000010];
  database = await testDatabase('order_book', migrations);
});
afterAll(() => database.close());
beforeEach(async () => {
  const tables = ['order_book', 'run_item', 'execution_hold', 'stopped_tpp'];
  // Cheaper than to truncate small tables.
  await database.pool.query(tables.map((table) => `delete from ${table}`).join('; '));
});

interface Fact {
  readonly paymentId: string;
  readonly version: number;
  readonly event: OrderEvent;
}

/** Writes facts together, as one slice does. */
async function write(facts: readonly Fact[]): Promise<void> {
  const rows = facts.map(({ paymentId, version, event }) =>
    orderRow(orderFactsOf(received(`payment-${paymentId}`, event, version), terms)),
  );
  const upsert = rows[0]?.upsert;
  if (upsert === undefined) return;
  const columns = upsert.columns.map((_, column) => rows.map(({ row }) => row[column]));
  await database.pool.query({ name: upsert.name, text: upsert.sql, values: columns });
}

async function book(): Promise<unknown[]> {
  const { rows } = await database.pool.query<{ row: unknown }>(
    'select to_jsonb(o) as row from order_book o order by payment_id',
  );
  return rows.map(({ row }) => row);
}

const periodic = { service: 'periodic-payments', instruction: standingOrder } as const;
const changedTo = (requestedExecutionDate: string): OrderEvent => ({
  type: 'PaymentChanged',
  data: {
    by: 'channel:branch',
    instruction: { ...aTransfer, requestedExecutionDate },
    at: '2030-03-01T08:00:00.000Z',
  },
});

const rejected: OrderEvent = {
  type: 'PaymentRejected',
  data: {
    ...{ by: 'sweep', code: 'PAYMENT_FAILED', reason: 'not-approved-in-time' },
    at: '2030-03-01T12:00:00.000Z',
  },
};

/** The events of a payment that the order book reads, from a version on. */
interface History {
  readonly from: number;
  readonly events: readonly OrderEvent[];
}

const onTheFourth = { ...aTransfer, requestedExecutionDate: '2030-03-04' };

/** Noted at once, as during an upgrade. What may come before an approval comes in order. */
const inOrder: readonly History[] = [
  {
    from: 1,
    events: [
      initiated(),
      changedTo('2030-03-08'),
      changedTo('2030-03-04'),
      authorised({ instruction: onTheFourth }),
      cancelled,
    ],
  },
  { from: 1, events: [initiated(), changedTo('2030-03-04'), authorisedBefore, cancelled] },
  { from: 2, events: [authorised(), cancelled] },
  { from: 2, events: [changedTo('2030-03-04'), rejected] },
  { from: 2, events: [cancelled] },
];
/** What comes after an approval. */
const inAnyOrder: readonly History[] = [
  { from: 2, events: [authorised(), claimed(run)] },
  { from: 1, events: [initiated(), authorisedBefore, claimed(run)] },
  {
    from: 2,
    events: [
      authorised(periodic),
      claimed(run, periodic, '2030-03-01'),
      claimed(run, periodic, '2030-04-01'),
    ],
  },
];
const factsOf = (histories: readonly History[], first: number) =>
  histories.flatMap(({ from, events }, n) =>
    events.map((event, index): Fact => {
      return { paymentId: paymentIdOf(first + n), version: from + index, event };
    }),
  );
const ordered = factsOf(inOrder, 0);
const facts = [...ordered, ...factsOf(inAnyOrder, inOrder.length)];

/** The same facts with those that come in order in the order of their versions. */
function asTheyCome(shuffled: readonly Fact[]): readonly Fact[] {
  const waiting = Map.groupBy(ordered, ({ paymentId }) => paymentId);
  const next = new Map([...waiting].map(([id, all]) => [id, all.values()]));
  return shuffled.map((fact) => next.get(fact.paymentId)?.next().value ?? fact);
}

describe('the table of the order book', () => {
  it('has approved payments, the same for events in any slices, and for events that come again', async () => {
    for (const fact of facts) await write([fact]);
    const expected = await book();
    expect(expected).toMatchObject([
      { payment_id: paymentIdOf(0), status: 'CANC', due_day: '2030-03-04', version: 5 },
      { payment_id: paymentIdOf(1), status: 'CANC', due_day: '2030-03-04', version: 4 },
      { payment_id: paymentIdOf(2), status: 'CANC', due_day: '2030-02-28', version: 3 },
      { payment_id: paymentIdOf(5), status: 'ACCP', claimed_by: run, due_day: '2030-02-28' },
      { payment_id: paymentIdOf(6), status: 'ACCP', claimed_by: run, due_day: '2030-02-28' },
      {
        ...{ payment_id: paymentIdOf(7), status: 'ACTC', claimed_by: null },
        ...{ claimed_occurrence: '2030-04-01', due_day: '2030-05-02', version: 4 },
      },
    ]);
    const shuffled = fc.shuffledSubarray(facts, { minLength: facts.length });
    const repeats = fc.array(fc.constantFrom(...facts), { maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(shuffled, repeats, fc.boolean(), async (all, again, isTogether) => {
        await database.pool.query('delete from order_book');
        const once = asTheyCome(all);
        const first = new Map(once.map((fact) => [fact.paymentId, fact]));
        if (isTogether) await write([...first.values()]);
        for (const fact of [...once, ...again]) await write([fact]);
        expect(await book()).toEqual(expected);
      }),
      { numRuns: 100 },
    );
  });

  it('has no due day before it knows when the bank received the order', async () => {
    await write([{ paymentId: paymentIdOf(1), version: 3, event: authorisedBefore }]);
    await write([{ paymentId: paymentIdOf(1), version: 2, event: changedTo('2030-03-04') }]);
    expect(await book()).toMatchObject([{ status: 'ACTC', due_day: null }]);
    const due = { generation: 0, day: '2031-01-01' };
    expect(await dueOrders(database, due, undefined, 100)).toEqual({ payments: [] });
    expect(await instantOrders(database, due, 100)).toEqual({ payments: [] });
  });
});

const due = { generation: 0, day: '2030-03-01' };
const approve = (n: number, asked: AskedFor = {}, generation = 0) => {
  const paymentId = paymentIdOf(n, generation);
  return write([{ paymentId, version: 2, event: authorised(asked) }]);
};
const dueIds = async (day = due.day) => {
  const { payments } = await dueOrders(database, { ...due, day }, undefined, 100);
  return payments.map(({ paymentId }) => paymentId);
};

describe('the orders that are due', () => {
  const instant = { product: 'instant-norwegian-domestic-credit-transfers-straks' };

  it('have an occurrence when they are periodic, once for each occurrence', async () => {
    await approve(1, periodic);
    const page = await dueOrders(database, due, undefined, 100);
    expect(page.payments).toEqual([{ paymentId: paymentIdOf(1), occurrence: '2030-03-01' }]);
    await database.pool.query(`insert into run_item values ($1, '2030-03-01', $2)`, [
      paymentIdOf(1),
      run,
    ]);
    expect(await dueIds('2030-06-01')).toEqual([]);
    const next = claimed(run, periodic, '2030-03-01');
    await write([{ paymentId: paymentIdOf(1), version: 3, event: next }]);
    expect(await dueIds('2030-03-31')).toEqual([]);
    expect(await dueIds('2030-04-01')).toEqual([paymentIdOf(1)]);
  });

  it('are those of the generation, and instant ones apart', async () => {
    await approve(1);
    await approve(2, {}, 1);
    await approve(3, instant);
    await approve(4, instant, 1);
    expect(await dueIds()).toEqual([paymentIdOf(1)]);
    const { payments } = await instantOrders(database, { ...due, generation: 1 }, 100);
    expect(payments).toEqual([{ paymentId: paymentIdOf(4, 1) }]);
  });

  it('come in pages without a gap or a repeat, urgent ones first', async () => {
    const urgent = {
      product: 'cross-border-credit-transfers',
      instruction: { ...aTransfer, serviceLevel: 'URGP' },
    } as const;
    for (let n = 1; n <= 7; n += 1) await approve(n, n % 3 === 0 ? urgent : {});
    const seen: string[] = [];
    let page = await dueOrders(database, due, undefined, 2);
    while (page.last !== undefined) {
      seen.push(...page.payments.map(({ paymentId }) => paymentId));
      page = await dueOrders(database, due, page.last, 2);
    }
    expect(seen).toEqual([3, 6, 1, 2, 4, 5, 7].map((n) => paymentIdOf(n)));
  });

  it('are without what is held by hand or of a stopped TPP, which is counted', async () => {
    await approve(1);
    await approve(2, { by: 'PSDNO-FSA-999900002' });
    await approve(3, { by: 'PSDNO-FSA-999900003' });
    await approve(4, instant);
    const counts = () =>
      Promise.all((['batch', 'instant'] as const).map((of) => heldOrders(database, of, due, null)));
    expect(await counts()).toEqual([0, 0]);
    await database.pool.query(
      `insert into execution_hold values ($1, true, now()), ($2, true, now()), ($3, false, now())`,
      [1, 4, 3].map((n) => `hold-payment-${paymentIdOf(n)}`),
    );
    await database.pool.query(
      `insert into execution_hold values ('hold-tpp-PSDNO-FSA-999900002', true, now())`,
    );
    await database.pool.query(
      `insert into stopped_tpp values ('PSDNO-FSA-999900003', 1, true, '2030-03-01')`,
    );
    expect(await dueIds()).toEqual([]);
    expect(await counts()).toEqual([3, 1]);
    expect(await heldOrders(database, 'batch', due, 'PSDNO-FSA-999900002')).toBe(1);
    expect((await instantOrders(database, due, 100)).payments).toEqual([]);
    expect(await dueIds('2030-03-02')).toEqual([paymentIdOf(3)]);
    await database.pool.query('update stopped_tpp set is_stopped = false');
    expect(await dueIds()).toEqual([paymentIdOf(3)]);
  });
});

/** A service waits less for an answer: none of its statements takes so long. */
const patient = { query_timeout: 300_000 };

/** Blocks that one page of due orders touches, per order of it, in a book of so many orders. */
async function blocksPerOrder(count: number): Promise<number> {
  const client = await database.pool.connect();
  try {
    await client.query('set statement_timeout = 0');
    // As a statement is planned that was executed often.
    await client.query('set plan_cache_mode = force_generic_plan');
    await client.query('truncate order_book');
    // One in ten is due, and one in fifty is urgent.
    await client.query({
      text: `insert into order_book (payment_id, generation, version, status, service, tpp, is_instant,
         received_day, terms_version, is_urgent, parts)
       select lpad(to_hex(n), 32, '0'), 0, 2, 'ACTC', 'payments', 'tpp', false,
              date '2030-01-01' + n % 600, 1, n % 50 = 0, 1
         from generate_series(1, $1::int) n`,
      values: [count],
      ...patient,
    });
    // Autovacuum may hold so large a table for longer than the lock timeout of the service.
    await client.query('set lock_timeout = 0');
    await client.query({ text: 'vacuum analyze order_book', ...patient });
    const on = { generation: 0, day: '2030-03-01' };
    const last = { isUrgent: false, dueDay: '2030-01-02', paymentId: '' };
    const page = await dueOrders({ pool: client as never }, on, last, 50);
    const { rows } = await client.query<{ 'QUERY PLAN': readonly { Plan: object }[] }>(
      `explain (analyze, buffers, format json) execute "batch.due-orders"
         (0, '2030-03-01', 50, 'infinity', '', '2030-01-02', '')`,
    );
    const plan = rows[0]?.['QUERY PLAN'][0]?.Plan as Record<string, number>;
    const blocks = (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0);
    return blocks / page.payments.length;
  } finally {
    client.release(true);
  }
}

describe('a page of due orders', () => {
  it('costs no more per order in a book of a million than in one of a thousand', async () => {
    const small = await blocksPerOrder(1000);
    const large = await blocksPerOrder(1_000_000);
    // A lookup goes down an index of three levels instead of two.
    expect(large).toBeLessThanOrEqual(1.3 * small);
  });
});
