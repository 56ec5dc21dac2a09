import type { Consumer, Message } from '../bus.js';
import { pace } from '../pace.js';
import { nextOffset } from '../placement.js';
import { SliceQueue } from '../slice-queue.js';
import type { Backlog } from '../slice-queue.js';

/**
 * A command topic in memory, with its consumer. It has one slice in flight: two of them at once would be two transactions
 * of half the commands, and a transaction costs almost the same for one command as for many (ADR 53).
 */
export class TopicQueue {
  private readonly slices: SliceQueue;

  constructor(consumer: Consumer, onError: (error: unknown) => void) {
    this.slices = new SliceQueue(consumer, onError, { lingerMs: pace.memory.commandLingerMs });
  }

  /** Resolves when the message's effects are committed. Rejects when the queue stops before that. */
  push(message: Message): Promise<void> {
    return new Promise((handled, dropped) => {
      const received = { ...message, partition: 0, offset: nextOffset() };
      this.slices.push(received, {
        cancelled: false,
        handled: () => handled(),
        // The message is tried again by the queue, and the publisher goes on waiting.
        failed: () => undefined,
        dropped,
      });
    });
  }

  backlog(): Backlog {
    return this.slices.backlog();
  }

  stop(): Promise<void> {
    return this.slices.stop();
  }
}
