import type { Claim } from '@nordgate/decider';
import {
  appendFailureOf,
  infrastructureError,
  isInfrastructureFailure,
} from '../sql/store-errors.js';
import { collectWrite } from './collect-write.js';
import { assumeNew } from './load.js';
import type { LoadedSlice, LoadRequest } from './load.js';
import { parkBehind, parkMessages } from './park.js';
import type { SliceEntry, SliceItem, SliceRun } from './slice.js';
import { UnitOfWork } from './unit-of-work.js';
import type { ItemTrace } from './unit-of-work.js';

/** An item that was decided and waits for the append. */
interface Decided {
  readonly entry: SliceEntry;
  readonly replies: readonly unknown[];
}

/** An item that cannot be handled, and the streams with unwritten events that it saw. */
interface Failed {
  readonly entry: SliceEntry;
  readonly reason: string;
  /** Absent behind another item of the key. */
  readonly error?: unknown;
  readonly saw: readonly string[];
}

/** What an append refused, and the keys whose items must be decided again because of it. */
interface Refused {
  readonly streams: ReadonlySet<string>;
  readonly claims: readonly Claim[];
  readonly keys: Set<string>;
}

const behindReason = 'behind a parked message of its key';

/**
 * One round: load, decide in order, append. Entries that were written or parked have their result
 * afterwards. The other entries stay open: another process wrote their streams, and they need another
 * round.
 *
 * @param contested claims that collided in earlier rounds; the load reads their holders
 * @returns the claims that collided in this round
 * @throws errors of the driver and of the append when nothing was written
 */
export async function runRound(
  run: SliceRun,
  open: readonly SliceEntry[],
  contested: readonly Claim[],
): Promise<readonly Claim[]> {
  const loaded = await run.store.load(loadRequest(run, open, contested));
  const free = await parkBehindParked(run, open, loaded.parked);
  const work = openWork(run, loaded);
  const readable = free.filter(({ item }) => item.fault === undefined);
  await run.prepare?.(
    readable.flatMap(({ item }) => item.commands),
    work,
  );
  const { decided, failed } = await decideAll(run, free, work);
  const refused = await append(run, work, decided);
  await parkFailed(run, failed, refused);
  return refused.claims;
}

/**
 * A round without the load, for a slice in which every command is expected to create its stream. The
 * streams are taken to be new and the keys to have no parked message; the append checks both. An entry
 * that this cannot settle stays open for a round with a load, and nothing is parked: a failure on
 * streams that were not loaded proves nothing.
 *
 * @throws InfrastructureError when the database fails
 */
export async function createWithoutLoad(
  run: SliceRun,
  entries: readonly SliceEntry[],
): Promise<void> {
  try {
    const request = loadRequest(run, entries, []);
    const work = openWork(run, assumeNew(request, run.store.types));
    const { decided } = await decideAll(run, entries, work, (trace) => {
      if (!trace.writesAllItSaw()) throw new Error('the append does not check all streams it saw');
    });
    await append(run, work, decided, request.keys);
  } catch (error) {
    if (appendFailureOf(error) === 'infrastructure') throw infrastructureError(error);
  }
}

function loadRequest(
  { store, consumer, isRetry, usesInbox }: SliceRun,
  open: readonly SliceEntry[],
  claims: readonly Claim[],
): LoadRequest & { readonly keys: readonly string[] } {
  const streams = open.flatMap(({ item: { commands, streams: more = [] } }) => [
    ...commands.map(({ stream }) => stream),
    ...more,
  ]);
  return {
    consumer,
    // A stream of an unknown type fails when its command asks for it, which parks that item only.
    streams: [...new Set(streams)].filter((streamId) => store.types.find(streamId)),
    commandIds: usesInbox ? open.flatMap(inboxIdsOf) : [],
    keys: isRetry ? [] : [...new Set(open.map(({ item }) => item.key))],
    claims,
  };
}

/** The command ids that the inbox keeps: not those of commands that create their stream. */
function inboxIdsOf({ item: { createsStream, commands } }: SliceEntry): string[] {
  return createsStream ? [] : commands.map(({ id }) => id);
}

function openWork({ consumer, store }: SliceRun, loaded: LoadedSlice): UnitOfWork {
  return new UnitOfWork(loaded, store.types, (streams) =>
    store.load({ consumer, streams, commandIds: [] }).catch((error: unknown) => {
      throw infrastructureError(error);
    }),
  );
}

/** Parks the entries behind parked messages of their key; returns the entries that may run now. */
async function parkBehindParked(
  { store, consumer }: SliceRun,
  open: readonly SliceEntry[],
  parkedKeys: ReadonlySet<string>,
): Promise<readonly SliceEntry[]> {
  if (parkedKeys.size === 0) return open;
  const reason = behindReason;
  const waiting = open.filter(({ item }) => parkedKeys.has(item.key));
  const messages = waiting.map(({ item }) => ({ item, reason }));
  const freed = await parkBehind(store.database.pool, consumer, messages);
  for (const entry of waiting) {
    if (!freed.has(entry.item.key)) entry.result = { status: 'parked', reason };
  }
  // An operator has just freed these keys: they run in the next round, on states loaded after that.
  return open.filter(({ item }) => !parkedKeys.has(item.key));
}

/**
 * Runs the commands of all items in order. Items behind a failing one of their key do not run.
 *
 * @param check runs after the commands of an item; what it throws fails the item
 * @throws InfrastructureError when a handler meets a failure of the database or the network
 */
async function decideAll(
  run: SliceRun,
  entries: readonly SliceEntry[],
  work: UnitOfWork,
  check?: (trace: ItemTrace) => void,
): Promise<{ decided: Decided[]; failed: Failed[] }> {
  const decided: Decided[] = [];
  const failed: Failed[] = [];
  const failedKeys = new Set<string>();
  for (const entry of entries) {
    const { key } = entry.item;
    if (failedKeys.has(key)) {
      failed.push({ entry, reason: behindReason, saw: [] });
      continue;
    }
    try {
      decided.push({ entry, replies: await decideItem(run, entry.item, work, check) });
    } catch (error) {
      if (isInfrastructureFailure(error)) throw infrastructureError(error);
      const saw = work.forget().map(({ streamId }) => streamId);
      failedKeys.add(key);
      const reason = error instanceof Error ? error.message : String(error);
      failed.push({ entry, reason, error: entry.item.error ?? error, saw });
    }
  }
  return { decided, failed };
}

async function decideItem(
  { execute }: SliceRun,
  item: SliceItem,
  work: UnitOfWork,
  check?: (trace: ItemTrace) => void,
): Promise<unknown[]> {
  if (item.fault !== undefined) throw new Error(item.fault);
  const trace = work.begin(item.key);
  trace.rows.push(...(item.rows ?? []));
  const replies: unknown[] = [];
  for (const command of item.commands) replies.push(await execute(command, work));
  check?.(trace);
  work.keep();
  return replies;
}

/**
 * Writes what was decided and sets the result of the items that were written.
 *
 * @param uncheckedKeys keys of a round without a load: the append checks for parked messages
 */
async function append(
  { store, consumer, usesInbox }: SliceRun,
  work: UnitOfWork,
  decided: readonly Decided[],
  uncheckedKeys?: readonly string[],
): Promise<Refused> {
  const { write, dependsOn } = collectWrite(consumer, work.traces());
  const inboxIds = new Set(usesInbox ? decided.flatMap(({ entry }) => inboxIdsOf(entry)) : []);
  const inbox = write.inbox.filter(({ messageId }) => inboxIds.has(messageId));
  const refusals = await store.append({ ...write, inbox, ...(uncheckedKeys && { uncheckedKeys }) });
  const streams = new Set(refusals.map(({ streamId }) => streamId));
  const keys = new Set<string>();
  decided.forEach(({ entry, replies }, at) => {
    if (dependsOn[at]?.some((streamId) => streams.has(streamId))) keys.add(entry.item.key);
    else entry.result = { status: 'done', replies };
  });
  return { streams, claims: refusals.flatMap(({ claim }) => claim ?? []), keys };
}

/**
 * Parks after the append, and only items that failed on states that are written. An item behind a
 * refused one of its key, or one that saw refused events, is decided again.
 */
async function parkFailed(
  { store, consumer, isRetry }: SliceRun,
  failed: readonly Failed[],
  refused: Refused,
): Promise<void> {
  const parked = failed.filter(({ entry, saw }) => {
    if (saw.some((streamId) => refused.streams.has(streamId))) refused.keys.add(entry.item.key);
    return !refused.keys.has(entry.item.key);
  });
  if (!isRetry) {
    const messages = parked.map(({ entry, reason }) => ({ item: entry.item, reason }));
    await parkMessages(store.database.pool, consumer, messages);
  }
  for (const { entry, reason, error } of parked) {
    entry.result = { status: 'parked', reason, ...(error !== undefined && { error }) };
  }
}
