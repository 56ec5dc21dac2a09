import { setTimeout as pause } from 'node:timers/promises';
import type { EachBatchPayload, Kafka, KafkaMessage } from 'kafkajs';
import { topics } from '@nordgate/contracts/topics';
import { AdaptivePoll } from '@nordgate/event-store';
import type { Consumer } from '../bus.js';
import { Lane } from '../lane.js';
import { BatchInHand } from './batch-in-hand.js';
import { retry } from './kafka-settings.js';
import { OffsetCommits } from './offset-commits.js';
import { PartitionProgress } from './partition-progress.js';
import { offsetAfter, receivedOf } from './received.js';
import { SupervisedConsumer } from './supervised-consumer.js';

/** How long a stop waits for the broker to take note. */
const flushLimitMs = 3000;
/** How often a batch in hand says that its consumer lives; well below the session's end. */
const heartbeatMs = 1000;

/** How long a group rests after a fetch, in quiet and in busy times. */
const eventRestMs = { quiet: 20, busy: 200 };
/** After a fetch of several commands, and after each one in busy times. */
const commandRestMs = 4;

const groupOptions = {
  sessionTimeout: 10_000,
  heartbeatInterval: 3000,
  rebalanceTimeout: 15_000,
  /** Also how long a stop may wait for a fetch that brings nothing. */
  maxWaitTimeInMs: 500,
  maxBytesPerPartition: 1024 * 1024,
  /** Only this project's supervision restarts a consumer. */
  retry: { ...retry, restartOnFailure: () => Promise.resolve(false) },
};

export interface GroupConsumerOptions {
  readonly kafka: Kafka;
  readonly consumer: Consumer;
  readonly onError: (error: unknown) => void;
}

/**
 * One member of a consumer group. What a fetch brings, of all its partitions, goes through one lane
 * and so into few and full slices; an offset is committed when the effects of everything before it
 * are.
 */
export class GroupConsumer {
  readonly progress = new PartitionProgress();
  private readonly lane: Lane;
  private readonly traffic = new AdaptivePoll();
  private readonly commits: OffsetCommits;
  private readonly supervised: SupervisedConsumer;
  private stopped = false;

  constructor(private readonly options: GroupConsumerOptions) {
    const { consumer, kafka, onError } = options;
    const { topic, group } = consumer;
    this.lane = new Lane(consumer, onError);
    this.commits = new OffsetCommits(
      (offsets) =>
        this.supervised.consumer.commitOffsets(offsets.map((one) => ({ topic, ...one }))),
      onError,
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
      onJoined: () => this.commits.forget(),
      onCrash: onError,
    });
  }

  /** Resolves when the group has let it in. */
  start(): Promise<void> {
    return this.supervised.start();
  }

  /** Finishes what is in flight, says how far it came and leaves the group. */
  async stop(): Promise<void> {
    this.stopped = true;
    await this.lane.stop();
    await this.flush(flushLimitMs);
    await this.supervised.stop();
  }

  private async handle(payload: EachBatchPayload): Promise<void> {
    // A consumer that stops is given the same messages again and again until it has left.
    if (this.stopped) return pause(50);
    const { batch } = payload;
    const { partition } = batch;
    const wanted = batch.messages.filter((record) => this.isWanted(record));
    const reached = (offset: string) => {
      payload.resolveOffset(offset);
      this.commits.reached({ partition, offset: offsetAfter(offset) });
    };
    const inHand = new BatchInHand(wanted.length, {
      handled: ({ offset }) => {
        this.progress.moved(partition);
        reached(offset);
      },
      failed: () => this.progress.moved(partition),
    });
    this.progress.moved(partition);
    this.traffic.received(batch.messages.length);
    for (const record of wanted) this.lane.push(receivedOf(partition, record), inHand);
    try {
      await this.untilDone(inHand, () => payload.heartbeat());
      // Also past the last messages that this consumer is not about.
      reached(batch.lastOffset());
      await pause(this.restMs(batch.messages.length));
    } catch (error) {
      // Who stops has not resolved the rest, so it comes again to whoever is next.
      if (!this.stopped) throw error;
    } finally {
      this.progress.idle(partition);
    }
  }

  /**
   * Each fetch, and each slice, costs as much for one message as for many: what came while this one
   * was handled is taken a little later, and together. A single command is somebody who waits.
   */
  private restMs(messages: number): number {
    const { isBusy } = this.traffic;
    const { carries } = topics[this.options.consumer.topic];
    if (carries === 'events') return isBusy ? eventRestMs.busy : eventRestMs.quiet;
    return isBusy || messages > 1 ? commandRestMs : 0;
  }

  private isWanted({ headers }: KafkaMessage): boolean {
    const { eventTypes } = this.options.consumer;
    return eventTypes === undefined || eventTypes.includes(String(headers?.['ce_type']));
  }

  /** Rejects when the group has to be joined again, or when this consumer stops. */
  private async untilDone(inHand: BatchInHand, heartbeat: () => Promise<void>): Promise<void> {
    const refused = Promise.withResolvers<never>();
    const beating = setInterval(() => void heartbeat().catch(refused.reject), heartbeatMs);
    try {
      await Promise.race([inHand.done, refused.promise]);
    } catch (error) {
      inHand.cancel();
      // What is handled is known before others take over.
      await this.flush(heartbeatMs);
      throw error;
    } finally {
      clearInterval(beating);
    }
  }

  private async flush(limitMs: number): Promise<void> {
    await Promise.race([this.commits.flush(), pause(limitMs, undefined, { ref: false })]);
  }
}
