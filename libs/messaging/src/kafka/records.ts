import type { IHeaders, KafkaMessage, RecordMetadata } from 'kafkajs';
import type { Message, ReceivedMessage } from '../bus.js';
import type { Generation } from './generations.js';
import { keyPartition } from './kafkajs/key-partition.js';

/** A message to send, with its partition when the key does not decide it. */
export type OutgoingMessage = Message & { readonly partition?: number };

/** The records of one topic in one request. */
export interface TopicRecords {
  readonly topic: string;
  readonly messages: {
    key: string;
    value: string;
    headers: Record<string, string>;
    partition: number;
  }[];
}

/**
 * Messages as records with their partitions. The key decides the partition as in every Kafka client,
 * over the number of partitions of the generation. The partition is chosen before the
 * send, so that the answer can be compared with it.
 */
export function recordsOf(
  { name, partitions }: Generation,
  messages: readonly OutgoingMessage[],
): TopicRecords {
  return {
    topic: name,
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
 * resolve a send without that: when one broker fails after another has answered, records whose
 * partition moves to the second broker are not sent again (kafkajs issue 1303).
 */
export function requireAcknowledged(
  sent: readonly TopicRecords[],
  answered: readonly Pick<RecordMetadata, 'topicName' | 'partition' | 'errorCode'>[],
): void {
  const acknowledged = new Set(
    answered
      .filter(({ errorCode }) => errorCode === 0)
      .map(({ topicName, partition }) => `${topicName}/${String(partition)}`),
  );
  const missing = sent
    .flatMap(({ topic, messages }) => messages.map(({ partition }) => `${topic}/${partition}`))
    .find((partition) => !acknowledged.has(partition));
  if (missing !== undefined) throw new Error(`the brokers did not acknowledge ${missing}`);
}

/** A record as message. Bytes that are not UTF-8 become replacement characters; parsing fails later. */
export function receivedOf(
  generation: Generation,
  partition: number,
  record: KafkaMessage,
): ReceivedMessage {
  const { topic, name } = generation;
  return {
    ...(name !== topic && { generation: name }),
    key: record.key?.toString() ?? '',
    value: record.value?.toString() ?? '',
    headers: headersOf(record.headers),
    partition,
    offset: record.offset,
  };
}

/** The offset after a message: the next one to read. */
export function offsetAfter(offset: string): string {
  return String(BigInt(offset) + 1n);
}

/** The last value of a header that occurs several times counts. */
function headersOf(headers: IHeaders = {}): Message['headers'] {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => {
      const last = Array.isArray(value) ? value.at(-1) : value;
      return [name, last?.toString() ?? ''];
    }),
  );
}
