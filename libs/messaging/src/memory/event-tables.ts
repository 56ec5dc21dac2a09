import type { TopicName } from '@nordgate/contracts/topics';
import { defined } from '@nordgate/decider';
import type { AnyStreamType } from '@nordgate/decider';
import { follow, openReader, readerLag } from '@nordgate/event-store';
import type { Database, StoredEvent } from '@nordgate/event-store';
import { measureRegularly } from '@nordgate/telemetry';
import type { Consumer, Consumption, ReceivedMessage } from '../bus.js';
import { forgetLag, recordLag } from '../consumer-lag.js';
import { eventMessage } from '../event-message.js';
import { pace } from '../pace.js';
import { boundedSlices, sliceBounds } from '../slices.js';

/** An event table that is the content of an event topic. */
export interface EventTable {
  readonly database: Database;
  /** Stream types that upcast stored events. Without them events are delivered as they were stored. */
  readonly types?: readonly AnyStreamType[];
}

/**
 * The event tables of a process by topic. Services consume each other's events in circles, so a
 * consumer may ask for a table before the owner has opened its database: it waits for it.
 */
export class EventTables {
  private readonly tables = new Map<TopicName, PromiseWithResolvers<EventTable>>();

  /** A service that is started again attaches a new table; consumers get it from then on. */
  attach(topic: TopicName, table: EventTable): void {
    this.entry(topic).resolve(table);
    this.tables.delete(topic);
    this.entry(topic).resolve(table);
  }

  /** Rejects when the bus is closed before the owner has attached its table. */
  of(topic: TopicName): Promise<EventTable> {
    return this.entry(topic).promise;
  }

  close(): void {
    for (const [topic, { reject }] of this.tables) reject(new Error(`${topic} has no event table`));
  }

  private entry(topic: TopicName): PromiseWithResolvers<EventTable> {
    const known = this.tables.get(topic);
    if (known !== undefined) return known;
    const made = Promise.withResolvers<EventTable>();
    // Without a consumer nobody handles the rejection when the bus closes.
    made.promise.catch(() => undefined);
    this.tables.set(topic, made);
    return made;
  }
}

/**
 * Delivers the events of a table to a consumer group. The group's checkpoint moves after its effects
 * are committed. Rejects when the checkpoint cannot be opened. Ends with a reported error when
 * another process takes the checkpoint over.
 */
export async function followEventTable(
  table: EventTable,
  consumer: Consumer,
  onError: (error: unknown) => void,
): Promise<Consumption> {
  const { eventTypes, group: name } = consumer;
  const reader = await openReader({ ...table, name, ...defined({ eventTypes }) });
  const stopping = new AbortController();
  const handle = async (events: readonly StoredEvent[]) => {
    const messages = events.map((stored) => receivedEvent(consumer, stored));
    for (const slice of boundedSlices(messages)) {
      await consumer.handle({ topic: consumer.topic, messages: slice });
    }
  };
  let isResting = false;
  const following = follow(reader, handle, {
    signal: stopping.signal,
    limit: slicesPerPage * sliceBounds.messagesMax,
    // Where nobody else writes, no append is without a signal of this process.
    ...(table.database.isAlone ? alonePolls : polls),
    lingerMs: pace.memory.eventLingerMs,
    onRest: (resting) => (isResting = resting),
    onError,
  }).catch(onError);
  const measuring = measureRegularly({
    measure: async () => {
      // A count of nothing reads all events that were appended since the checkpoint was saved.
      if (isResting) return recordLag(consumer, { messages: 0, seconds: 0 });
      const lag = await readerLag(table.database.pool, { name, eventTypes });
      recordLag(consumer, { messages: lag.events, seconds: lag.seconds });
    },
    forget: () => forgetLag(consumer),
  });
  return {
    async stop() {
      measuring.stop();
      stopping.abort();
      await following;
    },
  };
}

const alonePolls = { pollMs: pace.memory.alonePollMs, pollMaxMs: pace.memory.alonePollMs };
const polls = { pollMs: pace.memory.firstPollMs, pollMaxMs: pace.memory.pollMs };

/** A page costs a read and a checkpoint write, however many slices it holds. */
const slicesPerPage = 5;

function receivedEvent({ topic }: Consumer, stored: StoredEvent): ReceivedMessage {
  return { ...eventMessage(stored, topic), partition: 0, offset: String(stored.position) };
}
