import { streams } from '@nordgate/contracts/rules';
import { received } from '@nordgate/decider/testing';
import { worldMoveStream } from '../domain/world-move.js';
import { orderFactsOf } from '../order-book/order-facts.js';
import { orderRow } from '../order-book/order-book.rows.js';
import { orderTermsOf } from '../order-book/order-terms.js';
import { aProfile } from '../testing/a-profile.js';
import {
  aTransfer,
  authorised,
  cancelled,
  claimed,
  paymentIdOf,
  standingOrder,
  tpp,
} from '../testing/an-order.js';
import { idleBatch } from '../testing/batch-on-a-bus.fixture.js';
import type { IdleBatch } from '../testing/batch-on-a-bus.fixture.js';
import { moveWorldOn } from './move-world.work.js';
import { advanceOpenRun, openDueSlot, openStandingSlot } from './run-steps.work.js';
import type { RunWorker } from './run-steps.work.js';

/** A Friday, on which the standing order is due; in Oslo an hour later than in UTC. */
const friday = '2030-03-01';
const lastRun = `${friday}T12:30:00Z`;
const standingSlot = `${friday}T12:31:00Z`;

/** Longer than anything holds a world. */
const longMs = 1e9;

/** The runs of a sandbox leave standing orders to their own slot. */
const terms = { ...orderTermsOf(aProfile), executesPeriodic: false };

let idle: IdleBatch;
let generation = 0;
beforeAll(async () => {
  idle = await idleBatch();
});
afterAll(() => idle.batch.stop());

/** A world that stands at this time on its way to the next week, with this order in the book. */
async function worldWith(order: object, at: string): Promise<RunWorker> {
  generation += 1;
  const { pool } = idle.worker.database;
  await pool.query(
    `insert into known_generation values ($1::bigint, '2030-02-01T00:00:00Z', 'tpp-' || $1::bigint)`,
    [generation],
  );
  await note(order, 2);
  const move = {
    generation,
    tpp: `${tpp}-${String(generation)}`,
    request: 'a-move',
    target: new Date('2030-03-08T12:00:00Z'),
    awaits: [],
    begunMs: longMs,
  };
  const time = { aheadMs: 1, restMs: 1000, now: () => new Date(at) };
  return { ...idle.worker, ...time, generation, environment: 'sandbox', move };
}

/** The order book hears of an event of the order of the last world. */
async function note(event: object, version: number): Promise<void> {
  const stream = streams.payment.id(paymentIdOf(1, generation));
  const { upsert, row } = orderRow(orderFactsOf(received(stream, event as never, version), terms));
  const values = row.map((cell) => [cell]);
  await idle.worker.database.pool.query({ name: upsert.name, text: upsert.sql, values });
}

/** A run has picked the order of the last world, or an occurrence of it. */
async function pick(occurrence: string): Promise<void> {
  await idle.worker.database.pool.query('insert into run_item values ($1, $2, $3)', [
    paymentIdOf(1, generation),
    occurrence,
    run,
  ]);
}

const isMoving = async ({ move, store }: RunWorker) =>
  (await store.state(worldMoveStream, streams.worldMove.id(move?.tpp ?? ''))).state.is !== 'none';

const run = `batch-run-${friday}-standing`;
const periodic = { instruction: standingOrder, service: 'periodic-payments' } as const;
const standing = authorised(periodic);
const instant = authorised({ product: 'instant-norwegian-domestic-credit-transfers-straks' });
const dated = authorised({ instruction: { ...aTransfer, requestedExecutionDate: friday } });

describe('a world whose clock moves', () => {
  it.each([
    ['a standing order', standing, standingSlot, openStandingSlot],
    ['a payment', dated, lastRun, openDueSlot],
  ])('stays at the slot of %s until a run has opened it', async (_what, order, at, open) => {
    const worker = await worldWith(order, at);
    expect(await moveWorldOn(worker)).toBe('waits');
    expect(await isMoving(worker)).toBe(false);
    expect(await open(worker)).toBe('moved');
  });

  it.each([
    ['an occurrence', standing, friday, claimed(run, periodic, friday)],
    ['an occurrence of an order that is then cancelled', standing, friday, cancelled],
    ['a payment', dated, '', claimed(run)],
  ])(
    'stays where a run has picked %s, however long it takes a busy bank, until the order book hears what payments has made of it',
    async (_what, order, occurrence, outcome) => {
      const worker = { ...(await worldWith(order, standingSlot)), restMs: 30_000 };
      await pick(occurrence);
      expect(await moveWorldOn(worker)).toBe('waits');
      expect(await isMoving(worker)).toBe(false);
      await note(outcome, 3);
      expect(await moveWorldOn(worker)).toBe('moved');
    },
  );

  it('goes on after ten seconds without the outcome of what a run has picked', async () => {
    const worker = await worldWith(standing, standingSlot);
    expect(await openStandingSlot(worker)).toBe('moved');
    // It starts, picks, and ends its picking.
    for (let step = 0; step < 3; step += 1) expect(await advanceOpenRun(worker)).toBe('moved');
    await note(claimed(run, periodic, friday), 3);
    expect(await moveWorldOn({ ...worker, restMs: 9_999 })).toBe('waits');
    expect(await moveWorldOn({ ...worker, restMs: 10_000 })).toBe('moved');
  });

  it('goes on after a minute where payments says nothing of what a run has picked', async () => {
    const worker = { ...(await worldWith(standing, standingSlot)), restMs: 60_000 };
    await pick(friday);
    expect(await moveWorldOn(worker)).toBe('moved');
  });

  it.each([
    ['an instant payment that was just approved', instant, undefined],
    ['the claim of what a run has picked', standing, friday],
  ])(
    'that had stood for long waits for %s until a minute after its move began',
    async (_what, order, occurrence) => {
      const worker = { ...(await worldWith(order, standingSlot)), restMs: longMs };
      if (occurrence !== undefined) await pick(occurrence);
      const { move } = worker;
      if (move === undefined) throw new Error('the world does not move');
      expect(await moveWorldOn({ ...worker, move: { ...move, begunMs: 59_999 } })).toBe('waits');
      expect(await moveWorldOn({ ...worker, move: { ...move, begunMs: 60_000 } })).toBe('moved');
    },
  );

  it('goes on where nothing is due', async () => {
    const worker = await worldWith(standing, '2030-02-27T12:00:00Z');
    expect(await moveWorldOn(worker)).toBe('moved');
    expect(await isMoving(worker)).toBe(true);
  });
});
