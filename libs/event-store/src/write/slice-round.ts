import { collectWrite } from './collect-write.js';
import type { Claim } from '@nordgate/decider';
import { infrastructureError, isInfrastructureFault } from './infrastructure-error.js';
import type { LoadRequest } from './loaded-slice.js';
import { parkAll, parkBehind } from '../parked/parking-lot.js';
import type { SliceItem } from './slice-item.js';
import type { RoundRun, SliceEntry, SliceRun } from './slice-run.js';
import { UnitOfWork } from './unit-of-work.js';

/** An item that was executed and waits for the append. */
interface Executed {
  readonly entry: SliceEntry;
  readonly replies: readonly unknown[];
}

/** An item that cannot be handled, and the unwritten streams that it saw. */
interface Failed {
  readonly entry: SliceEntry;
  readonly reason: string;
  readonly saw: readonly string[];
}

const unvouchedReason = 'it rests on a stream that was neither loaded nor written';
const behindReason = 'behind a parked message of its key';

/**
 * One round: load, execute in order, append. Entries that got through, or were parked, have their
 * result afterwards; the others are refused and come again. Answers the claims that collided.
 */
export async function runRound(
  run: RoundRun,
  open: readonly SliceEntry[],
  contested: readonly Claim[],
): Promise<Claim[]> {
  const request = loadRequest(run, open, contested);
  const loaded = run.founding ? run.store.unloaded(request) : await run.store.load(request);
  const ready = await parkWaiting(run, open, loaded.parked);
  const work = new UnitOfWork(loaded, run.store.types, async (streams) => {
    const request = { consumer: run.consumer, streams, commandIds: [] };
    return run.store.load(request).catch((error: unknown) => {
      throw infrastructureError(error);
    });
  });
  const { executed, failed } = await executeAll(run, ready, work);
  const { write, dependsOn } = collectWrite(run.consumer, work.traces());
  const remembered = new Set(rememberedIds(run, open));
  const refusals = await run.store.append({
    ...write,
    inbox: write.inbox.filter(({ messageId }) => remembered.has(messageId)),
    ...(run.founding && { unaskedKeys: request.keys }),
  });
  const refused = new Set(refusals.map(({ streamId }) => streamId));
  const openKeys = new Set<string>();
  executed.forEach(({ entry, replies }, at) => {
    if (dependsOn[at]?.some((streamId) => refused.has(streamId))) openKeys.add(entry.item.key);
    else entry.result = { status: 'done', replies };
  });
  await parkFailed(run, failed, refused, openKeys);
  return refusals.flatMap(({ claim }) => claim ?? []);
}

/**
 * Parks after the append, and only what failed on states that hold now: an item behind a refused one
 * of its key, or one that saw refused events, is run again.
 */
async function parkFailed(
  run: RoundRun,
  failed: readonly Failed[],
  refused: ReadonlySet<string>,
  openKeys: Set<string>,
): Promise<void> {
  // What fails on streams that were not loaded says nothing yet.
  if (run.founding) return;
  const parked = failed.filter(({ entry, saw }) => {
    if (saw.some((streamId) => refused.has(streamId))) openKeys.add(entry.item.key);
    return !openKeys.has(entry.item.key);
  });
  if (!run.retrying) {
    const entries = parked.map(({ entry, reason }) => ({ item: entry.item, reason }));
    await parkAll(run.store.database.pool, run.consumer, entries);
  }
  for (const { entry, reason } of parked) entry.result = { status: 'parked', reason };
}

/** The ids that are kept in the inbox. */
function rememberedIds({ remembers }: SliceRun, open: readonly SliceEntry[]): string[] {
  if (!remembers) return [];
  const items = open.map(({ item }) => item).filter(({ founds = false }) => !founds);
  return items.flatMap(({ commands }) => commands.map(({ id }) => id));
}

function loadRequest(
  run: SliceRun,
  open: readonly SliceEntry[],
  claims: readonly Claim[],
): LoadRequest & { readonly keys: readonly string[] } {
  const { store, consumer, retrying } = run;
  const streams = open.flatMap(({ item }) => announcedStreams(item));
  return {
    consumer,
    // A stream that this service does not have fails where it is asked for, and its item is parked.
    streams: [...new Set(streams)].filter((streamId) => store.types.find(streamId)),
    commandIds: rememberedIds(run, open),
    keys: retrying ? [] : [...new Set(open.map(({ item }) => item.key))],
    claims,
  };
}

function announcedStreams({ commands, streams = [] }: SliceItem): string[] {
  return [...commands.map(({ stream }) => stream), ...streams];
}

/** Parks what waits behind a parked message; answers what may run now. */
async function parkWaiting(
  { store, consumer }: SliceRun,
  open: readonly SliceEntry[],
  parkedKeys: ReadonlySet<string>,
): Promise<SliceEntry[]> {
  if (parkedKeys.size === 0) return [...open];
  const reason = behindReason;
  const waiting = open.filter(({ item }) => parkedKeys.has(item.key));
  const free = await parkBehind(
    store.database.pool,
    consumer,
    waiting.map(({ item }) => ({ item, reason })),
  );
  for (const entry of waiting) {
    if (!free.has(entry.item.key)) entry.result = { status: 'parked', reason };
  }
  // A key that was freed a moment ago runs in the next round, on states loaded after that.
  return open.filter(({ item }) => !parkedKeys.has(item.key));
}

/** Runs the commands of all items; behind a failing one those of its key are not run. */
async function executeAll(
  run: RoundRun,
  ready: readonly SliceEntry[],
  work: UnitOfWork,
): Promise<{ executed: Executed[]; failed: Failed[] }> {
  const executed: Executed[] = [];
  const failed: Failed[] = [];
  const failedKeys = new Set<string>();
  for (const entry of ready) {
    const { item } = entry;
    if (failedKeys.has(item.key)) {
      failed.push({ entry, reason: behindReason, saw: [] });
      continue;
    }
    try {
      executed.push({ entry, replies: await executeItem(run, item, work) });
    } catch (error) {
      if (isInfrastructureFault(error)) throw infrastructureError(error);
      const saw = work.forget().map(({ streamId }) => streamId);
      failedKeys.add(item.key);
      failed.push({ entry, reason: error instanceof Error ? error.message : String(error), saw });
    }
  }
  return { executed, failed };
}

async function executeItem(
  { execute, founding }: RoundRun,
  item: SliceItem,
  work: UnitOfWork,
): Promise<unknown[]> {
  if (item.fault !== undefined) throw new Error(item.fault);
  const trace = work.begin(item.key);
  trace.rows.push(...(item.rows ?? []));
  const replies: unknown[] = [];
  for (const command of item.commands) replies.push(await execute(command, work));
  if (founding && !trace.writesAllItSaw()) throw new Error(unvouchedReason);
  work.keep();
  return replies;
}
