import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** `tools/flakes.json`. Paths are those of the repository. */
export interface Flakes {
  /** Specs that have failed on a busy machine, or could: `npm run flakes` runs each of them again and again. */
  readonly suspects: readonly {
    readonly file: string;
    readonly waitsFor: string;
    readonly since: string;
  }[];
  /** Specs that let real time pass, with the reason why neither an event nor `eventually` can replace it. */
  readonly sleeps: readonly { readonly file: string; readonly reason: string }[];
}

/** How one run of a spec file ended. */
export interface Run {
  readonly file: string;
  readonly isPassed: boolean;
  readonly seconds: number;
}

/** The list of the repository. */
export function listedFlakes(): Flakes {
  return JSON.parse(readFileSync(join(import.meta.dirname, 'flakes.json'), 'utf8')) as Flakes;
}

const timer = /\bsetTimeout\b|\bpg_sleep\b/;
/** With these timers, the test moves the clock. */
const movedClock = /\buseFakeTimers\(/;

/** Whether a spec lets real time pass. */
export function sleeps(source: string): boolean {
  const code = source.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
  return timer.test(code) && !movedClock.test(code);
}

/** The table of the runs, a line per file: its runs, those that failed, and the median and longest time. */
export function tableOf(runs: readonly Run[]): string[] {
  const rows = [...Map.groupBy(runs, ({ file }) => file)].map(([file, ofFile]) => {
    const times = ofFile.map(({ seconds }) => seconds).sort((a, b) => a - b);
    const failed = ofFile.filter(({ isPassed }) => !isPassed).length;
    const median = times[Math.floor((times.length - 1) / 2)] ?? 0;
    return [file, ofFile.length, failed, median.toFixed(1), (times.at(-1) ?? 0).toFixed(1)];
  });
  const wide = Math.max(4, ...rows.map(([file]) => String(file).length));
  const columns = [wide, 4, 6, 8, 9];
  return [['file', 'runs', 'failed', 'median s', 'longest s'], ...rows].map((row) =>
    row
      .map((cell, at) =>
        at === 0 ? String(cell).padEnd(wide) : String(cell).padStart(columns[at] ?? 0),
      )
      .join('  '),
  );
}
