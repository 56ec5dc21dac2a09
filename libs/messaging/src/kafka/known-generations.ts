import { setTimeout as delay } from 'node:timers/promises';
import type { Admin } from 'kafkajs';
import type { TopicName } from '@nordgate/contracts/topics';
import type { Log } from '@nordgate/telemetry';
import { pace, retryDelayMs } from '../pace.js';
import { firstGeneration, generationNamed, generationsAmong } from './generations.js';
import type { Generation } from './generations.js';
import type { KafkaSettings } from './kafka-settings.js';
import { isPermanentAuthenticationError } from './permanent-error.js';
import { topicEnds } from './topic-admin.js';

/** A topic has another number of partitions than its keys are placed over. */
export class TopicPartitionsError extends Error {
  override readonly name = 'TopicPartitionsError';
}

type LookingAdmin = Pick<Admin, 'fetchTopicMetadata' | 'fetchTopicOffsets'>;

interface KnownGenerationsOptions {
  readonly settings: Pick<KafkaSettings, 'topicPartitions'>;
  readonly use: <T>(act: (admin: LookingAdmin) => Promise<T>) => Promise<T>;
  readonly log: Log;
  readonly onError: (error: unknown) => void;
  /** Between two looks at the brokers. Default `pace.generations.lookMs`. */
  readonly lookMs?: number | undefined;
}

/** The generations of the topics of the bank, as a process has last seen them at the brokers, and to which of them it writes. */
export class KnownGenerations {
  private names: readonly string[] | undefined;
  private faults: ReadonlyMap<string, string> = new Map();
  /** By topic: the generation that has accepted the last records. */
  private readonly accepting = new Map<TopicName, Generation>();
  private readonly listeners = new Set<() => void>();
  private readonly stopping = new AbortController();
  private looking: Promise<void> | undefined;
  private watching = false;
  private changed = 0;

  constructor(private readonly options: KnownGenerationsOptions) {}

  /**
   * Resolves when the brokers have been asked once. Tries again until then.
   *
   * @throws the reason of a stop, and a permanent authentication error
   */
  async known(): Promise<void> {
    for (let failures = 0; this.names === undefined; failures += 1) {
      this.stopping.signal.throwIfAborted();
      try {
        await this.firstLook();
      } catch (error) {
        if (isPermanentAuthenticationError(error)) throw error;
        this.options.onError(error);
        await delay(retryDelayMs(failures), undefined, {
          signal: this.stopping.signal,
          ref: false,
        });
      }
    }
  }

  /** Asks the brokers, unless they have answered before. Errors of kafkajs pass through. */
  async firstLook(): Promise<void> {
    if (this.names === undefined) await this.look();
    this.watch();
  }

  /** Asks the brokers which generations there are. Errors of kafkajs pass through. */
  look(): Promise<void> {
    this.looking ??= this.lookOnce().finally(() => (this.looking = undefined));
    return this.looking;
  }

  /** Called when there are other generations than before, until the returned function is called. */
  onChange(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** How often there were other generations than before. A client of kafkajs that knew those has to be replaced. */
  get changes(): number {
    return this.changed;
  }

  /** The generations of a topic, the oldest one first. A topic that the brokers do not show has its first one. */
  of(topic: TopicName): readonly Generation[] {
    const found = generationsAmong(this.names ?? [], topic, this.options.settings);
    return found.length > 0 ? found : [firstGeneration(topic, this.options.settings)];
  }

  /**
   * Where to send records of a topic: to the generation that accepted the last ones, or to the newest one.
   *
   * @throws TopicPartitionsError when its keys would be in other partitions than before
   */
  writing(topic: TopicName): Generation {
    const all = this.of(topic);
    const last = this.accepting.get(topic);
    const newest = all.at(-1) ?? firstGeneration(topic, this.options.settings);
    const chosen = all.find(({ name }) => name === last?.name) ?? newest;
    this.requireUsable(chosen);
    return chosen;
  }

  /** Where to try after a refusal: from the newest generation to the one that accepted the last records. */
  candidates(topic: TopicName): readonly Generation[] {
    const all = this.of(topic);
    const last = all.findIndex(({ name }) => name === this.accepting.get(topic)?.name);
    return all.slice(Math.max(last, 0)).reverse();
  }

  /** Records of a generation were acknowledged. */
  accepted(generation: Generation): void {
    this.accepting.set(generation.topic, generation);
  }

  /** Rejects with TopicPartitionsError when a topic does not have its number of partitions. */
  requireAllUsable(): Promise<void> {
    const [first] = this.faults.values();
    if (first === undefined) return Promise.resolve();
    return Promise.reject(new TopicPartitionsError(first));
  }

  stop(): void {
    this.stopping.abort(new Error('the bus is closed'));
    this.listeners.clear();
  }

  private requireUsable({ name }: Generation): void {
    const fault = this.faults.get(name);
    if (fault !== undefined) throw new TopicPartitionsError(fault);
  }

  private async lookOnce(): Promise<void> {
    const { settings, use } = this.options;
    const { names, faults } = await use(async (admin) => {
      const { topics: found } = await admin.fetchTopicMetadata();
      const counts = new Map(found.map(({ name, partitions }) => [name, partitions.length]));
      const all = [...counts.keys()]
        .map((name) => generationNamed(name, settings))
        .filter((one) => one !== undefined);
      const faults = new Map<string, string>();
      for (const generation of all) {
        const there = counts.get(generation.name) ?? generation.partitions;
        const fault = await faultOf(admin, generation, there);
        if (fault !== undefined) faults.set(generation.name, fault);
      }
      return { names: all.map(({ name }) => name), faults };
    });
    this.report(faults);
    this.faults = faults;
    const before = this.names;
    this.names = names;
    const isSame = before?.length === names.length && names.every((name) => before.includes(name));
    if (before === undefined || isSame) return;
    this.changed += 1;
    for (const listener of this.listeners) listener();
  }

  /** Each fault once, until it is another one. */
  private report(faults: ReadonlyMap<string, string>): void {
    for (const [topic, fault] of faults) {
      if (this.faults.get(topic) !== fault) this.options.log.error({ topic }, fault);
    }
  }

  private watch(): void {
    if (this.watching) return;
    this.watching = true;
    void this.lookAgain();
  }

  private async lookAgain(): Promise<void> {
    const { lookMs = pace.generations.lookMs, onError } = this.options;
    const { signal } = this.stopping;
    for (;;) {
      await delay(lookMs, undefined, { signal, ref: false }).catch(() => undefined);
      if (signal.aborted) return;
      await this.look().catch((error: unknown) => {
        if (!signal.aborted) onError(error);
      });
    }
  }
}

/**
 * Why keys may not be placed over the partitions of a generation. Partitions that somebody has added are empty: the key of no
 * record leads there.
 */
async function faultOf(
  admin: LookingAdmin,
  { name, partitions }: Generation,
  there: number,
): Promise<string | undefined> {
  if (there === partitions) return undefined;
  const counts = `${name} has ${String(there)} partitions in place of ${String(partitions)}`;
  const help = 'see docs/how-to/grow-a-topic.md';
  if (there < partitions) return `${counts}: ${help}`;
  const ends = await topicEnds(admin, name);
  const used = ends.filter(({ partition, high }) => partition >= partitions && high > 0n);
  if (used.length === 0) return undefined;
  return `${counts}, and there are records behind the first ${String(partitions)}: ${help}`;
}
