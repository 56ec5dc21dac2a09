import { follow, openReader } from '@nordgate/event-store';
import type { AnyStreamType } from '@nordgate/decider';
import type { Database, StoredEvent } from '@nordgate/event-store';
import { boundedSlices } from '../bounded-slices.js';
import type { Consumer, Consumption, ReceivedMessage } from '../bus.js';
import { sliceBounds } from '../bus.js';
import { eventMessage } from '../event-message.js';

/** An event table that is the content of an event topic. */
export interface EventTable {
  readonly database: Database;
  /** With them events are delivered in today's form; without, as they were stored. */
  readonly types?: readonly AnyStreamType[];
}

/**
 * Feeds a consumer group from an event table; the checkpoint moves after the group's effects.
 * Rejects when the checkpoint cannot be opened. Ends, with an error told, when another process takes
 * the checkpoint over.
 */
export async function followEventTable(
  table: EventTable,
  consumer: Consumer,
  onError: (error: unknown) => void,
): Promise<Consumption> {
  const reader = await openReader({
    ...table,
    name: consumer.group,
    ...(consumer.eventTypes === undefined ? {} : { eventTypes: consumer.eventTypes }),
  });
  const stopping = new AbortController();
  const handle = async (events: readonly StoredEvent[]) => {
    const messages = events.map((stored) => receivedOf(consumer, stored));
    for (const slice of boundedSlices(messages)) {
      await consumer.handle({ topic: consumer.topic, messages: slice });
    }
  };
  const following = follow(reader, handle, {
    signal: stopping.signal,
    limit: slicesPerPage * sliceBounds.messagesMax,
    // Every append in this process rings; the poll only covers what another process writes.
    pollMaxMs: 250,
    lingerMs: 100,
    onError,
  }).catch(onError);
  return {
    async stop() {
      stopping.abort();
      await following;
    },
  };
}

/** A page costs a read and a checkpoint, however many slices it makes. */
const slicesPerPage = 5;

function receivedOf(consumer: Consumer, stored: StoredEvent): ReceivedMessage {
  return { ...eventMessage(stored, consumer.topic), partition: 0, offset: String(stored.position) };
}
