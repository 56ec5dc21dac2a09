import type { Consumer, Message } from '../bus.js';
import { Lane } from '../lane.js';
import { nextOffset } from '../next-offset.js';

/** One partition of an in-memory command topic. */
export class MemoryLane {
  private readonly lane: Lane;

  constructor(
    private readonly partition: number,
    consumer: Consumer,
    onError: (error: unknown) => void,
  ) {
    this.lane = new Lane(consumer, onError, { gatherMs });
  }

  /** Resolves when the message's effects are committed; rejects when the lane stops before that. */
  push(message: Message): Promise<void> {
    return new Promise((handled, lost) => {
      const received = { ...message, partition: this.partition, offset: nextOffset() };
      this.lane.push(received, { cancelled: false, handled: () => handled(), failed, lost });
    });
  }

  stop(): Promise<void> {
    return this.lane.stop();
  }
}

/** The publisher waits on: the message comes again by itself. */
const failed = () => undefined;
/** What a slice costs hardly depends on how much is in it. */
const gatherMs = 2;
