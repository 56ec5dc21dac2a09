import type { Admin } from 'kafkajs';
import type { TopicName } from '@nordgate/contracts/topics';
import { groupIn } from './generations.js';
import type { Generation } from './generations.js';
import { topicEnds } from './topic-admin.js';

/** What records are dropped with. */
export type DroppingAdmin = Pick<
  Admin,
  'deleteTopicRecords' | 'fetchOffsets' | 'fetchTopicOffsets' | 'fetchTopicOffsetsByTimestamp'
>;

/** Which records of a topic end. */
export interface EndedRecords {
  readonly topic: TopicName;
  /** Records that were written earlier end. */
  readonly before: Date;
  /** The only group that reads the topic. A record that it has not handled stays. */
  readonly group?: string;
}

/**
 * Lets a generation of a topic drop its ended records. The brokers delete the files of a partition when all of their records are dropped.
 * Errors of kafkajs pass through.
 *
 * @returns how many records were dropped
 */
export async function dropRecords(
  admin: DroppingAdmin,
  generation: Generation,
  { before, group }: Omit<EndedRecords, 'topic'>,
): Promise<number> {
  const { name: topic } = generation;
  const ends = await topicEnds(admin, topic);
  const reader = group === undefined ? undefined : groupIn(generation, group);
  const handled = reader === undefined ? undefined : await handledBy(admin, reader, topic);
  const found = await admin.fetchTopicOffsetsByTimestamp(topic, before.getTime());
  const partitions: { partition: number; offset: string }[] = [];
  let dropped = 0n;
  for (const { partition, low, high } of ends) {
    const young = BigInt(found.find((one) => one.partition === partition)?.offset ?? low);
    const limits = [young, high, ...(handled === undefined ? [] : [handled.get(partition) ?? low])];
    const offset = limits.reduce((least, one) => (one < least ? one : least));
    if (offset <= low) continue;
    partitions.push({ partition, offset: String(offset) });
    dropped += offset - low;
  }
  if (partitions.length > 0) await admin.deleteTopicRecords({ topic, partitions });
  return Number(dropped);
}

/** The next record for the group, by partition; a partition without an offset is left out. */
async function handledBy(
  admin: DroppingAdmin,
  groupId: string,
  topic: string,
): Promise<ReadonlyMap<number, bigint>> {
  const [known] = await admin.fetchOffsets({ groupId, topics: [topic] });
  const committed = (known?.partitions ?? []).filter(({ offset }) => BigInt(offset) >= 0n);
  return new Map(committed.map(({ partition, offset }) => [partition, BigInt(offset)]));
}
