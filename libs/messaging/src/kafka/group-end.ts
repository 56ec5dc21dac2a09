import type { CaughtUp, Consumer } from '../bus.js';
import { groupIn } from './generations.js';
import type { KnownGenerations } from './known-generations.js';
import type { SharedAdmin } from './shared-admin.js';
import { topicEnds } from './topic-admin.js';

interface Brokers {
  readonly admin: Pick<SharedAdmin, 'use'>;
  readonly generations: Pick<KnownGenerations, 'look' | 'of'>;
}

/** By the name of a generation: the end of each partition that has had a record. */
type NotedEnds = ReadonlyMap<string, ReadonlyMap<number, bigint>>;

/**
 * Notes where the partitions of all generations of a topic end now. The group has handled everything before these ends once it
 * has committed offsets that are not less. An offset is committed behind its effects, whichever process has the partition. A
 * generation that is dropped later was read to its end. Both reject with errors of kafkajs.
 */
export async function noteGroupEnd(
  { admin, generations }: Brokers,
  { topic, group }: Pick<Consumer, 'topic' | 'group'>,
): Promise<CaughtUp> {
  // The messages may be in a generation that is newer than the last look.
  await generations.look();
  const noted = await admin.use(async (connected): Promise<NotedEnds> => {
    const all = new Map<string, ReadonlyMap<number, bigint>>();
    for (const { name } of generations.of(topic)) {
      const filled = (await topicEnds(connected, name)).filter(({ high }) => high > 0n);
      all.set(name, new Map(filled.map(({ partition, high }) => [partition, high])));
    }
    return all;
  });
  let isCaughtUp = false;
  return async () => {
    isCaughtUp ||= await admin.use(async (connected) => {
      for (const generation of generations.of(topic)) {
        const ends = noted.get(generation.name) ?? new Map<number, bigint>();
        if (ends.size === 0) continue;
        const groupId = groupIn(generation, group);
        const [known] = await connected.fetchOffsets({ groupId, topics: [generation.name] });
        const committed = new Map(known?.partitions.map((one) => [one.partition, one.offset]));
        const isBehind = ([partition, end]: readonly [number, bigint]) =>
          BigInt(committed.get(partition) ?? -1) < end;
        if ([...ends].some(isBehind)) return false;
      }
      return true;
    });
    return isCaughtUp;
  };
}
