import { CompressionTypes } from 'kafkajs';
import type { Admin, Producer } from 'kafkajs';
import { setTimeout as delay } from 'node:timers/promises';
import { pace } from '../pace.js';
import type { Generation } from './generations.js';
import { damaged } from './kafkajs/produce-request.js';

/** The setting of a topic by which its brokers refuse all records: no batch is so small. */
const sizeSetting = 'max.message.bytes';
export const sealedBytes = 0;

/** Whether the brokers have refused records because of their size: the topic is sealed, or a record is too large. */
export function isSealed(error: unknown): boolean {
  return hasType(error, 'MESSAGE_TOO_LARGE');
}

function hasType(error: unknown, type: string): boolean {
  let reason = error;
  for (let depth = 0; reason instanceof Error && depth < depthMax; depth += 1) {
    if ((reason as { readonly type?: unknown }).type === type) return true;
    reason = reason.cause;
  }
  return false;
}

const depthMax = 5;

/**
 * Seals a topic, or lets it accept records of this size again. All other settings of the topic stay. The brokers learn it after
 * this call. Errors of kafkajs pass through.
 */
export async function setSeal(
  admin: Pick<Admin, 'alterConfigs' | 'describeConfigs'>,
  name: string,
  bytesMax: number,
): Promise<void> {
  const resource = { type: topicResource, name };
  const described = await admin.describeConfigs({
    includeSynonyms: false,
    resources: [resource],
  });
  const own = (described.resources[0]?.configEntries ?? []).filter(
    ({ configName, configSource }) =>
      Number(configSource) === setForTopic && configName !== sizeSetting,
  );
  const configEntries = [
    ...own.map(({ configName, configValue }) => ({ name: configName, value: configValue })),
    { name: sizeSetting, value: String(bytesMax) },
  ];
  await admin.alterConfigs({ validateOnly: false, resources: [{ ...resource, configEntries }] });
}

/** The kind of a resource that has settings (Kafka protocol, DescribeConfigs). */
const topicResource = 2;
/** The source of a setting that somebody has set for the topic (Kafka protocol, DescribeConfigs). */
const setForTopic = 1;

/**
 * Resolves when the leader of each partition refuses records because of their size. It sends batches with a wrong checksum, which no
 * broker stores: a leader looks at the size first (docs/adr/0081).
 *
 * @throws Error when a leader would still accept records after the limit; other errors of kafkajs
 */
export async function untilSealed(
  producer: Pick<Producer, 'send'>,
  { name }: Generation,
  partitions: readonly number[],
  limitMs: number = pace.generations.sealLimitMs,
): Promise<void> {
  const endMs = performance.now() + limitMs;
  for (const partition of partitions) {
    while (!(await refusesBySize(producer, name, partition))) {
      if (performance.now() > endMs) {
        throw new Error(`partition ${String(partition)} of ${name} still accepts records`);
      }
      await delay(pace.generations.sealedMs);
    }
  }
}

async function refusesBySize(
  producer: Pick<Producer, 'send'>,
  topic: string,
  partition: number,
): Promise<boolean> {
  const message = { value: '', partition, headers: { [damaged]: '' } };
  try {
    await producer.send({
      topic,
      acks: -1,
      compression: CompressionTypes.None,
      messages: [message],
    });
  } catch (error) {
    if (isSealed(error)) return true;
    if (hasType(error, 'CORRUPT_MESSAGE')) return false;
    throw error;
  }
  throw new Error(`the brokers have stored a batch with a wrong checksum in ${topic}`);
}
