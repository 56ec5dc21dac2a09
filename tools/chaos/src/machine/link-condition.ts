/** What a link of the network does to the bytes that it carries. An empty condition is a link without faults. */
export interface LinkCondition {
  /** Nothing arrives, not even the end of a connection. What waits arrives when the condition ends. */
  readonly isSilent?: true;
  /** Each piece arrives so much later. */
  readonly latencyMs?: number;
  readonly bytesPerSecond?: number;
  /** Whether both ends of a connection are reset in the middle of this piece of an answer. */
  readonly resetsAnswer?: () => boolean;
}

/** The condition of a link, and what awaits that the link carries again. */
export class LinkState {
  #condition: LinkCondition = {};
  #changed = Promise.withResolvers<void>();

  get condition(): LinkCondition {
    return this.#condition;
  }

  become(condition: LinkCondition): void {
    this.#condition = condition;
    this.#changed.resolve();
    this.#changed = Promise.withResolvers<void>();
  }

  /** Resolves at once unless the link is silent, and otherwise when it is not. */
  async carries(): Promise<void> {
    while (this.#condition.isSilent === true) await this.#changed.promise;
  }
}
