import { attributeNames, instrumentsOf } from '@nordgate/telemetry';
import { cutShort, unavailable } from '../reply/request-error.js';
import type { RequestLimits } from './request-limits.hook.js';
import { TurnQueue } from './turn-queue.js';

/** The answer to a request that waits. It closes early when the connection ends. */
export interface AwaitedAnswer {
  readonly destroyed: boolean;
  once(event: 'close', listener: () => void): unknown;
  off(event: 'close', listener: () => void): unknown;
}

/** Calls `then` when the event loop has served other requests. */
export type Pause = (then: () => void) => void;

/** A small request takes about four passes of the event loop: headers, signature, body, handler. */
const passes = 4;

const otherRequests: Pause = (then) => {
  let left = passes;
  const pass = () => {
    left -= 1;
    if (left === 0) then();
    else setImmediate(pass);
  };
  setImmediate(pass);
};

/**
 * Lets the large bodies of all TPPs be parsed one after the other, with small requests in between. To parse and
 * validate 1 MiB blocks the event loop for as long as dozens of small requests. TPPs take turns, so one TPP
 * with many large bodies delays the first one of another TPP by one turn.
 */
export class BodyTurns {
  private readonly queue: TurnQueue<() => void>;
  private isTaken = false;

  constructor(
    private readonly limits: Pick<
      RequestLimits,
      'bodyBytesMax' | 'waitingBodiesMax' | 'waitingBodiesPerTppMax'
    >,
    private readonly pause: Pause = otherRequests,
  ) {
    const { waitingBodiesMax: waitingMax, waitingBodiesPerTppMax: waitingPerKeyMax } = limits;
    this.queue = new TurnQueue({ waitingMax, waitingPerKeyMax });
  }

  /**
   * Resolves when a body of this length may be parsed: a small one at once. The turn lasts until the event
   * loop goes on. Rejects with RequestError: 503 when too many wait, 400 when the connection ends first, so
   * that nobody waits or parses for it.
   */
  async take(tpp: string, bytes: number, answer: AwaitedAnswer): Promise<void> {
    if (bytes <= this.limits.bodyBytesMax) return;
    if (answer.destroyed) throw cutShort();
    if (this.isTaken) await this.wait(tpp, answer);
    else this.begin();
  }

  private wait(tpp: string, answer: AwaitedAnswer): Promise<void> {
    return new Promise((resolve, reject) => {
      const place = this.queue.enter(tpp, () => {
        answer.off('close', leave);
        resolve();
      });
      const leave = () => {
        if (place !== undefined) this.queue.leave(place);
        reject(cutShort());
      };
      if (place === undefined) reject(tooManyWait());
      else answer.once('close', leave);
    });
  }

  private begin(): void {
    this.isTaken = true;
    this.pause(() => this.end());
  }

  private end(): void {
    const next = this.queue.next();
    this.isTaken = next !== undefined;
    if (next === undefined) return;
    next.item();
    this.begin();
  }
}

function tooManyWait() {
  instrumentsOf().turnedAway.add(1, { [attributeNames.cause]: 'body-turns' });
  return unavailable();
}
