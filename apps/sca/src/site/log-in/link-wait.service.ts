import { setTimeout as delay } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { SCA_SETTINGS } from '../../sca.settings.js';
import type { ScaSettings } from '../../sca.settings.js';

/** The event that opens a link takes some tens of milliseconds. */
const waitMsDefault = 1000;
const delayFirstMs = 20;
const delayMaxMs = 50;
/** Each waiting request asks the database 20 times a second. */
const waitingMax = 100;

/** What a request waits for. */
export interface Awaited<Seen> {
  readonly look: () => Promise<Seen>;
  readonly isThere: (seen: Seen) => boolean;
  /** Whether the client has gone away. */
  readonly isGone: () => boolean;
}

/**
 * Lets requests wait until the event that opens their link has arrived, so that a PSU who follows a fresh link
 * sees the log-in at once. Strangers can send unknown links: only so many requests wait at a time.
 */
@Injectable()
export class LinkWaitService {
  private readonly waitMs: number;
  private waiting = 0;

  constructor(@Inject(SCA_SETTINGS) { linkWaitMs }: Pick<ScaSettings, 'linkWaitMs'>) {
    this.waitMs = linkWaitMs ?? waitMsDefault;
  }

  /**
   * Looks again every 20 to 50 ms until it is there, the time is over, or the client has gone. Returns what it
   * saw last; undefined when it did not look.
   */
  async until<Seen>({ look, isThere, isGone }: Awaited<Seen>): Promise<Seen | undefined> {
    if (this.waiting >= waitingMax) return undefined;
    this.waiting += 1;
    try {
      const end = performance.now() + this.waitMs;
      let seen: Seen | undefined;
      for (let delayMs = delayFirstMs; performance.now() < end; delayMs *= 1.5) {
        await delay(Math.min(delayMs, delayMaxMs));
        if (isGone()) return seen;
        seen = await look();
        if (isThere(seen)) return seen;
      }
      return seen;
    } finally {
      this.waiting -= 1;
    }
  }
}
