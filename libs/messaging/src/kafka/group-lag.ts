import { AssignerProtocol } from 'kafkajs';
import type { Admin, GroupDescription } from 'kafkajs';
import { topics } from '@nordgate/contracts/topics';
import type { Log } from '@nordgate/telemetry';
import { generationNamed } from './generations.js';
import type { Generation } from './generations.js';
import { kafkaClient } from './kafka-settings.js';
import type { KafkaSettings } from './kafka-settings.js';
import { topicEnds } from './topic-admin.js';

/** The lag of a consumer group on a topic. */
export interface GroupLag {
  readonly group: string;
  /** A generation of a topic, by its name for the brokers. */
  readonly topic: string;
  /** Messages that are not handled, or whose offsets are not committed yet. */
  readonly behind: number;
  /** False while the members do not read all partitions: the group rebalances or lost a member. */
  readonly isAssigned: boolean;
}

/**
 * The lag of every group that reads commands or events now, or has read them before. Readers of
 * replies commit no offsets.
 */
export async function groupLag(options: {
  readonly settings: KafkaSettings;
  readonly log: Log;
}): Promise<GroupLag[]> {
  const admin = kafkaClient(options.settings, options.log).admin();
  await admin.connect();
  try {
    const listed = (await admin.listGroups()).groups.map(({ groupId }) => groupId);
    if (listed.length === 0) return [];
    const { groups } = await admin.describeGroups(listed);
    const ends = new Map<string, ReadonlyMap<number, bigint>>();
    for (const { name: topic } of await withOffsets(admin)) {
      const partitions = await topicEnds(admin, topic);
      ends.set(topic, new Map(partitions.map(({ partition, high }) => [partition, high])));
    }
    const lags: GroupLag[] = [];
    for (const group of groups) lags.push(...(await lagsOf(admin, group, ends)));
    return lags;
  } finally {
    await admin.disconnect();
  }
}

async function withOffsets(admin: Admin): Promise<readonly Generation[]> {
  return (await admin.listTopics())
    .map((name) => generationNamed(name))
    .filter((one) => one !== undefined)
    .filter(({ topic }) => topics[topic].carries !== 'replies');
}

/** The end of each partition, by the name of the topic. */
export type Ends = ReadonlyMap<string, ReadonlyMap<number, bigint>>;

/** The lags of one group. Errors of kafkajs pass through. */
export async function lagsOf(
  admin: Admin,
  group: GroupDescription,
  ends: Ends,
): Promise<GroupLag[]> {
  const { groupId } = group;
  const assigned = assignedIn(group);
  const committed = new Map(
    (await admin.fetchOffsets({ groupId })).map(({ topic, partitions }) => [topic, partitions]),
  );
  return [...ends].flatMap(([topic, high]) => {
    const mine = assigned.get(topic) ?? new Set();
    const known = committed.get(topic);
    if (mine.size === 0 && known === undefined) return [];
    const offsets = new Map(known?.map(({ partition, offset }) => [partition, BigInt(offset)]));
    let behind = 0n;
    for (const [partition, end] of high) {
      const offset = offsets.get(partition) ?? 0n;
      behind += end - (offset < 0n ? 0n : offset);
    }
    const isAssigned = mine.size === high.size;
    return [{ group: groupId, topic, behind: Number(behind), isAssigned }];
  });
}

/** The partitions that the members of a group read, by topic. */
function assignedIn({ members, state }: GroupDescription): Map<string, Set<number>> {
  const all = new Map<string, Set<number>>();
  if (state !== 'Stable') return all;
  for (const { memberAssignment } of members) {
    const assignment = AssignerProtocol.MemberAssignment.decode(memberAssignment)?.assignment ?? {};
    for (const [topic, partitions] of Object.entries(assignment)) {
      const read = all.get(topic) ?? new Set();
      for (const partition of partitions) read.add(partition);
      all.set(topic, read);
    }
  }
  return all;
}
