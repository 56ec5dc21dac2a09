import { setTimeout as delay } from 'node:timers/promises';
import type { Admin } from 'kafkajs';
import { measureRegularly } from '@nordgate/telemetry';
import { forgetLag, recordLag, secondsSince } from '../consumer-lag.js';
import type { ConsumerLag } from '../consumer-lag.js';
import { topicEnds } from './topic-admin.js';
import type { PartitionEnds } from './topic-admin.js';

/** A member of a consumer group of this process. */
export interface LaggingMember {
  /** The topic and the group by which the brokers know them. */
  readonly topic: string;
  readonly group: string;
  /** The partitions that it has; undefined before it has joined. */
  readonly assigned: () => readonly number[] | undefined;
  /** When the oldest message that it has fetched and not handled was made. */
  readonly oldestAtMs: () => number | undefined;
}

/** Longest wait for brokers that may be unavailable. */
const closeLimitMs = 1000;

/** What the lag is read from. */
export type LagAdmin = Pick<Admin, 'connect' | 'fetchOffsets' | 'fetchTopicOffsets' | 'disconnect'>;

/**
 * Measures the lag of the consumer groups of a process, each over the partitions that this process has. So the
 * sum over all processes is the lag of the group, and a group that no process reads has none: it is absent.
 */
export class MemberLags {
  private readonly members = new Map<LaggingMember, Map<number, SeenEnds>>();
  private measuring: { stop(): void } | undefined;
  private admin: LagAdmin | undefined;

  constructor(
    private readonly open: () => LagAdmin,
    private readonly everyMs?: number,
  ) {}

  /** Measures the member until the returned function is called. */
  add(member: LaggingMember): () => void {
    this.members.set(member, new Map());
    this.measuring ??= measureRegularly({
      measure: () => this.measureAll(),
      forget: () => [...this.members.keys()].forEach(forgetLag),
      ...(this.everyMs !== undefined && { everyMs: this.everyMs }),
    });
    return () => {
      this.members.delete(member);
      // Its topic may be gone: kafkajs asks for every topic that an admin client has asked for before.
      this.forgetTopics();
      forgetLag(member);
    };
  }

  private forgetTopics(): void {
    void this.admin?.disconnect().catch(() => undefined);
    this.admin = undefined;
  }

  async stop(): Promise<void> {
    this.measuring?.stop();
    const closed = this.admin?.disconnect().catch(() => undefined);
    await Promise.race([closed, delay(closeLimitMs, undefined, { ref: false })]);
  }

  /** One after the other: a kafkajs client keeps one set of metadata (`awaitLeaders`). */
  private async measureAll(): Promise<void> {
    const admin = (this.admin ??= this.open());
    await admin.connect();
    const ends = new TopicsEnds(admin);
    for (const [member, seen] of this.members) {
      const lag = await lagOf(admin, member, { seen, ends }).catch(() => undefined);
      if (!this.members.has(member)) continue;
      if (lag === undefined) forgetLag(member);
      else recordLag(member, lag);
    }
  }
}

/** The ends of topics in one measurement. Several groups of a process read the same topic. */
class TopicsEnds {
  private readonly known = new Map<string, Promise<PartitionEnds[]>>();

  constructor(private readonly admin: LagAdmin) {}

  of(topic: string): Promise<PartitionEnds[]> {
    const ends = this.known.get(topic) ?? topicEnds(this.admin, topic);
    this.known.set(topic, ends);
    return ends;
  }
}

/** Undefined before the member has joined its group. Throws errors of kafkajs. */
async function lagOf(
  admin: LagAdmin,
  member: LaggingMember,
  { seen, ends }: { readonly seen: Map<number, SeenEnds>; readonly ends: TopicsEnds },
): Promise<ConsumerLag | undefined> {
  const { topic, group: groupId } = member;
  const assigned = member.assigned();
  if (assigned === undefined) return undefined;
  const [committed] = await admin.fetchOffsets({ groupId, topics: [topic] });
  const partitions = await ends.of(topic);
  let messages = 0;
  let oldestAtMs = member.oldestAtMs() ?? Infinity;
  for (const { partition, low, high } of partitions.filter((one) =>
    assigned.includes(one.partition),
  )) {
    const known = committed?.partitions.find((one) => one.partition === partition);
    const position = BigInt(Math.max(Number(known?.offset ?? -1), Number(low)));
    // The ends may be those of a moment before the commit.
    messages += Math.max(Number(high - position), 0);
    const earlier = seen.get(partition) ?? new SeenEnds();
    seen.set(partition, earlier);
    oldestAtMs = Math.min(oldestAtMs, earlier.note(position, high, Date.now()) ?? Infinity);
  }
  return { messages, seconds: messages === 0 ? 0 : secondsSince(oldestAtMs) };
}

/**
 * The ends that a partition had at earlier measurements. A message that is not fetched has no known age, but a
 * message below an end is at least as old as the measurement that saw this end.
 */
export class SeenEnds {
  private marks: readonly { readonly end: bigint; readonly atMs: number }[] = [];

  /** When the oldest message that is not handled was there at the latest; undefined when there is none. */
  note(position: bigint, end: bigint, nowMs: number): number | undefined {
    const open = this.marks.filter((mark) => mark.end > position);
    const isNew = end > position && end > (open.at(-1)?.end ?? 0n);
    this.marks = isNew && open.length < marksMax ? [...open, { end, atMs: nowMs }] : open;
    return this.marks[0]?.atMs;
  }
}

/** An hour of measurements. While a partition stands still only the first one counts. */
const marksMax = 360;
