import type { ReceivedMessage } from '../bus.js';
import type { Delivery } from '../slice-queue.js';

/** Messages that were fetched or read together, while they are handled. */
export class FetchedBatch implements Delivery {
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
