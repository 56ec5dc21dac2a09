import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { EventStore, handleSlice } from '@nordgate/event-store';
import type { Command } from '@nordgate/decider';
import type { Database, SliceItem } from '@nordgate/event-store';
import { commandMessage, commandOf } from '@nordgate/messaging';
import type { ReceivedMessage } from '@nordgate/messaging';
import { KafkaBus } from '@nordgate/messaging/kafka';
import { createLog } from '@nordgate/telemetry';
import type { Comparison } from '../rounds.js';
import { counter, pay } from '../counter.js';
import { newGroup, plainKafka, preload } from './bench-topic.js';

const topic = 'accounts.commands.v1';
const commandsPerRound = 4000;
/** The baseline handles fewer commands, to keep its rounds short. */
const baselineShare = 4;
const log = createLog({ app: 'bench', level: 'silent' });

/** A backlog of durable commands: slices over partitions against one command at a time. */
export function commandsBench(brokers: readonly string[], database: Database): Comparison {
  const store = new EventStore(database, [counter]);
  return {
    name: 'durable commands through Kafka, a backlog on 12 partitions',
    target: 4,
    against: 'kafkajs eachMessage on 12 partitions at once, one transaction per command',
    ours: () => drainInSlices(brokers, store, commandsPerRound),
    baseline: () => drainOneByOne(brokers, store, commandsPerRound / baselineShare),
  };
}

async function drainInSlices(
  brokers: readonly string[],
  store: EventStore,
  count: number,
): Promise<number> {
  const run = await backlog(brokers, count);
  const bus = new KafkaBus({ settings: { brokers, clientId: 'bench' }, log });
  const meter = new Meter(count);
  const consumption = await bus.consume({
    topic,
    group: newGroup(),
    async handle({ messages }) {
      const mine = messages.filter(({ key }) => key.startsWith(run));
      if (mine.length === 0) return;
      meter.begin();
      await commit(store, mine);
      meter.count(mine.length);
    },
  });
  const rate = await meter.rate;
  await consumption.stop();
  await bus.close();
  return rate;
}

async function drainOneByOne(
  brokers: readonly string[],
  store: EventStore,
  count: number,
): Promise<number> {
  const run = await backlog(brokers, count);
  const consumer = plainKafka(brokers).consumer({ groupId: newGroup(), maxWaitTimeInMs: 100 });
  const meter = new Meter(count);
  await consumer.connect();
  await consumer.subscribe({ topics: [topic], fromBeginning: true });
  await consumer.run({
    autoCommitInterval: 200,
    partitionsConsumedConcurrently: 12,
    async eachMessage({ partition, message }) {
      const key = String(message.key);
      if (!key.startsWith(run)) return;
      meter.begin();
      const headers = Object.fromEntries(
        Object.entries(message.headers ?? {}).map(([name, value]) => [name, String(value)]),
      );
      const value = String(message.value);
      await commit(store, [{ key, value, headers, partition, offset: message.offset }]);
      meter.count(1);
    },
  });
  const rate = await meter.rate;
  await consumer.disconnect();
  return rate;
}

/** Puts this many commands for new streams on the topic. @returns the prefix of their keys */
async function backlog(brokers: readonly string[], count: number): Promise<string> {
  const run = `bench-${randomUUID()}`;
  const records = Array.from({ length: count }, () => {
    const stream = `${run}-${randomUUID()}`;
    const meta = { at: '2026-11-20T10:00:00Z', actor: 'bench' };
    const command: Command = { id: randomUUID(), type: 'Pay', stream, data: {}, meta };
    const { key, value, headers } = commandMessage(command, 'bench');
    return { key, value, headers: { ...headers } };
  });
  await preload(brokers, topic, records);
  return run;
}

async function commit(store: EventStore, messages: readonly ReceivedMessage[]): Promise<void> {
  const items = messages.map((message): SliceItem => {
    const { key, value: payload, headers, partition, offset } = message;
    return {
      key,
      commands: [commandOf(message)],
      source: { topic, partition, offset, payload, headers },
    };
  });
  await handleSlice({ store, consumer: 'bench-kafka', items, execute: pay });
}

/** Measures from the first command to the last one, without the time to join the group. */
class Meter {
  private started = 0;
  private done = 0;
  private readonly ended = Promise.withResolvers<number>();

  constructor(private readonly total: number) {}

  get rate(): Promise<number> {
    return Promise.race([this.ended.promise, pause(limitMs, Number.NaN, { ref: false })]);
  }

  begin(): void {
    if (this.started === 0) this.started = performance.now();
  }

  count(more: number): void {
    this.done += more;
    if (this.done < this.total) return;
    this.ended.resolve(this.total / ((performance.now() - this.started) / 1000));
  }
}

const limitMs = 60_000;
