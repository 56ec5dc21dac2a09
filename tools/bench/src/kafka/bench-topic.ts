import { randomUUID } from 'node:crypto';
import { CompressionTypes, Kafka, logLevel, Partitioners } from 'kafkajs';
import type { Producer } from 'kafkajs';
import { patchKafkajs } from '@nordgate/messaging/kafka';

/** A plain client for the baselines, with the same patches as our client for a fair comparison. */
export function plainKafka(brokers: readonly string[]): Kafka {
  patchKafkajs();
  return new Kafka({ clientId: 'bench', brokers: [...brokers], logLevel: logLevel.NOTHING });
}

/** A connected producer that waits for all replicas, with one request in flight. */
export async function plainProducer(kafka: Kafka): Promise<Producer> {
  const producer = kafka.producer({
    createPartitioner: Partitioners.DefaultPartitioner,
    idempotent: true,
    maxInFlightRequests: 1,
  });
  await producer.connect();
  return producer;
}

interface BenchRecord {
  readonly key: string;
  readonly value: string;
  readonly headers: Record<string, string>;
}

const recordsPerRequest = 500;

/** Puts records on a topic, in requests of a few hundred; compressed with gzip where that is wanted. */
export async function preload(
  brokers: readonly string[],
  topic: string,
  records: readonly BenchRecord[],
  { isCompressed = false }: { readonly isCompressed?: boolean } = {},
): Promise<void> {
  const compression = isCompressed ? CompressionTypes.GZIP : CompressionTypes.None;
  const producer = await plainProducer(plainKafka(brokers));
  for (let i = 0; i < records.length; i += recordsPerRequest) {
    const messages = records.slice(i, i + recordsPerRequest);
    await producer.send({ topic, acks: -1, compression, messages });
  }
  await producer.disconnect();
}

export const newGroup = () => `bench-${randomUUID()}`;
