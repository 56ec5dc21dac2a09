import { randomUUID } from 'node:crypto';
import { topics } from '@nordgate/contracts/topics';
import type { TopicName } from '@nordgate/contracts/topics';
import { defined } from '@nordgate/decider';
import type { AnyStreamType } from '@nordgate/decider';
import { noteTableEnd } from '@nordgate/event-store';
import type { Database } from '@nordgate/event-store';
import { attributeNames, instrumentsOf, measureRegularly } from '@nordgate/telemetry';
import type { Log } from '@nordgate/telemetry';
import type { Bus, CaughtUp, Consumer, Consumption, Message, Reply, ReplyChannel } from '../bus.js';
import { forgetLag, recordLag, secondsSince } from '../consumer-lag.js';
import { EventTables, followEventTable } from './event-tables.js';
import { TopicQueue } from './topic-queue.js';

export interface MemoryBusOptions {
  readonly log: Log;
}

/**
 * The bus between the apps of one process. Commands go to their consumer at once, and `publish`
 * resolves after the commit of their effects, so it promises nothing that is not durable. A topic of the
 * bank's core works the same way, with one consumer. An event topic is the event table of its owner, read
 * with one snapshot-delta checkpoint per consumer group.
 */
export class MemoryBus implements Bus {
  readonly system = 'memory';
  private readonly queues = new Map<TopicName, TopicQueue>();
  private readonly eventTables = new EventTables();
  private readonly replyReceivers = new Map<string, (reply: Reply) => void>();
  /** One per command topic and topic of the core, and one per event topic and group. */
  private readonly consumptions = new Map<string, Promise<Consumption>>();
  /** The event types that each group reads, by position. */
  private readonly eventTypes = new Map<string, Consumer['eventTypes']>();
  private closed = false;

  constructor(private readonly options: MemoryBusOptions) {}

  /**
   * Makes a service's event table the content of its event topic. With the service's stream types,
   * events of older releases are upcast before they are delivered.
   */
  attachEventTable(topic: TopicName, database: Database, types?: readonly AnyStreamType[]): void {
    this.eventTables.attach(topic, { database, ...defined({ types }) });
  }

  async publish(topic: TopicName, messages: readonly Message[]): Promise<void> {
    const queue = this.queues.get(topic);
    if (queue === undefined) throw new Error(`${topic} has no consumer`);
    await Promise.all(messages.map((message) => queue.push(message)));
  }

  async consume(consumer: Consumer): Promise<Consumption> {
    const { topic } = consumer;
    const isQueue = topics[topic].carries !== 'events';
    const position = isQueue ? topic : positionOf(consumer);
    if (this.closed) throw new Error('the bus is closed');
    if (this.consumptions.has(position)) throw new Error(`${position} already has a consumer`);
    this.eventTypes.set(position, consumer.eventTypes);
    const opening = isQueue ? this.consumeQueue(consumer) : this.consumeEvents(consumer);
    const consumption = opening.then((inner) => ({
      stop: () => inner.stop().finally(() => this.forget(position, consumption)),
    }));
    this.consumptions.set(position, consumption);
    consumption.catch(() => this.forget(position, consumption));
    return consumption;
  }

  async noteEnd(of: Pick<Consumer, 'topic' | 'group'>): Promise<CaughtUp> {
    const { database } = await this.eventTables.of(of.topic);
    const eventTypes = this.eventTypes.get(positionOf(of));
    return noteTableEnd(database.pool, { name: of.group, eventTypes });
  }

  openReplies(receive: (reply: Reply) => void): Promise<ReplyChannel> {
    const address = randomUUID();
    this.replyReceivers.set(address, receive);
    const close = () => {
      this.replyReceivers.delete(address);
      return Promise.resolve();
    };
    return Promise.resolve({ address, close });
  }

  reply(address: string, reply: Reply): void {
    this.replyReceivers.get(address)?.(reply);
  }

  async close(): Promise<void> {
    this.closed = true;
    this.eventTables.close();
    const opened = await Promise.allSettled(this.consumptions.values());
    const open = opened.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    await Promise.all(open.map((consumption) => consumption.stop()));
  }

  private consumeQueue(consumer: Consumer): Promise<Consumption> {
    const { topic } = consumer;
    const queue = new TopicQueue(consumer, (error) => this.report(consumer, error));
    this.queues.set(topic, queue);
    const measuring = measureQueue(consumer, queue);
    const stop = async () => {
      measuring.stop();
      await queue.stop();
      if (this.queues.get(topic) === queue) this.queues.delete(topic);
    };
    return Promise.resolve({ stop });
  }

  private async consumeEvents(consumer: Consumer): Promise<Consumption> {
    const table = await this.eventTables.of(consumer.topic);
    return followEventTable(table, consumer, (error) => this.report(consumer, error));
  }

  private forget(position: string, consumption: Promise<Consumption>): void {
    if (this.consumptions.get(position) === consumption) this.consumptions.delete(position);
  }

  private report({ topic, group }: Consumer, error: unknown): void {
    instrumentsOf().consumerErrors.add(1, { [attributeNames.consumerGroup]: group });
    this.options.log.error({ topic, group, err: error }, 'consumer failed');
  }
}

function positionOf({ topic, group }: Pick<Consumer, 'topic' | 'group'>): string {
  return `${topic} as ${group}`;
}

/** The lag of the consumer of a command topic. */
function measureQueue(consumer: Consumer, queue: TopicQueue): { stop(): void } {
  return measureRegularly({
    measure: () => {
      const { messages, oldestAtMs } = queue.backlog();
      const seconds = oldestAtMs === undefined ? 0 : secondsSince(oldestAtMs);
      return Promise.resolve(recordLag(consumer, { messages, seconds }));
    },
    forget: () => forgetLag(consumer),
  });
}
