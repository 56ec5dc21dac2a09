import { setTimeout as pause } from 'node:timers/promises';
import type { Consumer } from 'kafkajs';
import { retryPauseMs } from '../retry-pause.js';
import { isShutDoor } from './shut-door.js';

export interface Supervision {
  /** A new consumer that is not connected yet. */
  readonly create: () => Consumer;
  /** Subscribes and runs it. */
  readonly run: (consumer: Consumer) => Promise<void>;
  /** It has its partitions, again after every rebalance. */
  readonly onJoined: () => void;
  /** It crashed; another one is made after the pause. */
  readonly onCrash: (error: unknown, pauseMs: number) => void;
  /** How long a stop waits for brokers that may be away. Default 5 s. */
  readonly leaveLimitMs?: number;
}

const leaveLimitMsDefault = 5000;

/**
 * A kafkajs consumer that is made anew whenever it crashes. kafkajs itself restarts after some errors
 * and stops for good after others, so that is left to nobody but this class.
 */
export class SupervisedConsumer {
  private current: Consumer | undefined;
  private readonly joined = Promise.withResolvers<void>();
  private hasJoined = false;
  private readonly stopping = new AbortController();
  private failures = 0;

  constructor(private readonly supervision: Supervision) {
    // Nobody may be waiting when it is stopped.
    this.joined.promise.catch(() => undefined);
  }

  /**
   * Resolves when the consumer has joined its group. Waits for brokers that are away; rejects when it
   * is stopped before, and with the reason when no other try would be let in.
   */
  async start(): Promise<void> {
    void this.begin();
    await this.joined.promise;
  }

  /** The consumer of the moment. Throws while there is none. */
  get consumer(): Consumer {
    if (this.current === undefined) throw new Error('the consumer is being made');
    return this.current;
  }

  /**
   * Leaves the group in order, so that others take over at once. When no broker hears it, they do when
   * its session ends.
   */
  async stop(): Promise<void> {
    const { leaveLimitMs = leaveLimitMsDefault } = this.supervision;
    this.stopping.abort();
    this.joined.reject(new Error('the consumer was stopped'));
    const left = this.current?.disconnect().catch(() => undefined);
    await Promise.race([left, pause(leaveLimitMs, undefined, { ref: false })]);
  }

  private async begin(): Promise<void> {
    const consumer = this.supervision.create();
    const { GROUP_JOIN, CRASH } = consumer.events;
    let ended = false;
    const end = (error: unknown) => {
      if (!ended) void this.beginAgain(error);
      ended = true;
    };
    consumer.on(GROUP_JOIN, () => {
      this.failures = 0;
      this.hasJoined = true;
      this.supervision.onJoined();
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

  private async beginAgain(error: unknown): Promise<void> {
    const { signal } = this.stopping;
    if (signal.aborted) return;
    // One that was let in before goes on: whoever changes a password changes it back, or restarts it.
    if (!this.hasJoined && isShutDoor(error)) return this.joined.reject(error);
    const pauseMs = retryPauseMs(this.failures);
    this.failures += 1;
    this.supervision.onCrash(error, pauseMs);
    await pause(pauseMs, undefined, { signal }).catch(() => undefined);
    if (!signal.aborted) await this.begin();
  }
}
