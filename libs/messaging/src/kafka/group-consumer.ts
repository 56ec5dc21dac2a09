import { setTimeout as delay } from 'node:timers/promises';
import type { EachBatchPayload, Kafka, KafkaMessage } from 'kafkajs';
import { topics } from '@nordgate/contracts/topics';
import { AdaptivePoll } from '@nordgate/event-store';
import { attributeNames, instrumentsOf, peerOf } from '@nordgate/telemetry';
import type { Consumer, ReceivedMessage } from '../bus.js';
import { pace } from '../pace.js';
import { SliceQueue } from '../slice-queue.js';
import type { Delivery } from '../slice-queue.js';
import { OffsetCommits, PartitionProgress } from './group-progress.js';
import { consumerRetry } from './kafka-settings.js';
import type { LaggingMember } from './member-lags.js';
import { offsetAfter, receivedOf } from './records.js';
import { SupervisedConsumer } from './supervised-consumer.js';

const groupOptions = {
  sessionTimeout: pace.consumer.sessionMs,
  heartbeatInterval: pace.consumer.heartbeatMs,
  rebalanceTimeout: pace.consumer.rebalanceMs,
  maxWaitTimeInMs: pace.consumer.fetchWaitMs,
  maxBytesPerPartition: 1024 * 1024,
  retry: consumerRetry,
};

export interface GroupConsumerOptions {
  readonly kafka: Kafka;
  readonly consumer: Consumer;
  /** Errors with the same `peer` are one line of the log in 10 s. */
  readonly onError: (error: unknown, peer?: string) => void;
}

/**
 * One member of a consumer group. The messages of all its partitions go through one slice queue, so
 * slices are few and full. An offset is committed when the effects of every message before it are.
 */
export class GroupConsumer {
  readonly progress = new PartitionProgress();
  private readonly slices: SliceQueue;
  private readonly adaptivePoll = new AdaptivePoll();
  private readonly commits: OffsetCommits;
  private readonly supervised: SupervisedConsumer;
  private stopped = false;
  private assigned: readonly number[] | undefined;

  constructor(private readonly options: GroupConsumerOptions) {
    const { consumer, kafka, onError } = options;
    const { topic, group } = consumer;
    this.slices = new SliceQueue(consumer, (error) => onError(error));
    this.commits = new OffsetCommits(
      (offsets) =>
        this.supervised.consumer.commitOffsets(offsets.map((one) => ({ topic, ...one }))),
      (error) => onError(error, peerOfCommit(group, error)),
    );
    this.supervised = new SupervisedConsumer({
      create: () => kafka.consumer({ groupId: group, ...groupOptions }),
      run: async (kafkaConsumer) => {
        await kafkaConsumer.subscribe({ topics: [topic], fromBeginning: true });
        await kafkaConsumer.run({
          autoCommit: false,
          eachBatchAutoResolve: false,
          partitionsConsumedConcurrently: topics[topic].partitions,
          eachBatch: (payload) => this.handle(payload),
        });
      },
      onJoined: (assigned) => this.joined(assigned[topic] ?? []),
      onCrash: (error) => {
        // The next consumer reads from the committed offsets.
        this.commits.forget();
        onError(error);
      },
    });
  }

  /** Whether the group has accepted the member once. */
  get hasJoined(): boolean {
    return this.supervised.hasJoined;
  }

  /** Resolves when the group has accepted the member. */
  start(): Promise<void> {
    return this.supervised.start();
  }

  /** What the lag of this member is measured by. */
  get lagging(): LaggingMember {
    const { topic, group } = this.options.consumer;
    return {
      topic,
      group,
      assigned: () => this.assigned,
      oldestAtMs: () => this.slices.backlog().oldestAtMs,
    };
  }

  private joined(assigned: readonly number[]): void {
    this.assigned = assigned;
    this.commits.forget();
    const labels = { [attributeNames.consumerGroup]: this.options.consumer.group };
    instrumentsOf().rebalances.add(1, labels);
  }

  /** Finishes the messages in flight, commits their offsets and leaves the group. */
  async stop(): Promise<void> {
    this.stopped = true;
    await this.slices.stop();
    await this.flush(pace.consumer.flushLimitMs);
    this.commits.forget();
    await this.supervised.stop();
  }

  /** Handles the messages that one fetch brought of one partition. */
  private async handle(payload: EachBatchPayload): Promise<void> {
    if (this.stopped) return delay(pace.consumer.stoppedDelayMs);
    const { batch } = payload;
    const { partition } = batch;
    const wanted = batch.messages.filter((record) => this.isWanted(record));
    const reached = (offset: string) => {
      payload.resolveOffset(offset);
      this.commits.reached({ partition, offset: offsetAfter(offset) });
    };
    const fetched = new FetchedBatch(wanted.length, {
      handled: ({ offset }) => {
        this.progress.moved(partition);
        reached(offset);
      },
      failed: () => this.progress.moved(partition),
    });
    this.progress.moved(partition);
    this.adaptivePoll.received(batch.messages.length);
    for (const record of wanted) this.slices.push(receivedOf(partition, record), fetched);
    try {
      await this.untilHandled(fetched, () => payload.heartbeat());
      // Also past the last messages that this consumer does not want.
      reached(batch.lastOffset());
      await delay(this.lingerMs(batch.messages.length));
    } catch (error) {
      // After a stop the unresolved messages are delivered to the next member of the group.
      if (!this.stopped) throw error;
    } finally {
      this.progress.idle(partition);
    }
  }

  /** The linger time before the next fetch. A single command has a sender that waits. */
  private lingerMs(messages: number): number {
    const { commandLingerMs, busyEventLingerMs, eventLingerMs } = pace.consumer;
    const { isBusy } = this.adaptivePoll;
    const { carries } = topics[this.options.consumer.topic];
    if (carries === 'events') return isBusy ? busyEventLingerMs : eventLingerMs;
    return isBusy || messages > 1 ? commandLingerMs : 0;
  }

  private isWanted({ headers }: KafkaMessage): boolean {
    const { eventTypes } = this.options.consumer;
    return eventTypes === undefined || eventTypes.includes(String(headers?.['ce_type']));
  }

  /** Rejects when the member has to join the group again, or when this consumer stops. */
  private async untilHandled(fetched: FetchedBatch, heartbeat: () => Promise<void>): Promise<void> {
    const lost = Promise.withResolvers<never>();
    const beating = setInterval(
      () => void heartbeat().catch(lost.reject),
      pace.consumer.batchHeartbeatMs,
    );
    try {
      await Promise.race([fetched.done, lost.promise]);
    } catch (error) {
      fetched.cancel();
      // Other members take the partitions over: they should know the handled offsets.
      await this.flush(pace.consumer.batchHeartbeatMs);
      throw error;
    } finally {
      clearInterval(beating);
    }
  }

  private async flush(limitMs: number): Promise<void> {
    await Promise.race([this.commits.flush(), delay(limitMs, undefined, { ref: false })]);
  }
}

/** A commit is tried again until it is taken: the log has one line about each cause in 10 s. */
function peerOfCommit(group: string, error: unknown): string {
  const { type, name } = error as { readonly type?: string; readonly name?: string };
  return peerOf(error) ?? `offsets of ${group}: ${type ?? name ?? 'unknown'}`;
}

/** The messages that one fetch brought of one partition, while they are handled. */
class FetchedBatch implements Delivery {
  cancelled = false;
  private open: number;
  private readonly settled = Promise.withResolvers<void>();

  constructor(
    messages: number,
    private readonly notify: {
      /** Every message up to this one is handled. */
      readonly handled: (message: ReceivedMessage) => void;
      readonly failed: () => void;
    },
  ) {
    this.open = messages;
    if (messages === 0) this.settled.resolve();
    this.settled.promise.catch(() => undefined);
  }

  /** Resolves when every message is handled; rejects when one is dropped. */
  get done(): Promise<void> {
    return this.settled.promise;
  }

  handled(message: ReceivedMessage): void {
    if (this.cancelled) return;
    this.notify.handled(message);
    this.open -= 1;
    if (this.open === 0) this.settled.resolve();
  }

  failed(): void {
    if (!this.cancelled) this.notify.failed();
  }

  dropped(reason: Error): void {
    this.settled.reject(reason);
  }

  /** The partition may belong to another member now, and with it the messages not handled yet. */
  cancel(): void {
    this.cancelled = true;
  }
}
