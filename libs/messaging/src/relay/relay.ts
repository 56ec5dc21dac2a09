import { setTimeout as delay } from 'node:timers/promises';
import { follow, lead, openReader, readerLag } from '@nordgate/event-store';
import { defined } from '@nordgate/decider';
import type { AnyStreamType } from '@nordgate/decider';
import type { Database, StoredEvent } from '@nordgate/event-store';
import type { TopicName } from '@nordgate/contracts/topics';
import { attributeNames, instrumentsOf, measureRegularly } from '@nordgate/telemetry';
import type { Message } from '../bus.js';
import { pace } from '../pace.js';
import { relayedMessage } from './relayed-message.js';

export interface RelayOptions {
  readonly topic: TopicName;
  /** The name of the checkpoint and of the lock. Default: that of the relay of all events. */
  readonly name?: string;
  /** The types to publish. Default all. */
  readonly eventTypes?: readonly string[];
  /** The message of an event; undefined for one that is not published. Default: the event itself. */
  readonly messageOf?: (event: StoredEvent) => Promise<Message | undefined>;
  /** The event table, and the stream types that upcast its events. */
  readonly table: { readonly database: Database; readonly types?: readonly AnyStreamType[] };
  /** Resolves when all messages are acknowledged. */
  readonly publish: (messages: readonly Message[]) => Promise<void>;
  readonly onError: (error: unknown) => void;
}

/**
 * Publishes the events of a service, or messages that some of them are for others: each at least once,
 * and those of a stream in order. Every instance of a service has a relay. One of them leads, the others
 * wait to take over. The event table is the outbox (docs/adr/0002); the checkpoint moves when a page is
 * acknowledged.
 */
export class Relay {
  private readonly stopping = new AbortController();
  private running: Promise<void> | undefined;
  private measuring: { stop(): void } | undefined;

  constructor(private readonly options: RelayOptions) {}

  start(): void {
    const { table, onError, name = relayName } = this.options;
    const { signal } = this.stopping;
    this.running ??= lead({
      database: table.database,
      name,
      signal,
      onError,
      work: (leading) => this.publishAll(leading),
    });
    this.measuring ??= this.measureAge();
  }

  /** Finishes the page in work. When the database is gone another relay publishes the page again. */
  async stop(): Promise<void> {
    this.measuring?.stop();
    this.stopping.abort();
    const limit = delay(pace.relay.stopLimitMs, undefined, { ref: false });
    await Promise.race([this.running, limit]);
  }

  /** By the checkpoint and in every instance: events that nobody publishes grow old, too. */
  private measureAge(): { stop(): void } {
    const { table, topic, name = relayName, eventTypes } = this.options;
    const labels = { [attributeNames.destination]: topic };
    return measureRegularly({
      measure: async () => {
        const { seconds } = await readerLag(table.database.pool, { name, eventTypes });
        instrumentsOf().unpublishedAge.record(seconds, labels);
      },
      forget: () => instrumentsOf().unpublishedAge.forget(labels),
    });
  }

  private async publishAll(signal: AbortSignal): Promise<void> {
    const { table, topic, publish, onError, name = relayName, eventTypes } = this.options;
    const { messageOf = (event: StoredEvent) => relayedMessage(event, topic) } = this.options;
    const reader = await openReader({ ...table, name, ...defined({ eventTypes }) });
    const handle = async (events: readonly StoredEvent[]) => {
      const messages = await Promise.all(events.map(messageOf));
      await publish(messages.filter((message) => message !== undefined));
    };
    await follow(reader, handle, {
      signal,
      limit: pageMax,
      pollMs: pace.relay.firstPollMs,
      pollMaxMs: pace.relay.pollMs,
      pageDelayMs: pace.relay.lingerMs,
      lingerMs: pace.relay.busyLingerMs,
      onError,
    });
  }
}

const relayName = 'relay';
const pageMax = 500;
