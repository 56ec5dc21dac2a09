import type { RecordMetadata } from 'kafkajs';
import { topics } from '@nordgate/contracts/topics';
import type { TopicName } from '@nordgate/contracts/topics';
import type { Message } from '../bus.js';
import { keyPartition } from './key-partition.js';

/** A message, and its partition where the key does not decide that. */
export type Outgoing = Message & { readonly partition?: number };

/** The records of one topic in one request. */
export interface TopicRecords {
  readonly topic: TopicName;
  readonly messages: {
    key: string;
    value: string;
    headers: Record<string, string>;
    partition: number;
  }[];
}

/**
 * Messages as records with their partitions, by the key as all Kafka clients place it, over the number
 * that `libs/contracts` declares. Known beforehand, so that an answer can be held against it.
 */
export function recordsOf(topic: TopicName, messages: readonly Outgoing[]): TopicRecords {
  const { partitions } = topics[topic];
  return {
    topic,
    messages: messages.map((message) => ({
      key: message.key,
      value: message.value,
      headers: { ...message.headers },
      partition: message.partition ?? keyPartition(message.key, partitions),
    })),
  };
}

/**
 * Throws unless the brokers have acknowledged every partition that was sent to. kafkajs 2.2.4 may
 * resolve a send without that: when one broker fails and another has answered, records whose partition
 * moves to the latter are not sent again (its issue 1303).
 */
export function demandAcknowledged(
  sent: readonly TopicRecords[],
  answered: readonly Pick<RecordMetadata, 'topicName' | 'partition' | 'errorCode'>[],
): void {
  const good = new Set(
    answered
      .filter(({ errorCode }) => errorCode === 0)
      .map(({ topicName, partition }) => `${topicName}/${String(partition)}`),
  );
  const missing = sent
    .flatMap(({ topic, messages }) => messages.map(({ partition }) => `${topic}/${partition}`))
    .find((place) => !good.has(place));
  if (missing !== undefined) throw new Error(`the brokers did not acknowledge ${missing}`);
}
