import { topics } from '@nordgate/contracts/topics';
import type { TopicName } from '@nordgate/contracts/topics';
import { ExportListing, readParts } from '@nordgate/event-store';
import type { ExportFault, ObjectStore } from '@nordgate/event-store';
import type { Message } from '../bus.js';
import { publishedMessage } from '../event-message.js';

/** Where a reader of the history of a topic begins. Without both it begins at the first event. */
export interface HistoryStart {
  /** The part that was begun last. */
  readonly part?: number;
  /** What was handled last was appended at this time. */
  readonly since?: Date;
}

/** A part of a history: events in commit order, so those of a stream are in their order. */
export interface HistoryPart {
  readonly messages: readonly Message[];
  readonly part: number;
  /** The number of the last part. */
  readonly last: number;
  /** When the newest event of the part was appended, also of one that was rewritten without this event. */
  readonly newest: Date | undefined;
}

/** The events of topics from their first ones on, also those that a topic does not have any more. */
export interface EventHistory {
  /**
   * Reads from the earliest of these places to the end that the history has at the call.
   *
   * @throws HistoryBrokenError at a part that is missing, damaged or replaced; errors of the store
   */
  read(topic: TopicName, starts: readonly HistoryStart[]): AsyncIterable<HistoryPart>;
}

/** The history of a topic has a part that is missing, damaged or replaced. */
export class HistoryBrokenError extends Error {
  override readonly name = 'HistoryBrokenError';
}

/** What services have exported, as the history of their topics (docs/adr/0068). */
export class ExportHistory implements EventHistory {
  /** @param store read again for each history: its key may change */
  constructor(private readonly store: () => ObjectStore) {}

  async *read(topic: TopicName, starts: readonly HistoryStart[]): AsyncGenerator<HistoryPart> {
    const store = this.store();
    const service = topics[topic].owner;
    const listing = await ExportListing.of(store, service);
    const onFault = ({ number, is }: ExportFault) => {
      throw new HistoryBrokenError(`part ${String(number)} of the export of ${service} is ${is}`);
    };
    const from = Math.min(...starts.map((start) => firstPart(listing, start)));
    try {
      for await (const { events, left, number } of readParts(store, listing, { onFault, from })) {
        const messages = events.map((event) => publishedMessage(event, topic));
        const newestAt = left?.newestAt ?? events.at(-1)?.at;
        const newest = newestAt === undefined ? undefined : new Date(newestAt);
        yield { messages, part: number, last: listing.last, newest };
      }
    } catch (cause) {
      throw cause instanceof Error && brokenBy.has(cause.name)
        ? new HistoryBrokenError(`the export of ${service}: ${cause.message}`, { cause })
        : cause;
    }
  }
}

/** A part that was listed and is gone, or that has other bytes. */
const brokenBy = new Set(['DamagedPartError', 'ObjectMissingError']);

function firstPart(listing: ExportListing, { part, since }: HistoryStart): number {
  // A number behind the last one is of an export that was replaced.
  if (part !== undefined) return part <= listing.last ? Math.max(part, 1) : 1;
  return since === undefined ? 1 : listing.since(since);
}
