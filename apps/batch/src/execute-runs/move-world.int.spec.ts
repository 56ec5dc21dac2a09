import { streams } from '@nordgate/contracts/rules';
import { received } from '@nordgate/decider/testing';
import { worldMoveStream } from '../domain/world-move.js';
import { orderFactsOf } from '../order-book/order-facts.js';
import { orderRow } from '../order-book/order-book.rows.js';
import { orderTermsOf } from '../order-book/order-terms.js';
import { aProfile } from '../testing/a-profile.js';
import { aTransfer, authorised, paymentIdOf, standingOrder, tpp } from '../testing/an-order.js';
import { idleBatch } from '../testing/batch-on-a-bus.fixture.js';
import type { IdleBatch } from '../testing/batch-on-a-bus.fixture.js';
import { moveWorldOn } from './move-world.work.js';
import { openDueSlot, openStandingSlot } from './run-steps.work.js';
import type { RunWorker } from './run-steps.work.js';

/** A Friday, on which the standing order is due; in Oslo an hour later than in UTC. */
const friday = '2030-03-01';
const lastRun = `${friday}T12:30:00Z`;
const standingSlot = `${friday}T12:31:00Z`;

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
  const stream = streams.payment.id(paymentIdOf(1, generation));
  const { upsert, row } = orderRow(orderFactsOf(received(stream, order as never, 2), terms));
  const values = row.map((cell) => [cell]);
  await pool.query({ name: upsert.name, text: upsert.sql, values });
  const move = {
    generation,
    tpp: `${tpp}-${String(generation)}`,
    request: 'a-move',
    target: new Date('2030-03-08T12:00:00Z'),
    awaits: [],
  };
  const time = { aheadMs: 1, restMs: 1000, now: () => new Date(at) };
  return { ...idle.worker, ...time, generation, environment: 'sandbox', move };
}

const isMoving = async ({ move, store }: RunWorker) =>
  (await store.state(worldMoveStream, streams.worldMove.id(move?.tpp ?? ''))).state.is !== 'none';

const standing = authorised({ instruction: standingOrder, service: 'periodic-payments' });
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

  it('goes on where nothing is due', async () => {
    const worker = await worldWith(standing, '2030-02-27T12:00:00Z');
    expect(await moveWorldOn(worker)).toBe('moved');
    expect(await isMoving(worker)).toBe(true);
  });
});
