import { follow, openReader } from '@nordgate/event-store';
import type { Database, StoredEvent } from '@nordgate/event-store';
import type { Consumer, Consumption } from '../bus.js';
import { sliceBounds } from '../bus.js';
import { eventMessage } from '../event-message.js';

/** Feeds a consumer group from an event table; the checkpoint moves after the group's effects. */
export function followEventTable(
  database: Database,
  consumer: Consumer,
  onError: (error: unknown) => void,
): Consumption {
  const stopping = new AbortController();
  const following = followUntil(stopping.signal, database, consumer, onError);
  return {
    async stop() {
      stopping.abort();
      await following;
    },
  };
}

async function followUntil(
  signal: AbortSignal,
  database: Database,
  consumer: Consumer,
  onError: (error: unknown) => void,
): Promise<void> {
  const reader = await openReader({ database, name: consumer.group });
  await follow(reader, (events) => consumer.handle(sliceOf(consumer, events)), {
    signal,
    limit: sliceBounds.messagesMax,
    // Every append in this process rings; the poll only covers what another process writes.
    idleMs: 250,
    onError,
  });
}

function sliceOf(consumer: Consumer, events: readonly StoredEvent[]) {
  const messages = events.map((stored) => ({
    ...eventMessage(stored, consumer.topic),
    offset: String(stored.position),
  }));
  return { topic: consumer.topic, partition: 0, messages };
}
