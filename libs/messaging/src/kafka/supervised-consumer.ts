import { setTimeout as delay } from 'node:timers/promises';
import type { Consumer } from 'kafkajs';
import { pace, retryDelayMs } from '../pace.js';
import { isPermanentAuthenticationError } from './permanent-error.js';

/** The partitions of a member by topic. */
export type Assignment = Readonly<Record<string, readonly number[]>>;

export interface Supervision {
  /** A new consumer that is not connected yet. */
  readonly create: () => Consumer;
  /** Subscribes the consumer and runs it. */
  readonly run: (consumer: Consumer) => Promise<void>;
  /** The consumer has these partitions by topic. Called again after every rebalance. */
  readonly onJoined: (assigned: Assignment) => void;
  /** The consumer crashed; a new one is made after the delay. */
  readonly onCrash: (error: unknown, delayMs: number) => void;
  /** How long a stop waits for brokers that may be unavailable. Default `pace.consumer.leaveLimitMs`. */
  readonly leaveLimitMs?: number;
}

/**
 * A kafkajs consumer that is replaced by a new one whenever it crashes. kafkajs itself restarts after
 * some errors and stops after others, so its own restart is switched off (`consumerRetry`).
 */
export class SupervisedConsumer {
  private current: Consumer | undefined;
  private readonly joined = Promise.withResolvers<void>();
  private joinedOnce = false;
  private readonly stopping = new AbortController();
  private failures = 0;

  constructor(private readonly supervision: Supervision) {
    // A stop rejects this promise, also when nothing waits for it.
    this.joined.promise.catch(() => undefined);
  }

  /**
   * Resolves when the consumer has joined its group. Waits for brokers that are unavailable. Rejects
   * when it is stopped before that, and with the reason after a permanent authentication error.
   */
  async start(): Promise<void> {
    void this.connect();
    await this.joined.promise;
  }

  /** Whether the consumer has joined its group once. */
  get hasJoined(): boolean {
    return this.joinedOnce;
  }

  /** The current consumer. Throws while there is none. */
  get consumer(): Consumer {
    if (this.current === undefined) throw new Error('there is no consumer yet');
    return this.current;
  }

  /**
   * Leaves the group, so that other members take over at once. When no broker answers they take over
   * at the end of the session.
   */
  async stop(): Promise<void> {
    const { leaveLimitMs = pace.consumer.leaveLimitMs } = this.supervision;
    this.stopping.abort();
    this.joined.reject(new Error('the consumer was stopped'));
    const left = this.current?.disconnect().catch(() => undefined);
    await Promise.race([left, delay(leaveLimitMs, undefined, { ref: false })]);
  }

  private async connect(): Promise<void> {
    const consumer = this.supervision.create();
    const { GROUP_JOIN, CRASH } = consumer.events;
    let ended = false;
    const end = (error: unknown) => {
      if (!ended) void this.replace(error);
      ended = true;
    };
    consumer.on(GROUP_JOIN, ({ payload }) => {
      this.failures = 0;
      this.joinedOnce = true;
      this.supervision.onJoined(payload.memberAssignment);
      this.joined.resolve();
    });
    consumer.on(CRASH, ({ payload }) => end(payload.error));
    this.current = consumer;
    try {
      await consumer.connect();
      await this.supervision.run(consumer);
      if (this.stopping.signal.aborted) await consumer.disconnect();
    } catch (error) {
      await consumer.disconnect().catch(() => undefined);
      end(error);
    }
  }

  private async replace(error: unknown): Promise<void> {
    const { signal } = this.stopping;
    if (signal.aborted) return;
    // After the first join it goes on: a password that was changed is changed back or deployed.
    if (!this.joinedOnce && isPermanentAuthenticationError(error)) return this.joined.reject(error);
    const delayMs = retryDelayMs(this.failures);
    this.failures += 1;
    this.supervision.onCrash(error, delayMs);
    await delay(delayMs, undefined, { signal }).catch(() => undefined);
    if (!signal.aborted) await this.connect();
  }
}
