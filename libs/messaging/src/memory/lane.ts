import { setTimeout as pause } from 'node:timers/promises';
import type { TopicName } from '@nordgate/contracts';
import { sliceBounds } from '../bus.js';
import type { Consumer, Message, ReceivedMessage } from '../bus.js';

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
  private queue: Waiting[] = [];
  private offset = 0;
  private busy = false;
  private readonly stopped = new AbortController();

  constructor(
    private readonly topic: TopicName,
    private readonly partition: number,
    private readonly consumer: Consumer,
    private readonly onError: (error: unknown) => void,
  ) {}

  /** Resolves when the message's effects are committed. */
  push(message: Message): Promise<void> {
    if (this.stopped.signal.aborted) return Promise.reject(new Error('the bus is closing'));
    return new Promise((committed, lost) => {
      this.queue.push({
        message: { ...message, offset: String(this.offset++) },
        committed,
        lost,
      });
      if (!this.busy) this.start();
    });
  }

  async stop(): Promise<void> {
    this.stopped.abort();
    for (const waiting of this.queue.splice(0)) waiting.lost(new Error('the bus is closing'));
    while (this.busy) await pause(5);
  }

  private start(): void {
    this.busy = true;
    // One turn of the event loop lets the requests of this turn share the first slice.
    setImmediate(() => {
      void this.drain().finally(() => {
        this.busy = false;
      });
    });
  }

  private async drain(): Promise<void> {
    while (this.queue.length > 0) {
      const slice = this.take();
      if (!(await this.deliver(slice))) {
        for (const waiting of slice) waiting.lost(new Error('the bus is closing'));
        return;
      }
      for (const waiting of slice) waiting.committed();
    }
  }

  private take(): Waiting[] {
    let bytes = 0;
    let count = 0;
    for (const { message } of this.queue) {
      bytes += message.value.length;
      if (count > 0 && (count === sliceBounds.messagesMax || bytes > sliceBounds.bytesMax)) break;
      count += 1;
    }
    return this.queue.splice(0, count);
  }

  private async deliver(slice: readonly Waiting[]): Promise<boolean> {
    const messages = slice.map(({ message }) => message);
    for (let attempt = 0; ; attempt += 1) {
      try {
        await this.consumer.handle({ topic: this.topic, partition: this.partition, messages });
        return true;
      } catch (error) {
        this.onError(error);
        if (this.stopped.signal.aborted) return false;
        await pause(Math.min(retryFirstMs * 2 ** attempt, retryLastMs));
      }
    }
  }
}

const retryFirstMs = 50;
const retryLastMs = 2000;
