import { topics } from '@nordgate/contracts/topics';
import type { TopicName } from '@nordgate/contracts/topics';
import type { Message, ReceivedMessage, Reply } from '@nordgate/messaging';

/** Places a key as the model of Kafka does: the same key always has the same partition. */
function partitionOf(key: string, count: number): number {
  let hash = 7;
  for (let i = 0; i < key.length; i += 1) hash = (Math.imul(hash, 31) + key.charCodeAt(i)) >>> 0;
  return hash % count;
}

/** Few: a simulated bank has few messages, and each partition of a group is looked after. */
const partitionsMax = 3;

/** A member of a group, as the broker knows it. */
export interface Member {
  /** The partitions that it reads from now on, each from the committed offset. */
  readonly assign: (partitions: readonly number[]) => void;
  /** Something was appended to a partition. */
  readonly wake: (partition: number) => void;
}

interface Group {
  readonly topic: TopicName;
  readonly members: Member[];
  /** By partition: the next offset to read. */
  readonly committed: number[];
  /** By partition: everything before this offset is handled. A commit that was lost does not show it. */
  readonly handled: number[];
}

/**
 * A model of a Kafka cluster that never fails: logs of records, groups with committed offsets, members that share the
 * partitions. All faults are between a process and this model.
 */
export class Broker {
  readonly #logs = new Map<TopicName, ReceivedMessage[][]>();
  readonly #groups = new Map<string, Group>();
  readonly #receivers = new Map<string, (reply: Reply) => void>();
  #addresses = 0;

  /** Appends messages in their order. They are durable from here on. */
  append(topic: TopicName, messages: readonly Message[]): void {
    const log = this.#log(topic);
    const touched = new Set<number>();
    for (const message of messages) {
      const partition = partitionOf(message.key, log.length);
      const records = log[partition] ?? [];
      records.push({ ...message, partition, offset: String(records.length) });
      touched.add(partition);
    }
    for (const group of this.#groups.values()) {
      if (group.topic !== topic) continue;
      for (const member of group.members) for (const one of touched) member.wake(one);
    }
  }

  /** The records of a partition from an offset on. */
  read(topic: TopicName, partition: number, from: number, limit: number): ReceivedMessage[] {
    return this.#log(topic)[partition]?.slice(from, from + limit) ?? [];
  }

  /** All records of a topic, partition by partition. */
  recordsOf(topic: TopicName): ReceivedMessage[] {
    return this.#log(topic).flat();
  }

  /** Adds a member; the partitions of the group are shared again. */
  join(name: string, topic: TopicName, member: Member): void {
    this.#group(name, topic).members.push(member);
    this.rebalance(name, topic);
  }

  leave(name: string, topic: TopicName, member: Member): void {
    const { members } = this.#group(name, topic);
    const place = members.indexOf(member);
    if (place === -1) return;
    members.splice(place, 1);
    this.rebalance(name, topic);
  }

  /** Shares the partitions again: each is read again from its committed offset. */
  rebalance(name: string, topic: TopicName): void {
    const { members } = this.#group(name, topic);
    const partitions = this.#log(topic).map((_, partition) => partition);
    members.forEach((member, place) =>
      member.assign(partitions.filter((one) => one % members.length === place)),
    );
  }

  committed(name: string, topic: TopicName, partition: number): number {
    return this.#group(name, topic).committed[partition] ?? 0;
  }

  /** Moves the group's position. A member of before that commits late may set it back, as in Kafka. */
  commit(name: string, topic: TopicName, partition: number, offset: number): void {
    this.#group(name, topic).committed[partition] = offset;
  }

  /** The group has handled what is before this offset, whether or not it can commit it. */
  reached(name: string, topic: TopicName, partition: number, offset: number): void {
    const { handled } = this.#group(name, topic);
    handled[partition] = Math.max(handled[partition] ?? 0, offset);
  }

  /** Where the partitions of a topic end. */
  ends(topic: TopicName): readonly number[] {
    return this.#log(topic).map(({ length }) => length);
  }

  /** Whether a group has handled everything before these ends. */
  isPast(name: string, topic: TopicName, ends: readonly number[]): boolean {
    const { handled } = this.#group(name, topic);
    return ends.every((end, partition) => (handled[partition] ?? 0) >= end);
  }

  /** A cluster with the same records and positions, without members. */
  clone(): Broker {
    const other = new Broker();
    for (const [topic, log] of this.#logs) {
      other.#logs.set(
        topic,
        log.map((records) => [...records]),
      );
    }
    for (const [key, { topic, committed, handled }] of this.#groups) {
      const copied = { committed: [...committed], handled: [...handled] };
      other.#groups.set(key, { topic, members: [], ...copied });
    }
    return other;
  }

  /** All groups read again from their positions. */
  rebalanceAll(): void {
    for (const [key, { topic }] of this.#groups) this.rebalance(key.split(' of ')[0] ?? '', topic);
  }

  /** Messages that a group has not committed. */
  behind(): number {
    let count = 0;
    for (const [, { topic, committed }] of this.#groups) {
      this.#log(topic).forEach((records, partition) => {
        count += records.length - (committed[partition] ?? 0);
      });
    }
    return count;
  }

  /** A return address for replies. */
  receive(receiver: (reply: Reply) => void): string {
    const address = `instance-${String((this.#addresses += 1))}`;
    this.#receivers.set(address, receiver);
    return address;
  }

  forget(address: string): void {
    this.#receivers.delete(address);
  }

  reply(address: string, reply: Reply): void {
    this.#receivers.get(address)?.(reply);
  }

  #log(topic: TopicName): ReceivedMessage[][] {
    const known = this.#logs.get(topic);
    if (known !== undefined) return known;
    const count = Math.min(topics[topic].partitions, partitionsMax);
    const made = Array.from({ length: count }, (): ReceivedMessage[] => []);
    this.#logs.set(topic, made);
    return made;
  }

  #group(name: string, topic: TopicName): Group {
    const key = `${name} of ${topic}`;
    const known = this.#groups.get(key);
    if (known !== undefined) return known;
    const made = { topic, members: [], committed: [], handled: [] };
    this.#groups.set(key, made);
    return made;
  }
}
