import { claimsOfAny, claimText } from '@nordgate/decider';
import type { AnyStreamType, Claim } from '@nordgate/decider';
import type { AppendWrite, NewEvent, StreamWrite } from './append.js';
import type { PendingEvent, Root } from './root.js';
import { StreamGroups } from './stream-groups.js';
import { storedState } from './stream-types.js';
import type { ItemTrace } from './unit-of-work.js';

/** One append for all items of a slice, and the streams that each item depends on. */
export interface CollectedWrite {
  readonly write: AppendWrite;
  /** Per item, in order: the item must be decided again when one of these streams is refused. */
  readonly dependsOn: readonly (readonly string[])[];
}

/**
 * Turns the decisions of the items of a slice into one append. Streams that one item touched, or
 * several items of one key, form a group: an item is written as a whole or not at all, and the order
 * of a key is kept.
 */
export function collectWrite(consumer: string, items: readonly ItemTrace[]): CollectedWrite {
  const groups = new StreamGroups();
  const roots = new Map<string, Root>();
  for (const item of items) {
    const pending = item.pendingRoots();
    for (const root of pending) roots.set(root.streamId, root);
    const streams = pending.map(({ streamId }) => streamId);
    groups.tie(item.key, streams);
  }
  const spread = spreadCommands(roots.values());
  const streams = [...roots.values()]
    .sort((a, b) => (a.streamId < b.streamId ? -1 : 1))
    .map((root) => streamWrite(root, groups.numberOf(root.streamId), spread));
  const dependsOn = items.map(({ key }) => groups.streamsOf(key));
  const rows = items.flatMap((item, at) =>
    item.rows.map((row) => ({ ...row, after: dependsOn[at] ?? [] })),
  );
  return { write: { consumer, streams, inbox: inboxOf(roots.values()), rows }, dependsOn };
}

function streamWrite(root: Root, group: number, spread: ReadonlyMap<string, number>): StreamWrite {
  const { streamType, streamId, loadedVersion, state } = root;
  return {
    streamId,
    streamType: streamType.name,
    expected: loadedVersion,
    events: root.pending().map((pending) => newEvent(streamType, pending, spread)),
    ...storedState(streamType, state),
    ...claimChanges(streamType, root.loadedState, state),
    group,
  };
}

/** The claims that a stream takes and releases when its state changes. */
export function claimChanges(
  streamType: AnyStreamType,
  before: unknown,
  after: unknown,
): Pick<StreamWrite, 'take' | 'release'> {
  const [held, wanted] = [before, after].map((state) => claimsOfAny(streamType, state));
  return { take: without(wanted, held), release: without(held, wanted) };
}

function without(claims: readonly Claim[] = [], others: readonly Claim[] = []): Claim[] {
  if (claims.length === 0) return [];
  const known = new Set(others.map(claimText));
  return claims.filter((claim) => !known.has(claimText(claim)));
}

function newEvent(
  streamType: AnyStreamType,
  { event, command }: PendingEvent,
  spread: ReadonlyMap<string, number>,
): NewEvent {
  const { at, aheadMs, actor, traceparent, tracestate } = command.meta;
  return {
    type: event.type,
    schemaVersion: streamType.events[event.type]?.version ?? 1,
    data: event.data,
    // Becomes JSON, which leaves out what is undefined.
    meta: {
      commandId: command.id,
      actor,
      requestedAt: at,
      aheadMs,
      traceparent,
      tracestate,
      commandEvents: spread.get(command.id),
    },
  };
}

/** The commands that caused events in several streams, with the number of these events: they were published apart. */
function spreadCommands(roots: Iterable<Root>): ReadonlyMap<string, number> {
  const first = new Map<string, string>();
  const events = new Map<string, number>();
  const spread = new Set<string>();
  for (const root of roots) {
    for (const { command } of root.pending()) {
      const stream = first.get(command.id) ?? root.streamId;
      first.set(command.id, stream);
      if (stream !== root.streamId) spread.add(command.id);
      events.set(command.id, (events.get(command.id) ?? 0) + 1);
    }
  }
  return new Map([...spread].map((id) => [id, events.get(id) ?? 0]));
}

/** Every command that caused events, with the first stream that it wrote to. */
function inboxOf(roots: Iterable<Root>): { messageId: string; streamId: string }[] {
  const streamOf = new Map<string, string>();
  for (const root of roots) {
    for (const { command } of root.pending()) {
      if (!streamOf.has(command.id)) streamOf.set(command.id, root.streamId);
    }
  }
  return [...streamOf].map(([messageId, streamId]) => ({ messageId, streamId }));
}
