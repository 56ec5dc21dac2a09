import { dayInOslo, generationLeaseMs, streams } from '@nordgate/contracts/rules';
import { batchRunStream } from '../domain/batch-run.js';
import { scheduleStream } from '../domain/schedule.js';
import { worldMoveStream } from '../domain/world-move.js';
import { decide, isSlotLeft } from './run-steps.work.js';
import type { RunWorker, Step } from './run-steps.work.js';
import { instantOrders } from '../order-book/due-orders.rows.js';
import { unseenOrders } from '../order-book/unseen-orders.queries.js';
import { isOf } from '../move-worlds/move-world.js';
import { areUnclaimed, nextDays } from '../move-worlds/moved-worlds.rows.js';
import type { Move } from '../move-worlds/moved-worlds.rows.js';
import { nextStop } from '../move-worlds/next-stop.js';

/** Gateways know the time of a world for the length of a lease, and timers are not exact. */
const knownEverywhereMs = generationLeaseMs + 50;
/** An outcome that is open so long after a stop holds the world no longer: a core may take days for it. */
const outcomeWaitMs = 10_000;
/**
 * A claim needs no core, and says when a standing order is due next. Its message may wait until the group of a process that has died goes on.
 * What payments has not said by then may be parked, until an operator decides.
 */
const claimWaitMs = 60_000;

/**
 * The last step in a world whose clock moves (ADR 56): when nothing is to be done at the present time, the world may go on
 * to the next slot that has an order, or to the target. Accounts sets the time, and all services follow it.
 */
export async function moveWorldOn(worker: RunWorker): Promise<Step> {
  const { move, store, database, terms, restMs = 0 } = worker;
  if (move === undefined) return 'waits';
  const { generation, tpp, request, target, awaits } = move;
  const name = { generation, tpp, request };
  const stream = streams.worldMove.id(tpp);
  const { state } = await store.state(worldMoveStream, stream);
  const now = worker.now();
  // Accounts has not set the time yet, or not heard that the world is there.
  if (isOf(name, state) && (state.is === 'arrived' || Date.parse(state.to) > now.getTime())) {
    return 'waits';
  }
  if ((await unseenOrders(database, awaits)).length > 0 || !(await isAtRest(worker, move)))
    return 'waits';
  if (now >= target) {
    return restMs < knownEverywhereMs ? 'waits' : decide(worker, 'ArriveWorld', stream, name);
  }
  const stop = nextStop(now, await nextDays(database, generation), terms.runs) ?? target;
  const to = (stop < target ? stop : target).toISOString();
  return decide(worker, 'MoveWorldOn', stream, { ...name, to });
}

/** Whether everything that is due is done, except for outcomes that let wait for themselves. */
async function isAtRest(worker: RunWorker, { begunMs }: Move): Promise<boolean> {
  const { database, environment, generation, store, restMs = 0 } = worker;
  const { state: schedule } = await store.state(
    scheduleStream,
    streams.schedule.id(generation, environment),
  );
  const { open } = schedule;
  // A run that has just ended kept a slot waiting: the next look opens it.
  if (open === undefined && (await isSlotLeft(worker, schedule))) return false;
  if (open !== undefined) {
    const { state: run } = await store.state(batchRunStream, streams.batchRun.id(open.runId));
    if (run.is === 'none' || run.is === 'picking') return false;
  }
  // Where a move begins, the world has stood for long, and what was approved a moment ago is under way.
  if (Math.min(restMs, begunMs) >= claimWaitMs) return true;
  const today = { generation, day: dayInOslo(worker.now()) };
  if ((await instantOrders(database, today, 1)).last !== undefined) return false;
  if (open !== undefined && restMs < outcomeWaitMs) return false;
  return !(await areUnclaimed(database, today));
}
