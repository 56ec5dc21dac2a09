import { setTimeout as delay } from 'node:timers/promises';
import { topics } from '@nordgate/contracts/topics';
import type { Log } from '@nordgate/telemetry';
import type { Consumer, ReceivedMessage } from '../bus.js';
import { header } from '../cloud-events.js';
import { pace, retryDelayMs } from '../pace.js';
import { HistoryBrokenError } from './event-history.js';
import type { EventHistory, HistoryPart, HistoryStart } from './event-history.js';
import { groupIn } from './generations.js';
import type { Generation } from './generations.js';
import { HistoryProgress } from './history-progress.js';
import type { PartitionOffset } from './group-progress.js';
import { keyPartition } from './kafkajs/key-partition.js';
import { placeOf, placeText, startOf } from './partition-start.js';
import type { PartitionPosition, StartTerms } from './partition-start.js';
import type { SharedAdmin } from './shared-admin.js';
import { topicEnds } from './topic-admin.js';

/** Records that a group has not read are gone, and it cannot read them elsewhere. */
export class PositionLostError extends Error {
  override readonly name = 'PositionLostError';
}

export interface PartitionStartsOptions {
  readonly consumer: Pick<Consumer, 'topic' | 'group' | 'eventTypes'>;
  readonly generation: Generation;
  /** Whether an older generation of the topic is there. */
  readonly isFollowing: () => boolean;
  /** Where the group reads events that its topic does not have any more. */
  readonly history?: EventHistory | undefined;
  readonly log: Log;
  readonly admin: Pick<SharedAdmin, 'use'>;
  /** Resolves when the effects of the messages are committed. Rejects when the signal aborts. */
  readonly deliver: (messages: readonly ReceivedMessage[], signal: AbortSignal) => Promise<void>;
  readonly commit: (offsets: readonly PartitionOffset[]) => Promise<void>;
  readonly fetching: {
    pause(partitions: readonly number[]): void;
    /** The next record to fetch. */
    seek(partition: number, offset: string): void;
    resume(partitions: readonly number[]): void;
  };
  readonly onError: (error: unknown) => void;
}

/** A partition whose history is read before its records. */
interface BehindPartition extends PartitionPosition {
  readonly from: HistoryStart;
}

/**
 * Decides where a member begins in each of its partitions, and reads the history of those whose first records are gone. The
 * member handles no record of a partition before. A member that takes a partition over goes on where the one before it was.
 */
export class PartitionStarts {
  private readonly opened = new Set<number>();
  private run = new AbortController();
  private decided = Promise.withResolvers<void>();
  private isDecided = false;
  private waiting: Error | undefined;

  constructor(private readonly options: PartitionStartsOptions) {}

  /** The member has these partitions from now on. `isPaused`: the member does not fetch before. */
  joined(assigned: readonly number[], { isPaused }: { readonly isPaused: boolean }): void {
    this.forget();
    if (isPaused) this.options.fetching.pause(assigned);
    void this.begin(assigned, this.run.signal);
  }

  /** The partitions may belong to another member now. */
  forget(): void {
    this.run.abort();
    this.run = new AbortController();
    this.opened.clear();
    this.decided.resolve();
    this.decided = Promise.withResolvers<void>();
    this.isDecided = false;
    this.waiting = undefined;
  }

  stop(): void {
    this.run.abort();
    this.decided.resolve();
  }

  /** Whether the member may handle records of the partition. Waits for the answer of the brokers, but not for the history. */
  async mayHandle(partition: number, limitMs: number): Promise<boolean> {
    if (this.opened.has(partition)) return true;
    await Promise.race([this.decided.promise, delay(limitMs, undefined, { ref: false })]);
    return this.opened.has(partition);
  }

  /** Why the member does not handle the records of all its partitions yet. */
  get waitsFor(): Error | undefined {
    return this.waiting;
  }

  private async begin(assigned: readonly number[], signal: AbortSignal): Promise<void> {
    for (let failures = 0; !signal.aborted; failures += 1) {
      const closed = assigned.filter((partition) => !this.opened.has(partition));
      try {
        await this.openAll(closed, signal);
        if (!signal.aborted) this.waiting = undefined;
        return;
      } catch (error) {
        if (signal.aborted) return;
        // Brokers that do not answer soon answer again: the group is no further behind than the brokers.
        if (this.isDecided)
          this.waiting = error instanceof Error ? error : new Error(String(error));
        this.options.onError(error);
        const delayMs = this.isDecided ? pace.history.retryMs : retryDelayMs(failures);
        await delay(delayMs, undefined, { signal, ref: false }).catch(() => undefined);
      }
    }
  }

  /** @throws PositionLostError when the group cannot go on in a partition; it goes on in the others */
  private async openAll(closed: readonly number[], signal: AbortSignal): Promise<void> {
    const { fetching, log } = this.options;
    const { topic, group } = this.place;
    const terms = this.terms();
    const behind: BehindPartition[] = [];
    const lost: string[] = [];
    const begun: PartitionPosition[] = [];
    const positions = await this.positions(closed);
    if (signal.aborted) return;
    for (const position of positions) {
      const { partition, low } = position;
      const start = startOf(position, terms);
      if (start.is === 'history') behind.push({ ...position, from: start.from });
      if (start.is === 'lost') lost.push(`partition ${String(partition)}: ${start.because}`);
      if (start.is === 'here') begun.push(position);
      if (start.is !== 'again') continue;
      log.warn({ topic, group, partition, because: start.because }, beginsAgain);
      fetching.seek(partition, String(low));
      this.open(partition);
    }
    await this.openHere(begun, signal);
    if (signal.aborted) return;
    const closedStill = closed.filter((partition) => !this.opened.has(partition));
    if (closedStill.length > 0) fetching.pause(closedStill);
    this.isDecided = true;
    this.decided.resolve();
    if (this.history !== undefined && behind.length > 0) {
      await this.catchUp(this.history, behind, signal);
    }
    if (lost.length > 0) throw new PositionLostError(`${eventsAreGone}: ${lost.join('; ')}`);
  }

  /** Where an older generation is there, the group notes its start: when that one is gone, it shows that nothing is missing. */
  private async openHere(begun: readonly PartitionPosition[], signal: AbortSignal): Promise<void> {
    const isNoted = this.options.isFollowing();
    const noted = begun.filter(({ committed }) => isNoted && committed === undefined);
    if (noted.length > 0) await this.options.commit(noted.map(firstOffset));
    if (signal.aborted) return;
    for (const { partition } of begun) this.open(partition);
  }

  /** The topic and the group by which the brokers know them. */
  private get place(): { readonly topic: string; readonly group: string } {
    const { consumer, generation } = this.options;
    return { topic: generation.name, group: groupIn(generation, consumer.group) };
  }

  private terms(): StartTerms {
    const { generation, isFollowing } = this.options;
    const { topic, name } = generation;
    const follows = isFollowing();
    return {
      carries: topics[topic].carries,
      hasHistory: this.history !== undefined,
      isFollowing: follows,
      isLeft: name !== topic && !follows,
    };
  }

  /** Only events have a history. */
  private get history(): EventHistory | undefined {
    const { consumer, history } = this.options;
    return topics[consumer.topic].carries === 'events' ? history : undefined;
  }

  private open(partition: number): void {
    this.opened.add(partition);
    this.options.fetching.resume([partition]);
  }

  /** First the offsets, then the ends: no other member commits any more, and a topic only grows. */
  private async positions(closed: readonly number[]): Promise<readonly PartitionPosition[]> {
    const { topic, group: groupId } = this.place;
    const { known, ends } = await this.options.admin.use(async (admin) => {
      const [known] = await admin.fetchOffsets({ groupId, topics: [topic] });
      return { known, ends: await topicEnds(admin, topic) };
    });
    return ends
      .filter(({ partition }) => closed.includes(partition))
      .map((end) => {
        const own = known?.partitions.find(({ partition }) => partition === end.partition);
        const committed = BigInt(own?.offset ?? -1);
        return { ...end, place: placeOf(own?.metadata), ...(committed >= 0n && { committed }) };
      });
  }

  /** Delivers the history of these partitions, and lets them go on at the first records that they had before. */
  private async catchUp(
    history: EventHistory,
    behind: readonly BehindPartition[],
    signal: AbortSignal,
  ): Promise<void> {
    const { commit, consumer, fetching, log } = this.options;
    const { topic } = consumer;
    const { group } = this.place;
    const progress = new HistoryProgress();
    this.waiting = new Error(`${group} reads the history of ${topic}`);
    let since: Date | undefined;
    const starts = behind.map(({ from }) => from);
    for await (const part of history.read(topic, starts)) {
      signal.throwIfAborted();
      await this.options.deliver(this.wantedOf(part, behind), signal);
      signal.throwIfAborted();
      since = part.newest ?? since;
      const fields = progress.took(part);
      if (fields === undefined) continue;
      log.info({ topic, group, ...fields }, 'the group reads the history of its topic');
      // The offset stays before the first record, also for a release that does not know the place.
      const metadata = placeText({ part: part.part });
      await commit(behind.map(({ partition }) => ({ partition, offset: '0', metadata })));
    }
    await this.requireCovered(behind, since);
    signal.throwIfAborted();
    const partitions = behind.map(({ partition }) => partition);
    log.info({ topic, group, partitions, ...progress.sum }, 'the group has read the history');
    const metadata = since && placeText({ since });
    const ends = behind.map(({ partition, low }) => ({ partition, offset: String(low) }));
    await commit(ends.map((end) => ({ ...end, ...(metadata !== undefined && { metadata }) })));
    for (const { partition, offset } of ends) {
      fetching.seek(partition, offset);
      this.open(partition);
    }
  }

  /**
   * A record is written after its event was appended. So a history whose newest event is younger than the first record has
   * what the partition has dropped. An hour more is granted, for events that are on the topic and not in the export yet.
   * A partition without records shows nothing.
   *
   * @throws HistoryBrokenError when the history ends before the first record, as that of another bank or without its last parts
   */
  private async requireCovered(
    behind: readonly BehindPartition[],
    newest: Date | undefined,
  ): Promise<void> {
    const { topic } = this.place;
    const dropped = behind.filter(({ low }) => low > 0n);
    if (dropped.length === 0) return;
    if (newest === undefined) throw new HistoryBrokenError(`the history of ${topic} is empty`);
    const found = await this.options.admin.use((admin) =>
      admin.fetchTopicOffsetsByTimestamp(topic, newest.getTime() + pace.history.lateMs),
    );
    const isBefore = ({ low, high, partition }: BehindPartition) =>
      low < high && found.some((one) => one.partition === partition && BigInt(one.offset) <= low);
    const open = dropped.filter(isBefore).map(({ partition }) => partition);
    if (open.length === 0) return;
    throw new HistoryBrokenError(
      `the history of ${topic} ends at ${newest.toISOString()}, before the first record of partitions ${open.join(', ')}`,
    );
  }

  private wantedOf(
    { messages }: HistoryPart,
    behind: readonly BehindPartition[],
  ): readonly ReceivedMessage[] {
    const { consumer, generation } = this.options;
    const { eventTypes } = consumer;
    const own = new Set(behind.map(({ partition }) => partition));
    const received: ReceivedMessage[] = [];
    for (const message of messages) {
      if (!(eventTypes?.includes(message.headers[header.type] ?? '') ?? true)) continue;
      const partition = keyPartition(message.key, generation.partitions);
      if (own.has(partition)) received.push({ ...message, partition, offset: noOffset });
    }
    return received;
  }
}

const firstOffset = ({ partition, low }: PartitionPosition) => ({
  partition,
  offset: String(low),
});

/** Of a message that does not come from the topic. */
const noOffset = '-1';
const eventsAreGone = 'the topic has dropped what the group has not read';
const beginsAgain = 'the group begins at the first record of a partition';
