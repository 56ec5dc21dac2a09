import { attributeNames, instrumentsOf } from '@nordgate/telemetry';
import type { FastifyInstance } from 'fastify';
import { demandOf } from '../access/nest.js';
import { unavailable } from '../reply/refused.js';
import { Latch } from './latch.js';

/** What tells of too much work. */
export interface LoadSigns {
  /** How late the event loop runs, on average since the last look. */
  readonly loopDelayMs: () => number;
  /** Whether commands are decided late these days. */
  readonly commandsLag: () => boolean;
}

/** How the signs are read. */
export interface LoadLimits {
  readonly loopDelayMsMax: number;
  readonly checkEveryMs: number;
}

/** A start, a large garbage collection or one long answer is over before two checks in a row. */
export const defaultLoad: LoadLimits = { loopDelayMsMax: 500, checkEveryMs: 500 };

const loopChecks = { closesAfterChecks: 2, opensAfterChecks: 4 };
/** Six seconds: one slow command is news for five (`CommandLag`), and is no backlog yet. */
const lagChecks = { above: 0.5, calmBelow: 0.5, closesAfterChecks: 12, opensAfterChecks: 4 };

export type LoadCause = 'event-loop' | 'command-lag';

/** Judges by the signs whether there is room for another request. */
export class Overload {
  private readonly loop: Latch;
  private readonly lag = new Latch(lagChecks);
  private tried = false;

  constructor(
    private readonly signs: LoadSigns,
    { loopDelayMsMax: above }: LoadLimits,
  ) {
    this.loop = new Latch({ ...loopChecks, above, calmBelow: above / 2 });
  }

  /** Reads the signs once; to be called at even intervals. */
  check(): void {
    this.loop.check(this.signs.loopDelayMs());
    this.lag.check(this.signs.commandsLag() ? 1 : 0);
    this.tried = false;
  }

  /**
   * Why there is no room; nothing when there is. Behind a backlog of commands one write a check goes
   * through all the same: without any, nobody would learn that the backlog is gone.
   */
  refuses(isWrite: boolean): LoadCause | undefined {
    if (this.loop.closed) return 'event-loop';
    if (!isWrite || !this.lag.closed) return undefined;
    if (this.tried) return 'command-lag';
    this.tried = true;
    return undefined;
  }
}

/**
 * Answers 503 with Retry-After before anything is read, let alone accepted: nothing of such a request
 * is left behind. Reads only need the event loop; the bank's own routes are never refused.
 */
export function addOverloadGuard(fastify: FastifyInstance, overload: Overload): void {
  fastify.addHook('onRequest', (request, _reply, done) => {
    const demand = demandOf(request.routeOptions.config);
    if (demand === undefined || demand === 'unsigned') return done();
    const cause = overload.refuses(request.method !== 'GET' && request.method !== 'HEAD');
    if (cause === undefined) return done();
    instrumentsOf().turnedAway.add(1, { [attributeNames.cause]: cause });
    done(unavailable());
  });
}
