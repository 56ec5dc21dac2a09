import { randomUUID } from 'node:crypto';
import type { Admin, Consumer, EachBatchHandler, Kafka } from 'kafkajs';
import type { TopicName } from '@nordgate/contracts/topics';
import type { Log } from '@nordgate/telemetry';
import type { ReceivedMessage } from '../bus.js';
import { pace } from '../pace.js';
import { firstGeneration, generationsAmong } from './generations.js';
import type { Generation } from './generations.js';
import { kafkaClient } from './kafka-settings.js';
import type { KafkaSettings } from './kafka-settings.js';
import { receivedOf } from './records.js';
import { retried } from './retried.js';
import { setOffsets } from './set-offsets.js';
import { topicEnds } from './topic-admin.js';

export interface ReadOptions {
  readonly settings: KafkaSettings;
  readonly log: Log;
  readonly topics: readonly TopicName[];
  /** Rejects when no record arrives for so long. Default `pace.inspection.limitMs`. */
  readonly limitMs?: number;
}

/**
 * All records of these topics, from the first one to the last one at the time of the call, in the
 * order of each partition. It reads with its own consumer group and does not change the offsets of
 * others. For tools and tests: all records are held in memory.
 */
export async function readTopics(
  options: ReadOptions,
): Promise<ReadonlyMap<TopicName, readonly ReceivedMessage[]>> {
  const found = new Map(options.topics.map((topic) => [topic, [] as ReceivedMessage[]]));
  await readBatches({
    ...options,
    group: `reader-${randomUUID()}`,
    isNewGroup: true,
    take(topic, messages) {
      found.get(topic)?.push(...messages);
      return Promise.resolve();
    },
  });
  return found;
}

export interface BatchOptions extends ReadOptions {
  /** The consumer group to read with. It is deleted afterwards, where the user may do that. */
  readonly group: string;
  /** A group that nobody has used has no offsets. Default false: a run that was killed may have left some. */
  readonly isNewGroup?: boolean;
  /** Records that were written earlier are left out. Default: from the first one. */
  readonly since?: Date;
  /** The records of one batch of one partition. A batch of a partition begins when the one before is taken. */
  readonly take: (topic: TopicName, messages: readonly ReceivedMessage[]) => Promise<void>;
}

/**
 * Reads these topics from the first record to the last one at the time of the call, batch by batch and in the order of
 * each partition. An older generation of a topic is read before a later one. Rejects when a batch cannot be taken, or when no record arrives within `limitMs`.
 */
export async function readBatches(options: BatchOptions): Promise<void> {
  const kafka = kafkaClient(options.settings, options.log);
  const admin = kafka.admin();
  await admin.connect();
  const { group, settings, topics } = options;
  try {
    const names = await admin.listTopics();
    const all = topics.map((topic) => {
      const found = generationsAmong(names, topic, settings);
      return found.length > 0 ? found : [firstGeneration(topic, settings)];
    });
    const rounds = Math.max(...all.map(({ length }) => length));
    // The records of a key go on in the next generation.
    for (let round = 0; round < rounds; round += 1) {
      await readRound(
        { admin, kafka },
        all.map((ofTopic) => ofTopic[round]).filter((one) => one !== undefined),
        options,
      );
    }
  } finally {
    await admin.deleteGroups([group]).catch((err: unknown) => {
      options.log.warn({ err, group }, 'the consumer group of this reading was not deleted');
    });
    await admin.disconnect();
  }
}

interface Clients {
  readonly admin: Admin;
  readonly kafka: Kafka;
}

/** Reads generations of different topics. */
async function readRound(
  { admin, kafka }: Clients,
  generations: readonly Generation[],
  options: BatchOptions,
): Promise<void> {
  const { group, since, isNewGroup = false } = options;
  const topics = generations.map(({ name }) => name);
  const ends = await endsOf(admin, topics);
  for (const topic of isNewGroup ? [] : topics) {
    const starts = await startsOf(admin, topic, since);
    await setOffsets(kafka, { group, topic, partitions: starts });
    for (const { partition, offset } of starts) {
      const end = ends.get(topic)?.get(partition) ?? 0n;
      if (BigInt(offset) >= end) ends.get(topic)?.delete(partition);
    }
  }
  await readUntil(kafka, { ends, generations }, options);
}

/** The offsets of the first records, or of the first ones that were written at a time or later. */
async function startsOf(admin: Admin, topic: string, since: Date | undefined) {
  if (since !== undefined) return admin.fetchTopicOffsetsByTimestamp(topic, since.getTime());
  const offsets = await admin.fetchTopicOffsets(topic);
  return offsets.map(({ partition, low }) => ({ partition, offset: low }));
}

/** Offset after the last record, by topic and partition; empty partitions are left out. */
type Ends = ReadonlyMap<string, Map<number, bigint>>;

async function endsOf(admin: Admin, topics: readonly string[]): Promise<Ends> {
  const ends = new Map<string, Map<number, bigint>>();
  for (const topic of topics) {
    const filled = (await topicEnds(admin, topic)).filter(({ low, high }) => high > low);
    ends.set(topic, new Map(filled.map(({ partition, high }) => [partition, high])));
  }
  return ends;
}

async function readUntil(
  kafka: Kafka,
  { ends, generations }: { readonly ends: Ends; readonly generations: readonly Generation[] },
  { group, take, limitMs = pace.inspection.limitMs }: BatchOptions,
): Promise<void> {
  const open = new Set(
    [...ends].flatMap(([topic, partitions]) => [...partitions.keys()].map((p) => key(topic, p))),
  );
  if (open.size === 0) return;
  const { promise: done, resolve, reject } = Promise.withResolvers<void>();
  const late = () => reject(new Error(`not read: ${[...open].join(', ')}`));
  let timer = setTimeout(late, limitMs);
  const eachBatch: EachBatchHandler = async ({ batch, ...progress }) => {
    const { topic, partition } = batch;
    const generation = generations.find(({ name }) => name === topic) as Generation;
    const end = ends.get(topic)?.get(partition) ?? 0n;
    const records = batch.messages.filter(({ offset }) => BigInt(offset) < end);
    try {
      await take(
        generation.topic,
        records.map((record) => receivedOf(generation, partition, record)),
      );
    } catch (error) {
      // kafkajs would read the batch again and again.
      reject(error);
      return;
    }
    await progress.heartbeat();
    clearTimeout(timer);
    timer = setTimeout(late, limitMs);
    if (BigInt(batch.lastOffset()) + 1n >= end) open.delete(key(topic, partition));
    if (open.size === 0) resolve();
  };
  const topics = generations.map(({ name }) => name);
  const joining = { group, topics, eachBatch, onCrash: reject };
  const consumer = await joinedConsumer(kafka, joining).catch((error: unknown) => {
    clearTimeout(timer);
    throw error;
  });
  try {
    await done;
  } finally {
    clearTimeout(timer);
    await consumer.disconnect();
  }
}

interface Joining extends Pick<BatchOptions, 'group'> {
  readonly topics: readonly string[];
  readonly eachBatch: EachBatchHandler;
  readonly onCrash: (error: Error) => void;
}

/**
 * A consumer that has joined its group. While the coordinator of the group is loading, as after the start of a broker, it is
 * asked again by a new consumer: kafkajs runs a consumer once.
 */
export function joinedConsumer(
  kafka: Pick<Kafka, 'consumer'>,
  joining: Joining,
): Promise<Consumer> {
  return retried(() => joined(kafka, joining));
}

async function joined(
  kafka: Pick<Kafka, 'consumer'>,
  { group, topics, eachBatch, onCrash }: Joining,
): Promise<Consumer> {
  const consumer = kafka.consumer({ groupId: group, maxWaitTimeInMs: pace.inspection.fetchWaitMs });
  consumer.on(consumer.events.CRASH, ({ payload }) => onCrash(payload.error));
  try {
    await consumer.connect();
    await consumer.subscribe({ topics: [...topics], fromBeginning: true });
    await consumer.run({ autoCommit: false, partitionsConsumedConcurrently: 4, eachBatch });
    return consumer;
  } catch (error) {
    await consumer.disconnect();
    throw error;
  }
}

const key = (topic: string, partition: number) => `${topic}/${String(partition)}`;
