import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { LoadLimits, LoadSigns } from './overload.js';
import { Overload } from './overload.js';

const resolutionMs = 20;

/** An Overload that reads its signs by itself until it is stopped. */
export interface WatchedLoad {
  readonly overload: Overload;
  stop(): void;
}

/** Watches the event loop of this process, and the commands. */
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
