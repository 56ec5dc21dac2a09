import { randomUUID } from 'node:crypto';
import { CompressionTypes, Partitioners } from 'kafkajs';
import type { Kafka } from 'kafkajs';
import { partitionsDefault } from '@nordgate/contracts/topics';
import type { TopicName } from '@nordgate/contracts/topics';
import { defined } from '@nordgate/decider';
import type { AnyStreamType } from '@nordgate/decider';
import type { Database } from '@nordgate/event-store';
import { attributeNames, instrumentsOf, peerOf } from '@nordgate/telemetry';
import type { Health, Log } from '@nordgate/telemetry';
import type { Bus, CaughtUp, Consumer, Consumption, Message, Reply, ReplyChannel } from '../bus.js';
import { header } from '../cloud-events.js';
import { pace } from '../pace.js';
import { Relay } from '../relay/relay.js';
import { brokerCheck } from './broker-check.js';
import { dropRecords } from './drop-records.js';
import type { EndedRecords } from './drop-records.js';
import type { EventHistory } from './event-history.js';
import { firstAnswer } from './first-answer.js';
import { groupIn, olderThan } from './generations.js';
import type { Generation } from './generations.js';
import { noteGroupEnd } from './group-end.js';
import { GroupConsumer } from './group-consumer.js';
import { kafkaClient } from './kafka-settings.js';
import { KnownGenerations } from './known-generations.js';
import { MemberLags } from './member-lags.js';
import type { KafkaSettings } from './kafka-settings.js';
import {
  anyReplyPartition,
  replyAddress,
  replyAddressIn,
  ReplyConsumer,
  replyTopic,
} from './reply-consumer.js';
import { SendQueue } from './send-queue.js';
import { SharedAdmin } from './shared-admin.js';
import { TopicReaders } from './topic-readers.js';
import type { GenerationReader } from './topic-readers.js';

export interface KafkaBusOptions {
  readonly settings: KafkaSettings;
  readonly log: Log;
  /** Where groups read events that their topics do not have any more. */
  readonly history?: EventHistory | undefined;
  /** The process is reported as not alive while a partition hangs. */
  readonly health?: Health;
  /** A partition whose messages are not handled for so long hangs. Default `pace.consumer.stuckMs`. */
  readonly stuckMs?: number;
  /** A member that is silent for so long is dead. Default `pace.consumer.sessionMs`. */
  readonly sessionMs?: number;
  /** Between two looks for new generations of topics. Default `pace.generations.lookMs`. */
  readonly lookMs?: number;
}

/** The bus between processes: commands, events and replies over a Kafka cluster. */
export class KafkaBus implements Bus {
  readonly system = 'kafka';
  private readonly kafka: Kafka;
  private readonly durable: SendQueue;
  private readonly replies: SendQueue;
  private readonly lags: MemberLags;
  private readonly admin: SharedAdmin;
  private readonly generations: KnownGenerations;
  /** Everything to stop when the bus closes. */
  private readonly open = new Set<{ stop(): Promise<void> }>();
  private readonly closing = new AbortController();

  constructor(private readonly options: KafkaBusOptions) {
    this.kafka = kafkaClient(options.settings, options.log);
    this.generations = new KnownGenerations({
      settings: options.settings,
      log: options.log,
      lookMs: options.lookMs,
      use: (act) => this.admin.use(act),
      onError: (error) =>
        this.report({ topic: 'topics', ...defined({ peer: peerOf(error) }) }, error),
    });
    this.durable = this.sendQueue(-1);
    this.replies = this.sendQueue(1);
    this.lags = new MemberLags(() => this.kafka.admin());
    this.admin = new SharedAdmin(() => this.kafka.admin());
    options.health?.register({
      name: 'topics',
      check: () => this.generations.requireAllUsable(),
    });
    const brokers = brokerCheck(this.kafka);
    options.health?.register(brokers.check);
    this.open.add(brokers);
  }

  /** Resolves when a broker has answered for the first time. Rejects when the bus is closed. */
  firstAnswer(): Promise<void> {
    return firstAnswer(this.kafka, this.closing.signal);
  }

  publish(topic: TopicName, messages: readonly Message[]): Promise<void> {
    return this.durable.send(topic, messages);
  }

  async consume(consumer: Consumer): Promise<Consumption> {
    const { topic, group } = consumer;
    const { generations } = this;
    const { health } = this.options;
    // The counter is there before its first count.
    instrumentsOf().consumerErrors.add(0, { [attributeNames.consumerGroup]: group });
    const readers = new TopicReaders({
      generations,
      of: () => generations.of(topic),
      open: (generation) => this.readerOf(consumer, generation),
      onError: (error) => this.report({ topic, group }, error),
    });
    const name = `${group} of ${topic}`;
    const unregister = health?.register({ name, check: () => requireReading(readers) });
    const stop = async () => {
      unregister?.();
      this.open.delete(consumption);
      await readers.stop();
    };
    const consumption = { stop };
    await this.opening(consumption, () => readers.start());
    return consumption;
  }

  noteEnd(of: Pick<Consumer, 'topic' | 'group'>): Promise<CaughtUp> {
    return noteGroupEnd({ admin: this.admin, generations: this.generations }, of);
  }

  private readerOf(consumer: Consumer, generation: Generation): GenerationReader {
    const { admin, generations, kafka } = this;
    const { health, history, log, sessionMs, stuckMs = pace.consumer.stuckMs } = this.options;
    const { topic, name } = generation;
    const group = groupIn(generation, consumer.group);
    const onError = (error: unknown, peer?: string) =>
      this.report({ topic: name, group, ...defined({ peer }) }, error);
    const older = () => olderThan(generation, generations.of(topic));
    const read = { consumer, generation, older };
    const member = new GroupConsumer({ admin, ...read, history, kafka, log, sessionMs, onError });
    const check = () => requireProgress(member.progress.stuck(stuckMs));
    const unwatch = health?.watch({ name: `${group} of ${name}`, check });
    const unmeasure = this.lags.add(member.lagging);
    return {
      start: () => member.start(),
      get waitsFor() {
        return member.waitsFor;
      },
      async stop() {
        unwatch?.();
        unmeasure();
        await member.stop();
      },
    };
  }

  async openReplies(receive: (reply: Reply) => void): Promise<ReplyChannel> {
    const address = { partition: anyReplyPartition(this.replyPartitions), instance: randomUUID() };
    const onError = (error: unknown) => this.report({ topic: replyTopic }, error);
    const consumer = new ReplyConsumer({ kafka: this.kafka, address, receive, onError });
    const stop = async () => {
      this.open.delete(channel);
      await consumer.stop();
    };
    const channel = { address: replyAddress(address), stop, close: stop };
    this.options.health?.register({
      name: 'producer',
      check: () => requireConnected(this.durable),
    });
    // An app that receives replies sends commands: its first one need not wait for a connection.
    await this.opening(channel, async () => {
      await Promise.all([consumer.start(), this.durable.connect()]);
    });
    return channel;
  }

  reply(address: string, { commandId, outcome }: Reply): void {
    const receiver = replyAddressIn(address, this.replyPartitions);
    if (receiver === undefined) return;
    const message = {
      key: commandId,
      value: JSON.stringify(outcome ?? null),
      headers: { [header.replyTo]: address },
      partition: receiver.partition,
    };
    // A reply may get lost. The send queue has reported the error.
    this.replies.send(replyTopic, [message]).catch(() => undefined);
  }

  /** Publishes the events of a service's database on its topic, from now on until the bus closes. */
  publishEvents(topic: TopicName, database: Database, types?: readonly AnyStreamType[]): void {
    const queue = this.sendQueue(-1);
    const relay = new Relay({
      topic,
      table: { database, ...defined({ types }) },
      publish: (messages) => queue.send(topic, messages),
      onError: (error) => this.report({ topic, group: 'relay' }, error),
    });
    relay.start();
    this.open.add({
      stop: async () => {
        await relay.stop();
        await queue.close(closeLimitMs);
      },
    });
  }

  /** Lets a topic drop its ended records. @returns how many. Errors of kafkajs pass through. */
  async dropRecords(ended: EndedRecords): Promise<number> {
    await this.generations.firstLook();
    let dropped = 0;
    for (const generation of this.generations.of(ended.topic)) {
      dropped += await this.admin.use((admin) => dropRecords(admin, generation, ended));
    }
    return dropped;
  }

  private get replyPartitions(): number {
    return this.generations.of(replyTopic)[0]?.partitions ?? partitionsDefault;
  }

  async close(): Promise<void> {
    this.closing.abort(new Error('the bus is closed'));
    this.generations.stop();
    await Promise.all([this.lags.stop(), ...[...this.open].map((one) => one.stop())]);
    this.open.clear();
    await Promise.all([this.durable.close(closeLimitMs), this.replies.close(closeLimitMs)]);
  }

  private async opening(one: { stop(): Promise<void> }, start: () => Promise<void>): Promise<void> {
    this.closing.signal.throwIfAborted();
    this.open.add(one);
    try {
      await start();
    } catch (error) {
      await one.stop();
      throw error;
    }
  }

  private sendQueue(acks: -1 | 1): SendQueue {
    const idempotent = acks === -1 ? { idempotent: true, maxInFlightRequests: 1 } : {};
    return new SendQueue({
      create: () =>
        this.kafka.producer({ createPartitioner: Partitioners.DefaultPartitioner, ...idempotent }),
      acks,
      generations: this.generations,
      // What every replica keeps is compressed. A reply is read once, and somebody waits for it.
      compression: acks === -1 ? CompressionTypes.GZIP : CompressionTypes.None,
      patienceMs: pace.send.patienceMs,
      onError: (error) => this.report({ topic: 'producer' }, error),
    });
  }

  private report(
    where: { readonly topic: string; readonly group?: string; readonly peer?: string },
    error: unknown,
  ): void {
    const group = where.group ?? where.topic;
    instrumentsOf().consumerErrors.add(1, { [attributeNames.consumerGroup]: group });
    this.options.log.error({ ...where, err: error }, 'the bus reported an error');
  }
}

const { closeLimitMs } = pace.send;

/** A member that rebalances, or waits for brokers that are away, has joined. One that reads a history is behind. */
function requireReading({ waitsFor: missing }: TopicReaders): Promise<void> {
  return missing === undefined ? Promise.resolve() : Promise.reject(missing);
}

function requireConnected({ hasConnected }: SendQueue): Promise<void> {
  return hasConnected ? Promise.resolve() : Promise.reject(new Error('no producer is connected'));
}

function requireProgress(stuck: readonly number[]): Promise<void> {
  if (stuck.length === 0) return Promise.resolve();
  return Promise.reject(new Error(`partitions ${stuck.join(', ')} make no progress`));
}
