import { randomUUID } from 'node:crypto';
import { topics } from '@nordgate/contracts/topics';
import type { TopicName } from '@nordgate/contracts/topics';
import type { AnyStreamType } from '@nordgate/decider';
import type { Database } from '@nordgate/event-store';
import { attributeNames, instrumentsOf } from '@nordgate/telemetry';
import type { Log } from '@nordgate/telemetry';
import type { Bus, Consumer, Consumption, Message, Reply, ReplyChannel } from '../bus.js';
import { partitionOf } from '../partition-of.js';
import { followEventTable } from './event-table.js';
import { EventTables } from './event-tables.js';
import { MemoryLane } from './memory-lane.js';

/** The bus of the one-process bank. */
export interface MemoryBusOptions {
  readonly log: Log;
  /** Slices in flight per command topic. More of them make slices smaller, which costs more. */
  readonly lanes?: number;
}

/**
 * Commands go to their consumer at once, and `publish` resolves after its commit: nothing is
 * promised before it is durable. An event topic is the owner's event table itself, read by one
 * snapshot-delta checkpoint per consumer group.
 */
export class MemoryBus implements Bus {
  readonly system = 'memory';
  private readonly lanes = new Map<TopicName, readonly MemoryLane[]>();
  private readonly eventTables = new EventTables();
  private readonly askers = new Map<string, (reply: Reply) => void>();
  /** By what they read: one consumer per command topic, one per group of an event topic. */
  private readonly consumptions = new Map<string, Promise<Consumption>>();
  private closed = false;

  constructor(private readonly options: MemoryBusOptions) {}

  /**
   * Makes a service's event table the content of its event topic. With the service's stream types,
   * events of older releases reach their consumers in today's form.
   */
  attachEventTable(topic: TopicName, database: Database, types?: readonly AnyStreamType[]): void {
    this.eventTables.attach(topic, { database, ...(types === undefined ? {} : { types }) });
  }

  async publish(topic: TopicName, messages: readonly Message[]): Promise<void> {
    const lanes = this.lanes.get(topic);
    if (lanes === undefined) throw new Error(`nobody consumes ${topic}`);
    const laneOf = ({ key }: Message) => lanes[partitionOf(key, lanes.length)] as MemoryLane;
    await Promise.all(messages.map((message) => laneOf(message).push(message)));
  }

  async consume(consumer: Consumer): Promise<Consumption> {
    const { topic, group } = consumer;
    const commands = topics[topic].carries === 'commands';
    const what = commands ? topic : `${topic} as ${group}`;
    if (this.closed) throw new Error('the bus is closed');
    if (this.consumptions.has(what)) throw new Error(`${what} has its consumer`);
    const opening = commands ? this.consumeCommands(consumer) : this.consumeEvents(consumer);
    const consumption = opening.then((inner) => ({
      stop: () => inner.stop().finally(() => this.forget(what, consumption)),
    }));
    this.consumptions.set(what, consumption);
    consumption.catch(() => this.forget(what, consumption));
    return consumption;
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
    this.closed = true;
    this.eventTables.close();
    const opened = await Promise.allSettled(this.consumptions.values());
    const open = opened.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    await Promise.all(open.map((consumption) => consumption.stop()));
  }

  private consumeCommands(consumer: Consumer): Promise<Consumption> {
    const lanes = Array.from(
      { length: this.options.lanes ?? lanesDefault },
      (_, partition) =>
        new MemoryLane(partition, consumer, (error) => this.report(consumer, error)),
    );
    this.lanes.set(consumer.topic, lanes);
    const stop = async () => {
      await Promise.all(lanes.map((lane) => lane.stop()));
      if (this.lanes.get(consumer.topic) === lanes) this.lanes.delete(consumer.topic);
    };
    return Promise.resolve({ stop });
  }

  private async consumeEvents(consumer: Consumer): Promise<Consumption> {
    const table = await this.eventTables.of(consumer.topic);
    return followEventTable(table, consumer, (error) => this.report(consumer, error));
  }

  private forget(what: string, consumption: Promise<Consumption>): void {
    if (this.consumptions.get(what) === consumption) this.consumptions.delete(what);
  }

  private report({ topic, group }: Consumer, error: unknown): void {
    instrumentsOf().consumerErrors.add(1, { [attributeNames.consumerGroup]: group });
    this.options.log.error({ topic, group, err: error }, 'consumer failed');
  }
}

const lanesDefault = 2;
