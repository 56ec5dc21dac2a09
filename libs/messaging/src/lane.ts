import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { AdaptivePoll } from '@nordgate/event-store';
import { sliceLength } from './bounded-slices.js';
import type { Consumer, Message, ReceivedMessage } from './bus.js';
import { retryPauseMs } from './retry-pause.js';

/** Who waits for messages of a lane. */
export interface Ticket {
  /** Set when the messages belong to somebody else now: they are passed over, and nobody is told. */
  readonly cancelled: boolean;
  /** The message's effects are committed. */
  handled(message: ReceivedMessage): void;
  /** The slice in flight failed and comes again; told to those who wait behind it, too. */
  failed(): void;
  /** The lane stopped before the message was handled. */
  lost(reason: Error): void;
}

export interface LaneOptions {
  /** In a busy time a slice waits so long to fill up. Default 0. */
  readonly gatherMs?: number;
  /** What comes, to tell a busy time by. */
  readonly traffic?: AdaptivePoll;
}

interface Waiting {
  readonly message: ReceivedMessage;
  readonly ticket: Ticket;
}

/**
 * A queue of messages and one slice of them in flight. While a slice commits, the next one fills up,
 * so load makes slices larger by itself.
 */
export class Lane {
  private readonly queue: Waiting[] = [];
  /** The run that empties the queue, while there is one. */
  private draining: Promise<void> | undefined;
  private readonly stopped = new AbortController();
  private readonly gatherMs: number;
  private readonly traffic: AdaptivePoll;

  constructor(
    private readonly consumer: Consumer,
    private readonly onError: (error: unknown) => void,
    { gatherMs = 0, traffic = new AdaptivePoll() }: LaneOptions = {},
  ) {
    this.gatherMs = gatherMs;
    this.traffic = traffic;
  }

  push(message: ReceivedMessage, ticket: Ticket): void {
    if (this.stopped.signal.aborted) return ticket.lost(closing());
    this.traffic.received(1);
    this.queue.push({ message, ticket });
    this.draining ??= this.drain();
  }

  /** Finishes the slice in flight; one that keeps failing is given up, and what waits is refused. */
  async stop(): Promise<void> {
    this.stopped.abort();
    refuse(this.queue.splice(0));
    await this.draining;
  }

  private async drain(): Promise<void> {
    // One turn of the event loop lets the messages of this turn share the first slice.
    await nextTurn();
    while (this.queue.length > 0) {
      await this.gather();
      await this.deliver(this.take());
    }
    // In the same breath as the last look at the queue: a push in between would never be delivered.
    this.draining = undefined;
  }

  private async gather(): Promise<void> {
    if (this.gatherMs === 0 || !this.traffic.isBusy) return;
    const { signal } = this.stopped;
    await pause(this.gatherMs, undefined, { signal }).catch(() => undefined);
  }

  private take(): Waiting[] {
    return this.queue.splice(0, sliceLength(messagesOf(this.queue)));
  }

  private async deliver(slice: readonly Waiting[]): Promise<void> {
    const { signal } = this.stopped;
    for (let failures = 0; ; failures += 1) {
      const wanted = slice.filter(({ ticket }) => !ticket.cancelled);
      if (wanted.length === 0) return;
      const messages = wanted.map(({ message }) => message);
      try {
        await this.consumer.handle({ topic: this.consumer.topic, messages });
        for (const { message, ticket } of wanted) ticket.handled(message);
        return;
      } catch (error) {
        this.onError(error);
        const waiting = new Set([...wanted, ...this.queue].map(({ ticket }) => ticket));
        for (const ticket of waiting) ticket.failed();
        await pause(retryPauseMs(failures), undefined, { signal }).catch(() => undefined);
        if (signal.aborted) return refuse(wanted);
      }
    }
  }
}

function refuse(messages: readonly Waiting[]): void {
  for (const { ticket } of messages) ticket.lost(closing());
}

function closing(): Error {
  return new Error('the bus is closing');
}

/** Lazily: a long queue is looked at only as far as the next slice goes. */
function* messagesOf(queue: readonly Waiting[]): Generator<Message> {
  for (const { message } of queue) yield message;
}
