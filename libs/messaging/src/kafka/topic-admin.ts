import type { Admin } from 'kafkajs';
import { topics } from '@nordgate/contracts/topics';
import type { TopicName } from '@nordgate/contracts/topics';
import { eventBytesMax } from '@nordgate/event-store';
import type { Log } from '@nordgate/telemetry';
import { pace } from '../pace.js';
import { firstGeneration, generationsAmong } from './generations.js';
import { retried } from './retried.js';
import { kafkaClient } from './kafka-settings.js';
import type { KafkaSettings } from './kafka-settings.js';

export interface TopicOptions {
  readonly settings: KafkaSettings;
  readonly log: Log;
  /** Replicas of each partition. With 3, as in production, two of them have to be in sync. */
  readonly replicationFactor: 1 | 3;
}

/** A command is a request body and a little more, and no event takes more than half of a message. */
const messageBytesMax = 2 * eventBytesMax;
/** A reply is of no use after the deadline of its command. An hour helps to examine a fault. */
const replyRetentionMs = 60 * 60 * 1000;
/** No limit by time alone: the owner of a topic drops what it has exported (drop-records.ts). */
const keepAllMs = -1;

/** The settings of a topic with so many replicas, by their names in Kafka. */
export function topicConfig(
  topic: TopicName,
  replicationFactor: TopicOptions['replicationFactor'],
): Readonly<Record<string, number>> {
  const { carries } = topics[topic];
  return {
    'min.insync.replicas': Math.min(replicationFactor, 2),
    'max.message.bytes': messageBytesMax,
    'retention.ms': carries === 'replies' ? replyRetentionMs : keepAllMs,
  };
}

/** Creates the topics of `libs/contracts` that do not exist yet. Resolves when all of them have leaders. */
export async function createTopics(options: TopicOptions): Promise<void> {
  const { settings, log, replicationFactor } = options;
  const admin = kafkaClient(settings, log).admin();
  await admin.connect();
  try {
    const existing = await admin.listTopics();
    // A topic whose first generation was dropped has a later one.
    const missing = (Object.keys(topics) as TopicName[]).filter(
      (topic) => generationsAmong(existing, topic).length === 0,
    );
    await admin.createTopics({
      // kafkajs gives up when a broker does not know a topic yet that another one has created.
      waitForLeaders: false,
      topics: missing.map((topic) => ({
        topic,
        numPartitions: firstGeneration(topic, settings).partitions,
        replicationFactor,
        configEntries: Object.entries(topicConfig(topic, replicationFactor)).map(
          ([name, value]) => ({ name, value: String(value) }),
        ),
      })),
    });
    await awaitLeaders(admin, missing);
  } finally {
    await admin.disconnect();
  }
}

/**
 * Resolves when every partition of these topics has a leader. It asks for one topic after the
 * other: a kafkajs client keeps one set of metadata, and an answer for fewer topics that arrives
 * late replaces it, so that a parallel request finds its topic without partitions.
 */
export async function awaitLeaders(admin: Admin, topics: readonly string[]): Promise<void> {
  for (const topic of topics) await topicEnds(admin, topic, pace.inspection.newLeaderAttempts);
}

/** The first offset of a partition, and the offset after its last record. */
export interface PartitionEnds {
  readonly partition: number;
  readonly low: bigint;
  readonly high: bigint;
}

/**
 * The ends of all partitions of a topic. Waits while a leader is being elected.
 *
 * @throws the error of the last attempt, and an error at once that no retry can help
 */
export async function topicEnds(
  admin: Pick<Admin, 'fetchTopicOffsets'>,
  topic: string,
  attemptsMax: number = pace.inspection.leaderAttempts,
): Promise<PartitionEnds[]> {
  const offsets = await retried(() => admin.fetchTopicOffsets(topic), attemptsMax);
  return offsets.map(({ partition, low, high }) => ({
    partition,
    low: BigInt(low),
    high: BigInt(high),
  }));
}
