import type { PublishedEvent } from '../restore/published-event.js';
import { eventIn } from './export-part.js';
import type { CutCommand, LeftOut, PartLines, Tombstone } from './export-part.js';

/** What the database has deleted of a stream. */
export interface DeletedHistory {
  /** Versions below this one are deleted. */
  readonly below: number;
  /** Of a stream that was deleted as a whole. */
  readonly tombstone?: Tombstone;
}

/** A part without its deleted events. */
export interface Remainder {
  readonly left: LeftOut;
  readonly lines: readonly string[];
  /** How many events were left out now. */
  readonly count: number;
}

interface Line {
  readonly text: string;
  readonly event: PublishedEvent;
  readonly history: DeletedHistory | undefined;
}

const nothing: LeftOut = { deleted: 0, forgotten: 0, tombstones: [], commands: [], newestAt: '' };

/** The streams whose events are in a part. Throws DamagedPartError. */
export function streamsIn({ name, lines }: PartLines): readonly string[] {
  return [...new Set(lines.map((line) => eventIn(name, line).streamId))];
}

/** When the oldest event of a part was appended, ISO 8601 in UTC; undefined without events. Throws DamagedPartError. */
export function oldestIn(name: string, lines: readonly string[]): string | undefined {
  return lines.map((line) => eventIn(name, line).at).reduce<string | undefined>(earlier, undefined);
}

const earlier = (one: string | undefined, other: string) =>
  one === undefined || other < one ? other : one;

/**
 * Leaves out what the database has deleted. The lines of all other events stay as they are, in their order.
 *
 * @param histories by the id of the stream
 * @returns undefined when nothing is to be left out
 * @throws DamagedPartError
 */
export function withoutDeleted(
  { name, lines, left: before = nothing }: PartLines,
  histories: ReadonlyMap<string, DeletedHistory>,
): Remainder | undefined {
  const all = lines.map((text): Line => {
    const event = eventIn(name, text);
    return { text, event, history: histories.get(event.streamId) };
  });
  const out = all.filter(isDeleted);
  if (out.length === 0) return undefined;
  const deleted = out.filter(({ history }) => history?.tombstone !== undefined);
  const left = {
    deleted: before.deleted + deleted.length,
    forgotten: before.forgotten + out.length - deleted.length,
    tombstones: [...before.tombstones, ...tombstonesOf(deleted)],
    commands: cutCommands(before.commands, out),
    newestAt: all.reduce(
      (newest, { event: { at } }) => (at > newest ? at : newest),
      before.newestAt,
    ),
  };
  const kept = all.filter((line) => !isDeleted(line));
  return { left, lines: kept.map(({ text }) => text), count: out.length };
}

const isDeleted = ({ event, history }: Line) =>
  history !== undefined && event.version < history.below;

/** One for each stream, in the part where it begins: parts are rewritten in their order, so no reader sees its end without it. */
function tombstonesOf(deleted: readonly Line[]): readonly Tombstone[] {
  return deleted.flatMap(({ event, history }) =>
    event.version === 1 && history?.tombstone !== undefined ? [history.tombstone] : [],
  );
}

/** A command of which nothing is left needs no mention. */
function cutCommands(before: readonly CutCommand[], out: readonly Line[]): readonly CutCommand[] {
  const counts = new Map(before.map((cut) => [cut.commandId, cut]));
  for (const { event } of out) {
    const { commandId, commandEvents: of } = event;
    if (commandId === undefined || of === undefined) continue;
    const left = (counts.get(commandId)?.left ?? 0) + 1;
    counts.set(commandId, { commandId, of, left });
  }
  return [...counts.values()].filter(({ left, of }) => left < of);
}
