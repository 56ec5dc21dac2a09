import { randomUUID } from 'node:crypto';
import { topics } from '@nordgate/contracts';
import type { TopicName } from '@nordgate/contracts';
import type { Database } from '@nordgate/event-store';
import type { Log } from '@nordgate/telemetry';
import type { Bus, Consumer, Consumption, Message, Reply, ReplyChannel } from '../bus.js';
import { partitionOf } from '../partition-of.js';
import { followEventTable } from './event-table.js';
import { Lane } from './lane.js';

/** The bus of the one-process bank. */
export interface MemoryBusOptions {
  readonly log: Log;
  /** Slices in flight per command topic: two keep the database busy, more make slices smaller. */
  readonly lanes?: number;
}

/**
 * Commands go to their consumer at once, and `publish` resolves after its commit: nothing is
 * promised before it is durable. An event topic is the owner's event table itself, read by one
 * snapshot-delta checkpoint per consumer group.
 */
export class MemoryBus implements Bus {
  readonly system = 'memory';
  private readonly lanes = new Map<TopicName, Lane[]>();
  private readonly eventTables = new Map<TopicName, Database>();
  private readonly askers = new Map<string, (reply: Reply) => void>();
  private readonly consumptions: Consumption[] = [];

  constructor(private readonly options: MemoryBusOptions) {}

  /** Makes a service's event table the content of its event topic. */
  attachEventTable(topic: TopicName, database: Database): void {
    this.eventTables.set(topic, database);
  }

  async publish(topic: TopicName, messages: readonly Message[]): Promise<void> {
    const lanes = this.lanes.get(topic);
    if (lanes === undefined) throw new Error(`nobody consumes ${topic}`);
    const pushed = messages.map(async (message) => {
      await lanes[partitionOf(message.key, lanes.length)]?.push(message);
    });
    await Promise.all(pushed);
  }

  consume(consumer: Consumer): Promise<Consumption> {
    const consumption =
      topics[consumer.topic].carries === 'commands'
        ? this.consumeCommands(consumer)
        : this.consumeEvents(consumer);
    this.consumptions.push(consumption);
    return Promise.resolve(consumption);
  }

  openReplies(receive: (reply: Reply) => void): Promise<ReplyChannel> {
    const address = randomUUID();
    this.askers.set(address, receive);
    const close = () => {
      this.askers.delete(address);
      return Promise.resolve();
    };
    return Promise.resolve({ address, close });
  }

  reply(address: string, reply: Reply): void {
    this.askers.get(address)?.(reply);
  }

  async close(): Promise<void> {
    await Promise.all(this.consumptions.map((consumption) => consumption.stop()));
  }

  private consumeCommands(consumer: Consumer): Consumption {
    if (this.lanes.has(consumer.topic)) throw new Error(`${consumer.topic} has its consumer`);
    const lanes = Array.from(
      { length: this.options.lanes ?? lanesDefault },
      (_, partition) =>
        new Lane(consumer.topic, partition, consumer, (error) => this.report(consumer, error)),
    );
    this.lanes.set(consumer.topic, lanes);
    return {
      stop: async () => {
        await Promise.all(lanes.map((lane) => lane.stop()));
        this.lanes.delete(consumer.topic);
      },
    };
  }

  private consumeEvents(consumer: Consumer): Consumption {
    const database = this.eventTables.get(consumer.topic);
    if (database === undefined) throw new Error(`${consumer.topic} has no event table`);
    return followEventTable(database, consumer, (error) => this.report(consumer, error));
  }

  private report(consumer: Consumer, error: unknown): void {
    this.options.log.error(
      { topic: consumer.topic, group: consumer.group, err: error },
      'consumer failed; the same slice comes again',
    );
  }
}

const lanesDefault = 2;
