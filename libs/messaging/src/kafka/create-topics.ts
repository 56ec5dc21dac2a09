import { topics } from '@nordgate/contracts/topics';
import type { Log } from '@nordgate/telemetry';
import { kafkaClient } from './kafka-settings.js';
import type { KafkaSettings } from './kafka-settings.js';

export interface TopicOptions {
  readonly settings: KafkaSettings;
  readonly log: Log;
  /** Copies of each record: 3 in production, and then two of them have to have it. */
  readonly replicationFactor: 1 | 3;
}

/** A command is a request's body and a little more; nothing the gateway accepts is too large. */
const messageBytesMax = 4 * 1024 * 1024;
const replyRetentionMs = 60 * 60 * 1000;

/**
 * Creates the topics of `libs/contracts` that are not there yet. Events are kept for ever: a new
 * consumer group starts at the first one.
 */
export async function createTopics(options: TopicOptions): Promise<void> {
  const { settings, log, replicationFactor } = options;
  const admin = kafkaClient(settings, log).admin();
  await admin.connect();
  try {
    const existing = new Set(await admin.listTopics());
    const missing = Object.entries(topics).filter(([topic]) => !existing.has(topic));
    await admin.createTopics({
      waitForLeaders: true,
      topics: missing.map(([topic, { carries, partitions }]) => ({
        topic,
        numPartitions: partitions,
        replicationFactor,
        configEntries: Object.entries({
          'min.insync.replicas': String(Math.min(replicationFactor, 2)),
          'max.message.bytes': String(messageBytesMax),
          'retention.ms': carries === 'replies' ? String(replyRetentionMs) : '-1',
        }).map(([name, value]) => ({ name, value })),
      })),
    });
  } finally {
    await admin.disconnect();
  }
}
