import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import type { TopicName } from '@nordgate/contracts';
import { sliceLength } from '../bounded-slices.js';
import type { Consumer, Message, ReceivedMessage } from '../bus.js';
import { nextOffset } from '../next-offset.js';
import { retryPauseMs } from './retry-pause.js';

interface Waiting {
  readonly message: ReceivedMessage;
  readonly committed: () => void;
  readonly lost: (reason: Error) => void;
}

/**
 * One partition of an in-memory command topic: a queue and one slice in flight. While a slice
 * commits, the next one fills up, so load makes slices larger by itself.
 */
export class Lane {
  private readonly queue: Waiting[] = [];
  /** The run that empties the queue, while there is one. */
  private draining: Promise<void> | undefined;
  private readonly stopped = new AbortController();

  constructor(
    private readonly topic: TopicName,
    private readonly partition: number,
    private readonly consumer: Consumer,
    private readonly onError: (error: unknown) => void,
  ) {}

  /** Resolves when the message's effects are committed; rejects when the lane stops before that. */
  push(message: Message): Promise<void> {
    if (this.stopped.signal.aborted) return Promise.reject(closing());
    return new Promise((committed, lost) => {
      this.queue.push({ message: { ...message, offset: nextOffset() }, committed, lost });
      this.draining ??= this.drain();
    });
  }

  /** Finishes the slice in flight; one that keeps failing is given up, and what waits is refused. */
  async stop(): Promise<void> {
    this.stopped.abort();
    refuse(this.queue.splice(0));
    await this.draining;
  }

  private async drain(): Promise<void> {
    // One turn of the event loop lets the requests of this turn share the first slice.
    await nextTurn();
    while (this.queue.length > 0) {
      const slice = this.take();
      if (await this.deliver(slice)) for (const { committed } of slice) committed();
      else refuse(slice);
    }
    // In the same breath as the last look at the queue: a push in between would never be delivered.
    this.draining = undefined;
  }

  private take(): Waiting[] {
    return this.queue.splice(0, sliceLength(messagesOf(this.queue)));
  }

  private async deliver(slice: readonly Waiting[]): Promise<boolean> {
    const messages = slice.map(({ message }) => message);
    const { signal } = this.stopped;
    for (let failures = 0; ; failures += 1) {
      try {
        await this.consumer.handle({ topic: this.topic, partition: this.partition, messages });
        return true;
      } catch (error) {
        this.onError(error);
        await pause(retryPauseMs(failures), undefined, { signal }).catch(() => undefined);
        if (signal.aborted) return false;
      }
    }
  }
}

function refuse(messages: readonly Waiting[]): void {
  for (const { lost } of messages) lost(closing());
}

function closing(): Error {
  return new Error('the bus is closing');
}

/** Lazily: a long queue is looked at only as far as the next slice goes. */
function* messagesOf(queue: readonly Waiting[]): Generator<Message> {
  for (const { message } of queue) yield message;
}
