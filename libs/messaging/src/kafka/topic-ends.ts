import { setTimeout as pause } from 'node:timers/promises';
import type { Admin } from 'kafkajs';
import type { TopicName } from '@nordgate/contracts/topics';

/** A partition's first offset and the one behind its last record. */
export interface PartitionEnds {
  readonly partition: number;
  readonly low: bigint;
  readonly high: bigint;
}

const attemptsMax = 20;
const againMs = 250;

/** Where the partitions of a topic begin and end. Waits out a leader that is still being chosen. */
export async function topicEnds(admin: Admin, topic: TopicName): Promise<PartitionEnds[]> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const offsets = await admin.fetchTopicOffsets(topic);
      return offsets.map(({ partition, low, high }) => ({
        partition,
        low: BigInt(low),
        high: BigInt(high),
      }));
    } catch (error) {
      const { retriable } = error as { readonly retriable?: boolean };
      if (retriable !== true || attempt === attemptsMax) throw error;
      await pause(againMs);
    }
  }
}
