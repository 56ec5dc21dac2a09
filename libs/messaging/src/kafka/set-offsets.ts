import type { Kafka } from 'kafkajs';
import { pace } from '../pace.js';
import { retried } from './retried.js';

interface NewOffsets {
  readonly group: string;
  readonly topic: string;
  readonly partitions: readonly { readonly partition: number; readonly offset: string }[];
}

/** The states of a group without members. */
const idle = ['Empty', 'Dead'];

/**
 * Sets the offsets of a group without members, as a member that commits them and leaves. kafkajs's own way waits five
 * seconds for records that it has asked nobody for.
 *
 * @throws Error when the group has members
 */
export function setOffsets(kafka: Pick<Kafka, 'consumer'>, offsets: NewOffsets): Promise<void> {
  return retried(() => setOnce(kafka, offsets));
}

async function setOnce(
  kafka: Pick<Kafka, 'consumer'>,
  { group, topic, partitions }: NewOffsets,
): Promise<void> {
  const consumer = kafka.consumer({ groupId: group, maxWaitTimeInMs: pace.inspection.fetchWaitMs });
  try {
    await consumer.connect();
    await consumer.subscribe({ topics: [topic], fromBeginning: true });
    const { state } = await consumer.describeGroup();
    if (!idle.includes(state)) {
      throw new Error(`the group ${group} has members: its state is ${state}`);
    }
    const joined = consumer.run({ autoCommit: false, eachBatch: () => Promise.resolve() });
    // It needs no records.
    consumer.pause([{ topic }]);
    await joined;
    await consumer.commitOffsets(partitions.map((one) => ({ topic, ...one })));
  } finally {
    await consumer.disconnect();
  }
}
