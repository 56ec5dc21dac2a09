import { setTimeout as delay } from 'node:timers/promises';
import type { EachBatchPayload, Kafka, KafkaMessage } from 'kafkajs';
import { topics } from '@nordgate/contracts/topics';
import { AdaptivePoll } from '@nordgate/event-store';
import { attributeNames, instrumentsOf, peerOf } from '@nordgate/telemetry';
import type { Log } from '@nordgate/telemetry';
import type { Consumer, ReceivedMessage } from '../bus.js';
import { header } from '../cloud-events.js';
import { pace } from '../pace.js';
import { SliceQueue } from '../slice-queue.js';
import type { EventHistory } from './event-history.js';
import { DrainGate } from './drain-gate.js';
import { FetchedBatch } from './fetched-batch.js';
import { groupIn } from './generations.js';
import type { Generation } from './generations.js';
import { OffsetCommits, PartitionProgress } from './group-progress.js';
import type { PartitionOffset } from './group-progress.js';
import { memberOptions } from './kafka-settings.js';
import { isRecordGone } from './kafkajs/adapter.js';
import type { LaggingMember } from './member-lags.js';
import { placeText } from './partition-start.js';
import { PartitionStarts } from './partition-starts.js';
import { offsetAfter, receivedOf } from './records.js';
import type { SharedAdmin } from './shared-admin.js';
import { SupervisedConsumer } from './supervised-consumer.js';

export interface GroupConsumerOptions {
  readonly kafka: Kafka;
  readonly consumer: Consumer;
  /** What the member reads of the topic. */
  readonly generation: Generation;
  /** The older generations of the topic that are there now. */
  readonly older: () => readonly Generation[];
  /** Errors with the same `peer` are one line of the log in 10 s. */
  readonly onError: (error: unknown, peer?: string) => void;
  readonly admin: Pick<SharedAdmin, 'use'>;
  /** A member that is silent for so long is dead. Default `pace.consumer.sessionMs`. */
  readonly sessionMs?: number | undefined;
  /** Where the group reads events that its topic does not have any more. */
  readonly history?: EventHistory | undefined;
  readonly log: Log;
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
  private readonly starts: PartitionStarts;
  private readonly gate: DrainGate;
  /** A fetch of a record that is gone would fail again before the member knows its start. */
  private joinsPaused = false;
  private stopped = false;
  private assigned: readonly number[] | undefined;

  constructor(private readonly options: GroupConsumerOptions) {
    const { consumer, generation, kafka, onError } = options;
    const { name: topic, partitions } = generation;
    const group = groupIn(generation, consumer.group);
    this.slices = new SliceQueue(consumer, (error) => onError(error));
    this.commits = new OffsetCommits(
      (offsets) => this.commit(offsets),
      (error) => onError(error, peerOfCommit(group, error)),
    );
    this.supervised = new SupervisedConsumer({
      create: () => kafka.consumer({ groupId: group, ...memberOptions(options.sessionMs) }),
      run: async (kafkaConsumer) => {
        await kafkaConsumer.subscribe({ topics: [topic], fromBeginning: true });
        await kafkaConsumer.run({
          autoCommit: false,
          eachBatchAutoResolve: false,
          partitionsConsumedConcurrently: partitions,
          eachBatch: (payload) => this.handle(payload),
        });
      },
      onJoined: (assigned) => this.joined(assigned[topic] ?? []),
      onCrash: (error) => {
        // The next consumer reads from the committed offsets.
        this.commits.forget();
        this.starts.forget();
        this.joinsPaused = isRecordGone(error);
        onError(error);
      },
    });
    this.starts = this.startsOf(options);
    const { pause, resume } = this.fetching;
    this.gate = new DrainGate({
      admin: options.admin,
      group: consumer.group,
      older: options.older,
      pause: (partition) => pause([partition]),
      resume: (partition) => resume([partition]),
      onError: (error) => onError(error, peerOf(error)),
    });
  }

  private startsOf({ admin, consumer, history, log, onError, ...read }: GroupConsumerOptions) {
    return new PartitionStarts({
      admin,
      consumer,
      generation: read.generation,
      isFollowing: () => read.older().length > 0,
      history,
      log,
      onError: (error) => onError(error, peerOf(error)),
      deliver: (messages, signal) => this.deliver(messages, signal),
      commit: (offsets) => this.commit(offsets),
      fetching: this.fetching,
    });
  }

  private get fetching() {
    const { name: topic } = this.options.generation;
    const fetching = () => this.supervised.consumer;
    return {
      pause: (partitions: readonly number[]) =>
        fetching().pause([{ topic, partitions: [...partitions] }]),
      seek: (partition: number, offset: string) => fetching().seek({ topic, partition, offset }),
      resume: (partitions: readonly number[]) =>
        fetching().resume([{ topic, partitions: [...partitions] }]),
    };
  }

  /** Resolves when the group has accepted the member. */
  start(): Promise<void> {
    return this.supervised.start();
  }

  /** Why the member does not read all its partitions yet: it reads a history, or records are gone. */
  get waitsFor(): Error | undefined {
    return this.starts.waitsFor;
  }

  /** What the lag of this member is measured by. */
  get lagging(): LaggingMember {
    const { consumer, generation } = this.options;
    return {
      topic: generation.name,
      group: groupIn(generation, consumer.group),
      assigned: () => this.assigned,
      oldestAtMs: () => this.slices.backlog().oldestAtMs,
    };
  }

  private joined(assigned: readonly number[]): void {
    this.assigned = assigned;
    this.commits.forget();
    this.starts.joined(assigned, { isPaused: this.joinsPaused });
    this.joinsPaused = false;
    const labels = { [attributeNames.consumerGroup]: this.lagging.group };
    instrumentsOf().rebalances.add(1, labels);
  }

  /** Finishes the messages in flight, commits their offsets and leaves the group. */
  async stop(): Promise<void> {
    this.stopped = true;
    this.starts.stop();
    this.gate.stop();
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
    // What is not resolved is fetched again.
    if (!(await this.starts.mayHandle(partition, pace.consumer.batchHeartbeatMs))) return;
    if (!(await this.gate.mayPass(partition))) return;
    const wanted = batch.messages.filter((record) => this.isWanted(record));
    const reached = (offset: string, at: string | undefined) => {
      payload.resolveOffset(offset);
      this.commits.reached({ partition, offset: offsetAfter(offset), ...this.placeAt(at) });
    };
    const fetched = new FetchedBatch(wanted.length, {
      handled: ({ offset, headers }) => {
        this.progress.moved(partition);
        reached(offset, headers[header.time]);
      },
      failed: () => this.progress.moved(partition),
    });
    this.progress.moved(partition);
    this.adaptivePoll.received(batch.messages.length);
    for (const record of wanted)
      this.slices.push(receivedOf(this.options.generation, partition, record), fetched);
    try {
      await this.untilHandled(fetched, () => payload.heartbeat());
      // Also past the last messages that this consumer does not want.
      reached(batch.lastOffset(), timeOf(batch.messages.at(-1)));
      await delay(this.lingerMs(batch.messages.length));
    } catch (error) {
      // After a stop the unresolved messages are delivered to the next member of the group.
      if (!this.stopped) throw error;
    } finally {
      this.progress.idle(partition);
    }
  }

  /** Handles messages of the history, before any record of their partitions. */
  private async deliver(messages: readonly ReceivedMessage[], signal: AbortSignal): Promise<void> {
    const moved = ({ partition }: ReceivedMessage) => this.progress.moved(partition);
    const partitions = new Set(messages.map(({ partition }) => partition));
    const delivered = new FetchedBatch(messages.length, {
      handled: moved,
      failed: () => undefined,
    });
    const aborted = Promise.withResolvers<never>();
    const abort = () => aborted.reject(signal.reason as Error);
    signal.addEventListener('abort', abort, { once: true });
    try {
      for (const message of messages) this.slices.push(message, delivered);
      await Promise.race([delivered.done, aborted.promise]);
    } finally {
      signal.removeEventListener('abort', abort);
      delivered.cancel();
      for (const partition of partitions) this.progress.idle(partition);
    }
  }

  private commit(offsets: readonly PartitionOffset[]): Promise<void> {
    const { name: topic } = this.options.generation;
    return this.supervised.consumer.commitOffsets(offsets.map((one) => ({ topic, ...one })));
  }

  /** The place of the events before an offset, for a group that needs the history later. */
  private placeAt(at: string | undefined): Pick<PartitionOffset, 'metadata'> {
    const since = at === undefined ? undefined : new Date(at);
    if (topics[this.options.consumer.topic].carries !== 'events') return {};
    return since === undefined || Number.isNaN(since.getTime())
      ? {}
      : { metadata: placeText({ since }) };
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

function timeOf(record: KafkaMessage | undefined): string | undefined {
  const time = record?.headers?.[header.time];
  return time === undefined ? undefined : String(time);
}
