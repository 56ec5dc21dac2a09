import type { HealthCheck } from './health.js';

/** A check that asks another system. */
export interface BackgroundCheck extends Omit<HealthCheck, 'check'> {
  /** Rejects when the system does not answer. */
  readonly attempt: () => Promise<unknown>;
  /** A result is used for so long. Default 10 s. */
  readonly everyMs?: number;
}

/**
 * A check that answers at once with the last result, and asks the system again in the background when the result is old:
 * probes ask more often than another system has to answer. Only the first answer is waited for.
 */
export function backgroundCheck({
  attempt,
  everyMs = 10_000,
  ...check
}: BackgroundCheck): HealthCheck {
  let last: { readonly error?: Error; readonly isUp: boolean; readonly atMs: number } | undefined;
  let running: Promise<void> | undefined;
  const ask = async () => {
    try {
      await attempt();
      last = { isUp: true, atMs: performance.now() };
    } catch (thrown) {
      const error = thrown instanceof Error ? thrown : new Error(String(thrown));
      last = { isUp: false, error, atMs: performance.now() };
    } finally {
      running = undefined;
    }
  };
  return {
    ...check,
    check: async () => {
      if (last === undefined || performance.now() - last.atMs >= everyMs) running ??= ask();
      if (last === undefined) await running;
      if (last?.isUp !== true) throw last?.error ?? new Error('no answer');
    },
  };
}
