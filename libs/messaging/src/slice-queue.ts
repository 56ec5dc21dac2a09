import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';
import { AdaptivePoll } from '@nordgate/event-store';
import type { Consumer, Message, ReceivedMessage } from './bus.js';
import { header } from './cloud-events.js';
import { retryDelayMs } from './pace.js';
import { sliceLength } from './slices.js';

/** Who is notified about the messages that were pushed together. */
export interface Delivery {
  /** True when the messages belong to another consumer now: they are skipped without notification. */
  readonly cancelled: boolean;
  /** The message's effects are committed. */
  handled(message: ReceivedMessage): void;
  /** The slice in flight failed and is tried again. Deliveries behind it are notified, too. */
  failed(): void;
  /** The queue stopped before the message was handled. */
  dropped(reason: Error): void;
}

export interface SliceQueueOptions {
  /** How long a slice waits for more messages in busy times. Default 0. */
  readonly lingerMs?: number;
  /** The arrival rate, which tells busy times. */
  readonly adaptivePoll?: AdaptivePoll;
}

/** Messages that are not handled. */
export interface Backlog {
  readonly messages: number;
  /** When the oldest of them was made, by their headers; undefined when there is none. */
  readonly oldestAtMs: number | undefined;
}

interface Queued {
  readonly message: ReceivedMessage;
  readonly delivery: Delivery;
}

/**
 * A queue of messages with one slice in flight. While a slice is committed the next one fills up, so
 * slices grow with the load. A failed slice is tried again before anything behind it.
 */
export class SliceQueue {
  private readonly queue: Queued[] = [];
  private inFlight: readonly Queued[] = [];
  /** The loop that empties the queue, while it runs. */
  private draining: Promise<void> | undefined;
  private readonly stopped = new AbortController();
  private readonly lingerMs: number;
  private readonly adaptivePoll: AdaptivePoll;

  constructor(
    private readonly consumer: Consumer,
    private readonly onError: (error: unknown) => void,
    { lingerMs = 0, adaptivePoll = new AdaptivePoll() }: SliceQueueOptions = {},
  ) {
    this.lingerMs = lingerMs;
    this.adaptivePoll = adaptivePoll;
  }

  push(message: ReceivedMessage, delivery: Delivery): void {
    if (this.stopped.signal.aborted) return delivery.dropped(closingError());
    this.adaptivePoll.received(1);
    this.queue.push({ message, delivery });
    this.draining ??= this.drain();
  }

  /** What waits or is in flight now. */
  backlog(): Backlog {
    const waiting = [...this.inFlight, ...this.queue].filter(({ delivery }) => !delivery.cancelled);
    const times = waiting.map(({ message }) => Date.parse(message.headers[header.time] ?? ''));
    const oldestAtMs = times.reduce<number | undefined>(
      (oldest, one) => (Number.isNaN(one) || one >= (oldest ?? Infinity) ? oldest : one),
      undefined,
    );
    return { messages: waiting.length, oldestAtMs };
  }

  /** Finishes the slice in flight without further attempts, and drops the messages behind it. */
  async stop(): Promise<void> {
    this.stopped.abort();
    drop(this.queue.splice(0));
    await this.draining;
  }

  private async drain(): Promise<void> {
    // One turn of the event loop lets all messages of this turn share the first slice.
    await nextTurn();
    while (this.queue.length > 0) {
      await this.linger();
      this.inFlight = this.take();
      await this.deliver(this.inFlight);
      this.inFlight = [];
    }
    // No await after the last look at the queue: a push in between would never be delivered.
    this.draining = undefined;
  }

  private async linger(): Promise<void> {
    if (this.lingerMs === 0 || !this.adaptivePoll.isBusy) return;
    const { signal } = this.stopped;
    await delay(this.lingerMs, undefined, { signal }).catch(() => undefined);
  }

  private take(): Queued[] {
    return this.queue.splice(0, sliceLength(messagesOf(this.queue)));
  }

  private async deliver(slice: readonly Queued[]): Promise<void> {
    const { signal } = this.stopped;
    for (let failures = 0; ; failures += 1) {
      const wanted = slice.filter(({ delivery }) => !delivery.cancelled);
      if (wanted.length === 0) return;
      const messages = wanted.map(({ message }) => message);
      try {
        await this.consumer.handle({ topic: this.consumer.topic, messages });
        for (const { message, delivery } of wanted) delivery.handled(message);
        return;
      } catch (error) {
        this.onError(error);
        const waiting = new Set([...wanted, ...this.queue].map(({ delivery }) => delivery));
        for (const delivery of waiting) delivery.failed();
        await delay(retryDelayMs(failures), undefined, { signal }).catch(() => undefined);
        if (signal.aborted) return drop(wanted);
      }
    }
  }
}

function drop(messages: readonly Queued[]): void {
  for (const { delivery } of messages) delivery.dropped(closingError());
}

function closingError(): Error {
  return new Error('the bus is closing');
}

/** Lazy: only the messages of the next slice are visited, however long the queue is. */
function* messagesOf(queue: readonly Queued[]): Generator<Message> {
  for (const { message } of queue) yield message;
}
