import type { Admin } from 'kafkajs';
import { topics } from '@nordgate/contracts/topics';
import type { Log } from '@nordgate/telemetry';
import { generationNamed } from './generations.js';
import type { Generation } from './generations.js';
import { kafkaClient } from './kafka-settings.js';
import type { KafkaSettings } from './kafka-settings.js';
import { setOffsets } from './set-offsets.js';
import { topicEnds } from './topic-admin.js';

/** What a group would read again of a topic when it goes back to a time. */
export interface GroupRewind {
  readonly group: string;
  /** A generation of a topic, by its name for the brokers. */
  readonly topic: string;
  /** Members that are connected: the offsets of such a group cannot be set. */
  readonly members: number;
  /** Messages that were handled and would be read again. */
  readonly again: number;
  /** The offset to go to in each partition. */
  readonly offsets: readonly { readonly partition: number; readonly offset: string }[];
}

interface RewindOptions {
  readonly settings: KafkaSettings;
  readonly log: Log;
}

interface Back {
  /** The service whose groups are meant: `<service>` reads its commands, `<service>.<purpose>` reads events. */
  readonly service: string;
  /** Messages that were sent at this time or later are read again. */
  readonly to: Date;
}

/**
 * What the groups of a service would read again. Changes nothing. Partitions without a committed offset are left
 * out, as their group starts at the first message; no group is moved forward.
 */
export function rewindsOf(options: RewindOptions, back: Back): Promise<GroupRewind[]> {
  return withAdmin(options, async (admin) => {
    const { groups: listed } = await admin.listGroups();
    const names = listed
      .map(({ groupId }) => groupId)
      .filter((group) => group === back.service || group.startsWith(`${back.service}.`))
      .sort();
    if (names.length === 0) return [];
    const { groups } = await admin.describeGroups(names);
    const members = new Map(groups.map((group) => [group.groupId, group.members.length]));
    const rewinds: GroupRewind[] = [];
    for (const group of names) {
      for (const { topic, partitions } of await admin.fetchOffsets({ groupId: group })) {
        const generation = generationNamed(topic);
        if (generation === undefined) continue;
        const found = await placesAt(admin, generation, back.to);
        const moved = movedBack(partitions, found);
        if (moved.offsets.length === 0) continue;
        rewinds.push({ group, topic, members: members.get(group) ?? 0, ...moved });
      }
    }
    return rewinds;
  });
}

/**
 * Sets the offsets of groups, so that they read messages again.
 *
 * @throws Error when a group has members
 */
export async function rewind(
  { settings, log }: RewindOptions,
  rewinds: readonly GroupRewind[],
): Promise<void> {
  const kafka = kafkaClient(settings, log);
  for (const { group, topic, offsets } of rewinds) {
    await setOffsets(kafka, { group, topic, partitions: offsets });
  }
}

/**
 * The offsets of the first records that were sent at a time or later. Before the first record that a topic of events has,
 * there may be more of them, which it has dropped: the offset before it lets the group read the history
 * (partition-start.ts).
 */
async function placesAt(
  admin: Admin,
  { topic: of, name: topic }: Generation,
  time: Date,
): Promise<readonly Place[]> {
  const found = await admin.fetchTopicOffsetsByTimestamp(topic, time.getTime());
  if (topics[of].carries !== 'events') return found;
  const ends = await topicEnds(admin, topic);
  const firstOf = new Map(ends.map(({ partition, low }) => [partition, low]));
  return found.map(({ partition, offset }) => {
    const isFirst = BigInt(offset) > 0n && BigInt(offset) === firstOf.get(partition);
    return { partition, offset: isFirst ? String(BigInt(offset) - 1n) : offset };
  });
}

interface Place {
  readonly partition: number;
  readonly offset: string;
}

/** The partitions in which an offset lies before the committed one, and by how much. */
function movedBack(
  committed: readonly Place[],
  found: readonly Place[],
): Pick<GroupRewind, 'again' | 'offsets'> {
  const targets = new Map(found.map(({ partition, offset }) => [partition, BigInt(offset)]));
  let again = 0n;
  const offsets: Place[] = [];
  for (const { partition, offset } of committed) {
    const now = BigInt(offset);
    const target = targets.get(partition);
    if (target === undefined || target >= now) continue;
    again += now - target;
    offsets.push({ partition, offset: String(target) });
  }
  return { again: Number(again), offsets };
}

async function withAdmin<Result>(
  { settings, log }: RewindOptions,
  act: (admin: Admin) => Promise<Result>,
): Promise<Result> {
  const admin = kafkaClient(settings, log).admin();
  await admin.connect();
  try {
    return await act(admin);
  } finally {
    await admin.disconnect();
  }
}
