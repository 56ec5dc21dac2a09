import { monitorEventLoopDelay } from 'node:perf_hooks';
import { attributeNames, instrumentsOf } from '@nordgate/telemetry';
import type { FastifyInstance } from 'fastify';
import { requirementsOf } from '../request/route.decorator.js';
import { unavailable } from '../reply/request-error.js';

/** When a latch closes and when it opens again. */
interface LatchLimits {
  /** This many checks in a row with a value above this one close it. */
  readonly above: number;
  readonly closesAfterChecks: number;
  /** This many checks in a row with a value of at most this one open it. */
  readonly calmBelow: number;
  readonly opensAfterChecks: number;
}

/** A switch that does not flap: it turns after several checks, and opens at a lower value. */
class Latch {
  private isClosed = false;
  private inARow = 0;

  constructor(private readonly limits: LatchLimits) {}

  get closed(): boolean {
    return this.isClosed;
  }

  /** Takes the value of one check. */
  check(value: number): void {
    const { above, calmBelow, closesAfterChecks, opensAfterChecks } = this.limits;
    const turns = this.isClosed ? value <= calmBelow : value > above;
    this.inARow = turns ? this.inARow + 1 : 0;
    if (this.inARow < (this.isClosed ? opensAfterChecks : closesAfterChecks)) return;
    this.isClosed = !this.isClosed;
    this.inARow = 0;
  }
}

/** The signs of too much work. */
export interface LoadSigns {
  /** The average delay of the event loop since the last check. */
  readonly loopDelayMs: () => number;
  /** Whether commands have been decided late recently. */
  readonly commandsLag: () => boolean;
}

/** How the signs are read. */
export interface LoadLimits {
  readonly loopDelayMsMax: number;
  readonly checkEveryMs: number;
}

/** A start, a long garbage collection or one long answer ends before two checks in a row. */
export const defaultLoad: LoadLimits = { loopDelayMsMax: 500, checkEveryMs: 500 };

const loopChecks = { closesAfterChecks: 2, opensAfterChecks: 4 };
/** Six seconds: one slow command counts as lag for five (`CommandLag`), and is not yet a backlog. */
const lagChecks = { above: 0.5, calmBelow: 0.5, closesAfterChecks: 12, opensAfterChecks: 4 };

export type LoadCause = 'event-loop' | 'command-lag';

/** Judges by the signs whether the process can take another request. */
export class Overload {
  private readonly loop: Latch;
  private readonly lag = new Latch(lagChecks);
  private hasTriedWrite = false;

  constructor(
    private readonly signs: LoadSigns,
    { loopDelayMsMax: above }: LoadLimits,
  ) {
    this.loop = new Latch({ ...loopChecks, above, calmBelow: above / 2 });
  }

  /** Reads the signs once. The caller calls it at even intervals. */
  check(): void {
    this.loop.check(this.signs.loopDelayMs());
    this.lag.check(this.signs.commandsLag() ? 1 : 0);
    this.hasTriedWrite = false;
  }

  /**
   * The cause for which a request is rejected; undefined when it is not. During a backlog of commands
   * one write per check still goes through: without it nobody would notice the end of the backlog.
   */
  refuses(isWrite: boolean): LoadCause | undefined {
    if (this.loop.closed) return 'event-loop';
    if (!isWrite || !this.lag.closed) return undefined;
    if (this.hasTriedWrite) return 'command-lag';
    this.hasTriedWrite = true;
    return undefined;
  }
}

const resolutionMs = 20;

/** An {@link Overload} that reads its signs by itself until it is stopped. */
export interface WatchedLoad {
  readonly overload: Overload;
  stop(): void;
}

/** Watches the event loop of this process, and the lag of commands. */
export function watchLoad(
  commandsLag: LoadSigns['commandsLag'],
  { loopDelayMs, ...limits }: LoadLimits & Partial<LoadSigns>,
): WatchedLoad {
  const histogram = monitorEventLoopDelay({ resolution: resolutionMs });
  histogram.enable();
  const measured = () => {
    const ms = histogram.count === 0 ? 0 : histogram.mean / 1e6 - resolutionMs;
    histogram.reset();
    return Math.max(ms, 0);
  };
  const signs = { loopDelayMs: loopDelayMs ?? measured, commandsLag };
  const overload = new Overload(signs, limits);
  const timer = setInterval(() => overload.check(), limits.checkEveryMs).unref();
  return {
    overload,
    stop() {
      clearInterval(timer);
      histogram.disable();
    },
  };
}

/**
 * Answers 503 with Retry-After before the request is read, so nothing of the request remains. Reads
 * only depend on the event loop. The bank's own routes are never rejected.
 */
export function addOverloadGuard(fastify: FastifyInstance, overload: Overload): void {
  // A counter that appears with its first count shows Prometheus no increase.
  for (const cause of ['event-loop', 'command-lag'] satisfies LoadCause[]) {
    instrumentsOf().turnedAway.add(0, { [attributeNames.cause]: cause });
  }
  fastify.addHook('onRequest', (request, _reply, done) => {
    const requirements = requirementsOf(request.routeOptions.config);
    if (requirements === undefined || requirements === 'unsigned') return done();
    const cause = overload.refuses(request.method !== 'GET' && request.method !== 'HEAD');
    if (cause === undefined) return done();
    instrumentsOf().turnedAway.add(1, { [attributeNames.cause]: cause });
    done(unavailable());
  });
}
