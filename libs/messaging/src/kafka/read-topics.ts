import { randomUUID } from 'node:crypto';
import type { Admin, Kafka } from 'kafkajs';
import type { TopicName } from '@nordgate/contracts/topics';
import type { Log } from '@nordgate/telemetry';
import type { ReceivedMessage } from '../bus.js';
import { pace } from '../pace.js';
import { kafkaClient } from './kafka-settings.js';
import type { KafkaSettings } from './kafka-settings.js';
import { receivedOf } from './records.js';
import { topicEnds } from './topic-admin.js';

export interface ReadOptions {
  readonly settings: KafkaSettings;
  readonly log: Log;
  readonly topics: readonly TopicName[];
  /** Rejects when the end is not reached by then. Default `pace.inspection.limitMs`. */
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
  const kafka = kafkaClient(options.settings, options.log);
  const admin = kafka.admin();
  await admin.connect();
  const groupId = `reader-${randomUUID()}`;
  try {
    const ends = await endsOf(admin, options.topics);
    return await readUntil(kafka, groupId, ends, options);
  } finally {
    await admin.deleteGroups([groupId]).catch(() => undefined);
    await admin.disconnect();
  }
}

/** Offset after the last record, by topic and partition; empty partitions are left out. */
type Ends = ReadonlyMap<TopicName, ReadonlyMap<number, bigint>>;

async function endsOf(admin: Admin, topics: readonly TopicName[]): Promise<Ends> {
  const ends = new Map<TopicName, ReadonlyMap<number, bigint>>();
  for (const topic of topics) {
    const filled = (await topicEnds(admin, topic)).filter(({ low, high }) => high > low);
    ends.set(topic, new Map(filled.map(({ partition, high }) => [partition, high])));
  }
  return ends;
}

async function readUntil(
  kafka: Kafka,
  groupId: string,
  ends: Ends,
  { topics, limitMs = pace.inspection.limitMs }: ReadOptions,
): Promise<Map<TopicName, ReceivedMessage[]>> {
  const found = new Map(topics.map((topic) => [topic, [] as ReceivedMessage[]]));
  const open = new Set(
    [...ends].flatMap(([topic, partitions]) => [...partitions.keys()].map((p) => key(topic, p))),
  );
  if (open.size === 0) return found;
  const consumer = kafka.consumer({ groupId, maxWaitTimeInMs: pace.inspection.fetchWaitMs });
  const { promise: done, resolve, reject } = Promise.withResolvers<void>();
  consumer.on(consumer.events.CRASH, ({ payload }) => reject(payload.error));
  const timer = setTimeout(() => reject(new Error(`not read: ${[...open].join(', ')}`)), limitMs);
  try {
    await consumer.connect();
    await consumer.subscribe({ topics: [...topics], fromBeginning: true });
    await consumer.run({
      autoCommit: false,
      partitionsConsumedConcurrently: 4,
      eachBatch: ({ batch }) => {
        const topic = batch.topic as TopicName;
        const { partition } = batch;
        const end = ends.get(topic)?.get(partition) ?? 0n;
        for (const record of batch.messages) {
          if (BigInt(record.offset) < end) found.get(topic)?.push(receivedOf(partition, record));
        }
        if (BigInt(batch.lastOffset()) + 1n >= end) open.delete(key(topic, partition));
        if (open.size === 0) resolve();
        return Promise.resolve();
      },
    });
    await done;
  } finally {
    clearTimeout(timer);
    await consumer.disconnect();
  }
  return found;
}

const key = (topic: string, partition: number) => `${topic}/${String(partition)}`;
