import { setTimeout as delay } from 'node:timers/promises';
import type { Admin, Producer } from 'kafkajs';
import { partitionsMax, topics } from '@nordgate/contracts/topics';
import type { TopicName } from '@nordgate/contracts/topics';
import type { Log } from '@nordgate/telemetry';
import { pace } from '../pace.js';
import { isDrained } from './drain-gate.js';
import { canGrow, generationsAmong, groupIn } from './generations.js';
import type { Generation } from './generations.js';
import { lagsOf } from './group-lag.js';
import type { Ends, GroupLag } from './group-lag.js';
import type { KafkaSettings } from './kafka-settings.js';
import { topicEnds } from './topic-admin.js';
import type { PartitionEnds } from './topic-admin.js';
import { sealedBytes, setSeal, untilSealed } from './topic-seal.js';

/** A step that would break the order of a stream, or lose records. Nothing was changed. */
export class GrowthRefusedError extends Error {
  override readonly name = 'GrowthRefusedError';
}

/** Where a topic grows. */
export interface GrowthOptions {
  readonly settings: KafkaSettings;
  readonly log: Log;
  /** How long the readers of the new generation may take to join. Default `pace.generations.readersLimitMs`. */
  readonly readersLimitMs?: number;
}

/** A generation of a topic, as the brokers have it. */
export interface GenerationState extends Generation {
  readonly records: number;
  /** The groups that read it, or have read it. */
  readonly groups: readonly GroupLag[];
}

/** What the brokers know of generations, and how they are sealed. */
export class GenerationSurvey {
  constructor(
    readonly admin: Admin,
    private readonly producer: Producer,
    private readonly options: GrowthOptions,
  ) {}

  readonly generationsOf = async (topic: TopicName): Promise<readonly Generation[]> =>
    generationsAmong(await this.admin.listTopics(), topic, this.options.settings);

  /**
   * @returns the newest generation of a topic that may get this one, or that is this one
   * @throws GrowthRefusedError when it may not
   */
  async growing(topic: TopicName, next: Generation): Promise<Generation> {
    if (!canGrow(topic)) throw new GrowthRefusedError(`${topic} keeps its number of partitions`);
    const all = await this.generationsOf(topic);
    const newest = all.at(-1);
    if (newest === undefined) throw new GrowthRefusedError(`there is no topic ${topic}`);
    if (newest.name === next.name) return newest;
    if (next.partitions <= newest.partitions || next.partitions > partitionsMax) {
      const range = `${String(newest.partitions + 1)} to ${String(partitionsMax)}`;
      throw new GrowthRefusedError(`a new generation of ${topic} has ${range} partitions`);
    }
    if (all.length > 1 && (await this.everHad(newest)) === 0n) {
      throw new GrowthRefusedError(`${newest.name} is not in use yet: switch to it or cancel it`);
    }
    return newest;
  }

  async states(only?: TopicName): Promise<readonly GenerationState[]> {
    const generations: { readonly one: Generation; readonly ends: readonly PartitionEnds[] }[] = [];
    for (const topic of Object.keys(topics) as TopicName[]) {
      if (!canGrow(topic) || (only !== undefined && topic !== only)) continue;
      for (const one of await this.generationsOf(topic)) {
        generations.push({ one, ends: await topicEnds(this.admin, one.name) });
      }
    }
    const highs = new Map(
      generations.map(({ one, ends }) => [
        one.name,
        new Map(ends.map(({ partition, high }) => [partition, high])),
      ]),
    );
    const lags = await this.lags(highs);
    return generations.map(({ one, ends }) => ({
      ...one,
      records: ends.reduce((sum, { low, high }) => sum + Number(high - low), 0),
      groups: lags.filter(({ topic }) => topic === one.name),
    }));
  }

  private async lags(ends: Ends): Promise<readonly GroupLag[]> {
    const { groups: listed } = await this.admin.listGroups();
    if (listed.length === 0) return [];
    const { groups } = await this.admin.describeGroups(listed.map(({ groupId }) => groupId));
    const lags: GroupLag[] = [];
    for (const group of groups) lags.push(...(await lagsOf(this.admin, group, ends)));
    return lags;
  }

  async lastTwo(topic: TopicName): Promise<readonly [older: Generation, newest: Generation]> {
    const [older, newest] = (await this.generationsOf(topic)).slice(-2);
    if (older !== undefined && newest !== undefined) return [older, newest];
    throw new GrowthRefusedError(`${topic} has one generation: create the next one first`);
  }

  /** Every record that the generation has had, also those that were dropped. */
  async everHad({ name }: Generation): Promise<bigint> {
    const ends = await topicEnds(this.admin, name);
    return ends.reduce((sum, { high }) => sum + high, 0n);
  }

  async requireUnused(generation: Generation): Promise<void> {
    const records = await this.everHad(generation);
    if (records === 0n) return;
    throw new GrowthRefusedError(`${generation.name} has had ${String(records)} records`);
  }

  /** Members join a new generation when they look for it the next time. */
  async requireReaders(older: Generation, newest: Generation): Promise<void> {
    const { readersLimitMs = pace.generations.readersLimitMs } = this.options;
    const endMs = performance.now() + readersLimitMs;
    for (;;) {
      const missing = await this.missingReaders(older, newest);
      if (missing.length === 0) return;
      if (performance.now() > endMs) {
        const who = missing.join(', ');
        throw new GrowthRefusedError(`${newest.name} is not read by ${who}: is every replica up?`);
      }
      await delay(pace.generations.drainMs);
    }
  }

  private async missingReaders(older: Generation, newest: Generation): Promise<string[]> {
    const states = await this.states(older.topic);
    const groupsOf = ({ name }: Generation) =>
      states.find((state) => state.name === name)?.groups ?? [];
    if (groupsOf(older).length === 0) return [`any group of ${older.name}`];
    const reading = groupsOf(newest).filter(({ isAssigned }) => isAssigned);
    return groupsOf(older)
      .map(({ group }) => groupIn(newest, plainGroup(group, older)))
      .filter((name) => !reading.some(({ group }) => group === name));
  }

  async requireDrained(group: string, oldest: Generation, next: Generation): Promise<void> {
    const plain = plainGroup(group, oldest);
    if (!(await isDrained(this.admin, oldest, plain))) {
      throw new GrowthRefusedError(`${group} has not handled everything of ${oldest.name}`);
    }
    const groupId = groupIn(next, plain);
    const [known] = await this.admin.fetchOffsets({ groupId, topics: [next.name] });
    const begun = known?.partitions.filter(({ offset }) => BigInt(offset) >= 0n) ?? [];
    if (begun.length < next.partitions) {
      throw new GrowthRefusedError(`${groupId} has not begun in every partition of ${next.name}`);
    }
  }

  async seal(generation: Generation): Promise<void> {
    await setSeal(this.admin, generation.name, sealedBytes);
    const ends = await topicEnds(this.admin, generation.name);
    const partitions = ends.map(({ partition }) => partition);
    await untilSealed(this.producer, generation, partitions);
  }
}

/** The group of the topic that reads a generation with this group. */
function plainGroup(group: string, generation: Generation): string {
  const suffix = groupIn(generation, '');
  return suffix.length > 0 && group.endsWith(suffix) ? group.slice(0, -suffix.length) : group;
}
