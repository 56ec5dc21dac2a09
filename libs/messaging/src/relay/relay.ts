import { setTimeout as pause } from 'node:timers/promises';
import { follow, lead, openReader } from '@nordgate/event-store';
import type { AnyStreamType } from '@nordgate/decider';
import type { Database, StoredEvent } from '@nordgate/event-store';
import type { TopicName } from '@nordgate/contracts/topics';
import type { Message } from '../bus.js';
import { relayedMessage } from './relayed-message.js';

export interface RelayOptions {
  readonly topic: TopicName;
  /** The event table, and the forms in which its events are published today. */
  readonly table: { readonly database: Database; readonly types?: readonly AnyStreamType[] };
  /** Resolves when all of them are acknowledged. */
  readonly publish: (messages: readonly Message[]) => Promise<void>;
  readonly onError: (error: unknown) => void;
}

/**
 * Publishes a service's events, each at least once and those of a stream in order. Every instance of
 * a service has a relay; one of them leads, the others wait to take over. The event table is the
 * outbox (`docs/adr/0002`), the checkpoint moves when a page is acknowledged.
 */
export class Relay {
  private readonly stopping = new AbortController();
  private running: Promise<void> | undefined;

  constructor(private readonly options: RelayOptions) {}

  start(): void {
    const { table, onError } = this.options;
    const { signal } = this.stopping;
    this.running ??= lead({
      database: table.database,
      name: relayName,
      signal,
      onError,
      work: (leading) => this.publishAll(leading),
    });
  }

  /** Finishes the page in work, unless the database is gone: then the page comes again elsewhere. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await Promise.race([this.running, pause(stopLimitMs, undefined, { ref: false })]);
  }

  private async publishAll(signal: AbortSignal): Promise<void> {
    const { table, topic, publish, onError } = this.options;
    const reader = await openReader({ ...table, name: relayName });
    const handle = async (events: readonly StoredEvent[]) => {
      await publish(await Promise.all(events.map((event) => relayedMessage(event, topic))));
    };
    await follow(reader, handle, {
      signal,
      limit: pageMax,
      pageDelayMs: restMs,
      lingerMs,
      onError,
    });
  }
}

/** The checkpoint and the lock. */
const relayName = 'relay';
const stopLimitMs = 6000;
const pageMax = 500;
/** Each page is a request of its own to the brokers, and one to each group from them. */
const restMs = 20;
const lingerMs = 100;
