import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { SliceQueue } from '@nordgate/messaging';
import type { Consumer, Delivery, ReceivedMessage } from '@nordgate/messaging';
import type { Faults } from '../clock/faults.js';
import type { Broker, Member } from './broker.js';

const fetchMax = 50;
const fetchMsMax = 8;
const lateMsMax = 4000;
const slowMs = 4000;
const rebalanceMsMax = 40;
const heartbeatMs = 2500;

export interface MemberOptions {
  readonly broker: Broker;
  readonly consumer: Consumer;
  readonly faults: Faults;
  readonly onError: (error: unknown) => void;
}

/**
 * A member of a consumer group on the model of Kafka. As in production all its partitions share one slice queue, and an
 * offset is committed once everything before it is handled.
 */
export class GroupMember implements Member {
  readonly #slices: SliceQueue;
  readonly #readers = new Map<number, PartitionReader>();
  readonly #standing: Standing = { isEvicted: false };
  /** Messages of other processes wake this one: what it does then is its own work. */
  readonly #asOwner = AsyncLocalStorage.snapshot();
  #isStopped = false;

  constructor(private readonly options: MemberOptions) {
    const { consumer, faults, onError } = options;
    const handle: Consumer['handle'] = async (slice) => {
      if (faults.happens('slow consumer', consumer.group)) await delay(slowMs);
      await consumer.handle(slice);
    };
    this.#slices = new SliceQueue({ ...consumer, handle }, onError);
  }

  join(): void {
    const { broker, consumer } = this.options;
    broker.join(consumer.group, consumer.topic, this);
  }

  /** The messages in flight of the partitions of before are repeated, to this member or another one. */
  readonly assign = (partitions: readonly number[]): void => {
    for (const reader of this.#readers.values()) reader.cancel();
    this.#readers.clear();
    if (this.#isStopped) return;
    for (const partition of partitions) {
      const reader = new PartitionReader(partition, this.options, this.#slices, this.#standing);
      this.#readers.set(partition, reader);
      this.#asOwner(() => reader.wake());
    }
  };

  readonly wake = (partition: number): void =>
    this.#asOwner(() => this.#readers.get(partition)?.wake());

  /** Finishes the slice in flight, commits, and leaves the group. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#slices.stop();
    this.leave();
  }

  /**
   * The group goes on without the member, which has been silent for too long. It handles what it has, and cannot commit. With its next
   * heartbeat it hears of that, and joins again.
   */
  evict(): void {
    if (this.#standing.isEvicted) return;
    const { broker, consumer } = this.options;
    this.#standing.isEvicted = true;
    broker.leave(consumer.group, consumer.topic, this);
    this.#asOwner(() => setTimeout(() => this.#joinAgain(), heartbeatMs));
  }

  #joinAgain(): void {
    if (this.#isStopped) return;
    this.#standing.isEvicted = false;
    this.join();
  }

  /** Leaves the group without a word, as a process that has ended. */
  leave(): void {
    this.#isStopped = true;
    const { broker, consumer } = this.options;
    for (const reader of this.#readers.values()) reader.cancel();
    broker.leave(consumer.group, consumer.topic, this);
  }
}

/** Whether the broker takes a member for dead. */
interface Standing {
  isEvicted: boolean;
}

/** Reads one partition from the committed offset on, until it is cancelled. */
class PartitionReader {
  #isCancelled = false;
  #isReading = false;
  #isWoken = false;
  #position: number;
  #delivery: PartitionDelivery | undefined;

  constructor(
    private readonly partition: number,
    private readonly options: MemberOptions,
    private readonly slices: SliceQueue,
    private readonly standing: Standing,
  ) {
    const { broker, consumer } = options;
    this.#position = broker.committed(consumer.group, consumer.topic, partition);
  }

  cancel(): void {
    this.#isCancelled = true;
    if (this.#delivery !== undefined) this.#delivery.cancelled = true;
  }

  wake(): void {
    this.#isWoken = true;
    if (this.#isReading) return;
    this.#isReading = true;
    void this.#readAll();
  }

  async #readAll(): Promise<void> {
    const { broker, consumer, faults } = this.options;
    while (this.#isWoken && !this.#isCancelled) {
      this.#isWoken = false;
      const isLate = faults.happens('message late', consumer.group);
      await delay(faults.latencyMs(isLate ? lateMsMax : fetchMsMax));
      if (this.#isCancelled) return;
      const { topic } = consumer;
      const records = broker.read(topic, this.partition, this.#position, fetchMax);
      if (records.length === 0) continue;
      this.#isWoken = true;
      if (!(await this.#handled(records.filter(isWantedBy(consumer))))) return;
      this.#position += records.length;
      this.#commit();
    }
    // No await after the last look: a wake-up in between would be lost.
    this.#isReading = false;
  }

  /** Answers false when the messages belong to another member now, or the queue has stopped. */
  async #handled(records: readonly ReceivedMessage[]): Promise<boolean> {
    if (records.length === 0) return !this.#isCancelled;
    const delivery = new PartitionDelivery(records.length);
    this.#delivery = delivery;
    for (const record of records) this.slices.push(record, delivery);
    this.#maybeRebalance();
    return (await delivery.done) && !this.#isCancelled;
  }

  #commit(): void {
    const { broker, consumer, faults } = this.options;
    const { group, topic } = consumer;
    // The broker refuses the offsets of a member that it takes for dead.
    if (this.standing.isEvicted) return;
    broker.reached(group, topic, this.partition, this.#position);
    // The next commit of the partition covers a lost one; a rebalance before that repeats the messages.
    if (faults.happens('offset commit lost', group)) return;
    broker.commit(group, topic, this.partition, this.#position);
  }

  /** While a slice is in flight: the messages are read again before their offset is committed. */
  #maybeRebalance(): void {
    const { broker, consumer, faults } = this.options;
    const { group, topic } = consumer;
    if (!faults.happens('rebalance', group)) return;
    void delay(faults.latencyMs(rebalanceMsMax)).then(() => broker.rebalance(group, topic));
  }
}

function isWantedBy({ eventTypes }: Consumer): (message: ReceivedMessage) => boolean {
  return ({ headers }) => eventTypes === undefined || eventTypes.includes(headers['ce_type'] ?? '');
}

/** The messages that one fetch brought, while they are handled. */
class PartitionDelivery implements Delivery {
  cancelled = false;
  #open: number;
  readonly #settled = Promise.withResolvers<boolean>();

  constructor(count: number) {
    this.#open = count;
  }

  /** True when all are handled, false when the queue has stopped before. */
  get done(): Promise<boolean> {
    return this.#settled.promise;
  }

  handled(): void {
    this.#open -= 1;
    if (this.#open === 0) this.#settled.resolve(true);
  }

  failed(): void {
    // The queue tries the slice again.
  }

  dropped(): void {
    this.#settled.resolve(false);
  }
}
