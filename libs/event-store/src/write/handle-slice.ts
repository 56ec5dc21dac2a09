import { setTimeout as sleep } from 'node:timers/promises';
import type { Claim } from '@nordgate/decider';
import { appendFailureOf, InfrastructureError, infrastructureError } from '../sql/store-errors.js';
import { parkMessages } from './park.js';
import type { Slice, SliceEntry, SliceItem, SliceResult, SliceRun } from './slice.js';
import { createWithoutLoad, runRound } from './slice-round.js';

const roundsMax = 5;
const conflictsMax = 10;
/** The delay before the next attempt is random, below this times the number of conflicts. */
const conflictDelayMs = 5;

/**
 * Handles a slice as one group commit: loads all streams, decides in memory and in order, writes
 * everything in one transaction. Streams that another process wrote meanwhile are decided again, and
 * only they. An item whose handler throws, or whose data cannot be stored, is parked; later items
 * of its key are parked behind it. With `refusalOf` data that cannot be stored may be refused instead.
 *
 * @returns one result per item, in order
 * @throws InfrastructureError when the database fails or contention does not end. Hand the same items
 *   in again later: commands that were written are recognised by their ids or their streams.
 */
export async function handleSlice({ items, ...slice }: Slice): Promise<SliceResult[]> {
  const { usesInbox = true } = slice;
  return settle({ ...slice, usesInbox, isRetry: false }, items);
}

/**
 * Handles one parked item again. The item does not wait behind parked items; when it fails, the
 * result is `parked` and the parked message is left to the caller.
 *
 * @throws InfrastructureError as `handleSlice`
 */
export async function retryItem(
  slice: Omit<Slice, 'items'>,
  item: SliceItem,
): Promise<SliceResult> {
  const { usesInbox = true } = slice;
  const [result] = await settle({ ...slice, usesInbox, isRetry: true }, [item]);
  return result as SliceResult;
}

/** Runs rounds until every item has a result; the first round needs no load where all streams are new. */
async function settle(run: SliceRun, items: readonly SliceItem[]): Promise<SliceResult[]> {
  const entries: SliceEntry[] = items.map((item) => ({ item }));
  if (!run.isRetry && items.every(({ createsStream }) => createsStream)) {
    await createWithoutLoad(run, entries);
  }
  await runRounds(run, entries);
  return entries.map(({ result }) => {
    if (!result) throw new InfrastructureError('an item of the slice was not handled');
    return result;
  });
}

/** Rounds with a load. Each half of a slice that was split comes here again. */
async function runRounds(run: SliceRun, entries: readonly SliceEntry[]): Promise<void> {
  const contested: Claim[] = [];
  let conflicts = 0;
  for (let round = 1; round <= roundsMax;) {
    const open = entries.filter(({ result }) => !result);
    if (open.length === 0) return;
    try {
      contested.push(...(await runRound(run, open, contested)));
      round += 1;
    } catch (error) {
      const failure = appendFailureOf(error);
      if (failure === 'data') return runHalves(run, open, error);
      conflicts += 1;
      if (failure === 'infrastructure' || conflicts > conflictsMax)
        throw infrastructureError(error);
      await sleep(conflictDelayMs * conflicts * Math.random());
    }
  }
  if (entries.some(({ result }) => !result)) {
    throw new InfrastructureError(`streams are still contended after ${roundsMax} rounds`);
  }
}

/**
 * The data of one of these items cannot be stored. Splits the slice, which finds the item in about
 * log2 n steps, and refuses or parks that item alone.
 */
async function runHalves(
  run: SliceRun,
  open: readonly SliceEntry[],
  cause: unknown,
): Promise<void> {
  const [only] = open;
  if (open.length === 1 && only) {
    const refusal = run.refusalOf?.(cause);
    if (refusal !== undefined) {
      only.result = { status: 'done', replies: only.item.commands.map(() => refusal) };
      return;
    }
    const reason = cause instanceof Error ? cause.message : String(cause);
    if (!run.isRetry) {
      await parkMessages(run.store.database.pool, run.consumer, [{ item: only.item, reason }]);
    }
    only.result = { status: 'parked', reason, error: cause };
    return;
  }
  const middle = Math.ceil(open.length / 2);
  // One half after the other: the order of a key is the order of the slice.
  await runRounds(run, open.slice(0, middle));
  await runRounds(run, open.slice(middle));
}
