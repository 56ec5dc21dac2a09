import { execFile } from 'node:child_process';
import { globSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { observabilityFolder } from '../rule-files.js';
import { sampleSeconds } from './series.js';
import type { Series } from './series.js';

/** The labels of an alert that fires. */
export type Firing = Readonly<Record<string, string>>;

/**
 * The alerts that the real rules let fire at each of these times, by promtool. It shows results only of expectations that
 * fail, so each expects nothing, and what it got is read from its report.
 *
 * @param seconds after the first sample
 * @throws Error when promtool is missing or cannot read a rule or a series
 */
export async function firingAlerts(
  folder: string,
  series: readonly Series[],
  seconds: readonly number[],
): Promise<ReadonlyMap<number, readonly Firing[]>> {
  const test = {
    rule_files: globSync(join(observabilityFolder, 'rules/*.yml')).sort(),
    evaluation_interval: `${String(sampleSeconds)}s`,
    tests: [
      {
        interval: `${String(sampleSeconds)}s`,
        input_series: series,
        promql_expr_test: seconds.map((at) => ({
          expr: 'ALERTS{alertstate="firing"}',
          eval_time: `${String(at)}s`,
        })),
      },
    ],
  };
  const file = join(folder, 'replay.yml');
  writeFileSync(file, stringify(test, { lineWidth: 0 }));
  const report = await reportOf(file);
  const found = firingIn(report);
  // Watchdog always fires.
  const missing = seconds.filter((at) => !found.has(at));
  if (missing.length > 0)
    throw new Error(`promtool shows nothing for ${missing.join()}: ${report}`);
  return found;
}

/** What promtool prints. Its exit code is that of expectations that fail. */
function reportOf(file: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = { maxBuffer: 64 * 1024 * 1024 };
    execFile('promtool', ['test', 'rules', file], options, (error, stdout, stderr) => {
      if (error?.code === 'ENOENT') reject(new Error('promtool is missing', { cause: error }));
      else resolve(`${stdout}${stderr}`);
    });
  });
}

/** The alerts of a report of promtool, by the seconds of the time. */
export function firingIn(report: string): ReadonlyMap<number, readonly Firing[]> {
  const parts = report.split(/^\s*expr: /m).slice(1);
  return new Map(
    parts.map((part) => {
      const time = /time: ([\dhms]+)/.exec(part)?.[1] ?? '';
      const all = [...part.matchAll(/\{([^}]*)\} 1E\+00/g)].map(([, labels = '']) =>
        labelsIn(labels),
      );
      return [secondsOf(time), all] as const;
    }),
  );
}

function labelsIn(text: string): Firing {
  const pairs = [...text.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(
    ([, label = '', value = '']) => [label, value] as const,
  );
  return Object.fromEntries(
    pairs.filter(([label]) => label !== '__name__' && label !== 'alertstate'),
  );
}

function secondsOf(duration: string): number {
  const units: Readonly<Record<string, number>> = { h: 3600, m: 60, s: 1 };
  return [...duration.matchAll(/(\d+)([hms])/g)].reduce(
    (sum, [, count, unit = 's']) => sum + Number(count) * (units[unit] ?? 1),
    0,
  );
}
