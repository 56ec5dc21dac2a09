import { setTimeout as sleep } from 'node:timers/promises';
import type { Claim } from '@nordgate/decider';
import type { EventStore } from './event-store.js';
import { InfrastructureError, infrastructureError } from './infrastructure-error.js';
import { parkAll } from '../parked/parking-lot.js';
import type { SliceItem, SliceResult } from './slice-item.js';
import { runRound } from './slice-round.js';
import type { Execute, SliceEntry, SliceRun } from './slice-run.js';
import { faultOf } from '../sql/sql-state.js';

/** A slice: messages that are handled in one transaction. */
export interface Slice {
  readonly store: EventStore;
  /** Whose inbox and parked messages these are. */
  readonly consumer: string;
  readonly items: readonly SliceItem[];
  readonly execute: Execute;
  /** Keep the ids of the commands in the inbox. Default true; not where deciders know a repeat. */
  readonly remembers?: boolean;
}

const roundsMax = 5;
const conflictsMax = 10;
const conflictPauseMs = 5;

/**
 * Handles a slice as one group commit: load all, decide in memory and in order, write all. Streams
 * that somebody else wrote meanwhile are decided again, and only they. A slice of items
 * that all found their streams is decided without the load at first, and again with it where that was
 * wrong. An item whose handler throws
 * or whose data the database refuses is parked, and later items of its key behind it.
 *
 * @returns one result per item, in order
 * @throws InfrastructureError when the database is at fault or contention does not end: hand the
 *   same items in again later; what was written is recognised by its command ids
 */
export async function handleSlice({ items, ...slice }: Slice): Promise<SliceResult[]> {
  const entries: SliceEntry[] = items.map((item) => ({ item }));
  const { remembers = true } = slice;
  await settle({ ...slice, remembers, retrying: false }, entries);
  return entries.map(resultOf);
}

/** The same for one parked item: neither waits behind parked ones nor is parked again. */
export async function retryItem(
  slice: Omit<Slice, 'items'>,
  item: SliceItem,
): Promise<SliceResult> {
  const entry: SliceEntry = { item };
  const { remembers = true } = slice;
  await settle({ ...slice, remembers, retrying: true }, [entry]);
  return resultOf(entry);
}

function resultOf({ result }: SliceEntry): SliceResult {
  if (!result) throw new InfrastructureError('an item of the slice was not handled');
  return result;
}

/** Runs rounds until every entry has a result, the first one without a load where that may do. */
async function settle(run: SliceRun, entries: readonly SliceEntry[]): Promise<void> {
  if (!run.retrying && entries.every(({ item }) => item.founds)) await found(run, entries);
  await settleLoaded(run, entries);
}

/** What cannot be done without a load is left for the rounds with one; nothing is parked. */
async function found(run: SliceRun, entries: readonly SliceEntry[]): Promise<void> {
  try {
    await runRound({ ...run, founding: true }, entries, []);
  } catch (error) {
    if (faultOf(error) === 'infrastructure') throw infrastructureError(error);
  }
}

/** Rounds with a load; a half of a slice that was split comes here again. */
async function settleLoaded(run: SliceRun, entries: readonly SliceEntry[]): Promise<void> {
  const contested: Claim[] = [];
  let conflicts = 0;
  for (let round = 1; round <= roundsMax;) {
    const open = entries.filter(({ result }) => !result);
    if (open.length === 0) return;
    try {
      contested.push(...(await runRound({ ...run, founding: false }, open, contested)));
      round += 1;
    } catch (error) {
      const fault = faultOf(error);
      if (fault === 'data') return settleByHalves(run, open, error);
      conflicts += 1;
      if (fault === 'infrastructure' || conflicts > conflictsMax) throw infrastructureError(error);
      await sleep(conflictPauseMs * conflicts * Math.random());
    }
  }
  if (entries.some(({ result }) => !result)) {
    throw new InfrastructureError(`streams are still contended after ${roundsMax} rounds`);
  }
}

/** The data of some item is refused: finds it in about log2 n steps and parks it alone. */
async function settleByHalves(
  run: SliceRun,
  open: readonly SliceEntry[],
  cause: unknown,
): Promise<void> {
  const [only] = open;
  if (open.length === 1 && only) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    if (!run.retrying) await parkAll(run.store.database.pool, run.consumer, [{ ...only, reason }]);
    only.result = { status: 'parked', reason };
    return;
  }
  const middle = Math.ceil(open.length / 2);
  // One after the other: the order of a key is the order of the slice.
  await settleLoaded(run, open.slice(0, middle));
  await settleLoaded(run, open.slice(middle));
}
