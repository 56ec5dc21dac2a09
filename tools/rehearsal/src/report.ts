import type { PlayResult } from './play.js';
import { percent } from './processors.js';

/** The verdict on a play: a line per check, and how many passed. */
export interface Report {
  readonly text: string;
  readonly passed: number;
  readonly failed: number;
}

/** A promise, and what was otherwise. */
export interface Check {
  readonly what: string;
  readonly faults: readonly string[];
}

const shownMax = 5;

/**
 * Below this, processes wait for a processor longer than the two seconds of a query or the three of a probe. The
 * bank answers 503, and pods leave their balancers, whether a rollout goes on or not.
 */
const idleMin = 0.05;

/** A play passes when no request failed, every pod ended in order and all laws hold. */
export function reportOn(result: PlayResult): Report {
  const checks = [...phaseChecks(result), ...endChecks(result), ...lawChecks(result)];
  return verdictOn(tableOf(result), checks);
}

/** A table, and below it a line for each check. */
export function verdictOn(table: string, checks: readonly Check[]): Report {
  const failed = checks.filter(({ faults }) => faults.length > 0).length;
  const lines = checks.flatMap(({ what, faults }) => [
    `${faults.length === 0 ? 'ok    ' : 'FAILED'} ${what}`,
    ...faults.slice(0, shownMax).map((fault) => `         - ${fault}`),
    ...(faults.length > shownMax
      ? [`         … and ${String(faults.length - shownMax)} more`]
      : []),
  ]);
  return { text: [table, '', ...lines].join('\n'), passed: checks.length - failed, failed };
}

function tableOf({ rows }: PlayResult): string {
  const head = 'phase       seconds  requests    failed      busy   p50 ms   p99 ms   idle';
  const lines = rows.map(({ name, seconds, idle, requests, failed, unavailable, ms }) =>
    [
      name.padEnd(11),
      seconds.toFixed(0).padStart(8),
      ...[requests, failed.length, unavailable.length].map((count) => String(count).padStart(10)),
      ...[0.5, 0.99].map((share) => percentile(ms, share).toFixed(0).padStart(9)),
      percent(idle).padStart(7),
    ].join(''),
  );
  return [head, ...lines].join('\n');
}

/** The value below which this share of the values lies; 0 without values. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? 0;
}

function phaseChecks({ rows }: PlayResult): readonly Check[] {
  return rows.map(({ name, idle, requests, failed, unavailable }) => {
    const isJudged = idle >= idleMin || unavailable.length === 0;
    const busy = `, ${String(unavailable.length)} unavailable on processors that were ${percent(idle)} idle`;
    const faults = isJudged ? [...failed, ...unavailable] : failed;
    return {
      what: `${name}: no request failed${isJudged ? '' : busy}`,
      faults: requests === 0 ? ['there were no requests'] : faults,
    };
  });
}

function endChecks({ ends, restarts }: PlayResult): readonly Check[] {
  return [
    {
      what: `every pod exits with 0 within its grace period (${String(ends.length)} pods)`,
      faults: ends
        .filter(({ code }) => code !== 0)
        .map(({ pod, code, seconds }) => `${pod}: ${String(code)} after ${seconds.toFixed(1)} s`),
    },
    {
      what: 'no pod is ready after SIGTERM',
      faults: ends
        .filter(({ readyAfterSignal }) => readyAfterSignal > 0)
        .map(
          ({ pod, readyAfterSignal }) =>
            `${pod} answered ${String(readyAfterSignal)} probes with 200`,
        ),
    },
    {
      what: 'no liveness probe failed',
      faults: restarts > 0 ? [`${String(restarts)} restarts`] : [],
    },
  ];
}

function lawChecks({ verdict }: PlayResult): readonly Check[] {
  if (verdict instanceof Error) {
    return [{ what: 'the laws can be checked', faults: [verdict.message] }];
  }
  return verdict.map(({ id, promise, looked, violations }) => {
    const counts = Object.entries(looked).map(([what, count]) => `${String(count)} ${what}`);
    return { what: `${id} ${promise} (${counts.join(', ')})`, faults: violations };
  });
}
