import type { ReceivedMessage } from '../bus.js';
import type { Ticket } from '../lane.js';

/** What one fetch brought of one partition, while it is handled. */
export class BatchInHand implements Ticket {
  cancelled = false;
  private open: number;
  private readonly settled = Promise.withResolvers<void>();

  constructor(
    messages: number,
    private readonly told: {
      /** Everything up to this message is done with. */
      readonly handled: (message: ReceivedMessage) => void;
      readonly failed: () => void;
    },
  ) {
    this.open = messages;
    if (messages === 0) this.settled.resolve();
    this.settled.promise.catch(() => undefined);
  }

  /** Resolves when every message is handled; rejects when one is lost. */
  get done(): Promise<void> {
    return this.settled.promise;
  }

  handled(message: ReceivedMessage): void {
    if (this.cancelled) return;
    this.told.handled(message);
    this.open -= 1;
    if (this.open === 0) this.settled.resolve();
  }

  failed(): void {
    if (!this.cancelled) this.told.failed();
  }

  lost(reason: Error): void {
    this.settled.reject(reason);
  }

  /** The partition may be somebody else's now: what is not handled yet is theirs. */
  cancel(): void {
    this.cancelled = true;
  }
}
