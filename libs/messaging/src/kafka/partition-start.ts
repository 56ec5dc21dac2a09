import { defined } from '@nordgate/decider';
import type { Topic } from '@nordgate/contracts/topics';
import type { HistoryStart } from './event-history.js';

/** What the brokers know of one partition that a group reads. */
export interface PartitionPosition {
  readonly partition: number;
  /** The next record for the group; undefined when it has committed nothing, or when the brokers have forgotten it. */
  readonly committed?: bigint;
  /** What the group has committed beside its offset. */
  readonly place: HistoryStart;
  /** The first record of the partition, and the end after the last one. */
  readonly low: bigint;
  readonly high: bigint;
}

/** How a group goes on in a partition. */
export type PartitionStart =
  /** The partition has everything that follows. */
  | { readonly is: 'here' }
  /** The group first reads the history from this place, and then the partition from its first record on. */
  | { readonly is: 'history'; readonly from: HistoryStart }
  /** The group reads from the first record on. */
  | { readonly is: 'again'; readonly because: string }
  /** Records that the group has not read are gone. */
  | { readonly is: 'lost'; readonly because: string };

/** What the group reads, and whether it can read the history of its topic. */
export interface StartTerms {
  readonly carries: Topic['carries'];
  readonly hasHistory: boolean;
  /** Whether an older generation of the topic is there, which the group reads before (docs/adr/0081). */
  readonly isFollowing?: boolean;
  /** Whether an older generation was there, and is gone. */
  readonly isLeft?: boolean;
}

/**
 * Where a group begins in a partition. A topic may have dropped its first records (docs/adr/0068). A group that has not read
 * them reads the history. Without a history it does not skip them.
 */
export function startOf(position: PartitionPosition, terms: StartTerms): PartitionStart {
  const { committed, place, low, high } = position;
  if (beginsBehindOlder(position, terms)) return { is: 'here' };
  if (terms.hasHistory) {
    const isUnfinished = place.part !== undefined;
    const isWhole = committed !== undefined && committed >= low && committed <= high;
    return isWhole && !isUnfinished ? { is: 'here' } : { is: 'history', from: place };
  }
  const first = `the first record is ${String(low)}`;
  if (committed === undefined) return newGroup(low, first, terms);
  if (committed < low) {
    const because = `the group goes on at ${String(committed)}, and ${first}`;
    return { is: 'lost', because };
  }
  if (committed <= high) return { is: 'here' };
  // A topic that was made again begins at 0. Everything that it has is read.
  const because = `the group goes on at ${String(committed)}, and the topic ends at ${String(high)}`;
  return { is: low === 0n || terms.carries !== 'events' ? 'again' : 'lost', because };
}

/** The group of an older generation reads its records, and the history before them. */
function beginsBehindOlder({ committed, low }: PartitionPosition, terms: StartTerms): boolean {
  return terms.isFollowing === true && committed === undefined && low === 0n;
}

/** A command or report that was dropped has no reader any more: nothing shows that the group lacks it. An event has. */
function newGroup(low: bigint, first: string, { carries, isLeft }: StartTerms): PartitionStart {
  if (low === 0n && !(isLeft && carries === 'events')) return { is: 'here' };
  const because = `the group has no offset, and ${first}`;
  return { is: carries === 'events' ? 'lost' : 'again', because };
}

/**
 * A place as the text that a group commits beside an offset. Kafka calls it metadata.
 */
export function placeText({ part, since }: HistoryStart): string {
  return JSON.stringify(defined({ part, since: since?.toISOString() }));
}

/** The place in such a text. A text that another program has written is no place. */
export function placeOf(text: string | null | undefined): HistoryStart {
  try {
    const { part, since } = JSON.parse(text ?? '') as { part?: unknown; since?: unknown };
    const time = typeof since === 'string' ? new Date(since) : undefined;
    return defined({
      part: Number.isSafeInteger(part) ? (part as number) : undefined,
      since: time === undefined || Number.isNaN(time.getTime()) ? undefined : time,
    });
  } catch {
    return {};
  }
}
