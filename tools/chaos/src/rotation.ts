import { execFileSync } from 'node:child_process';
import { dayInOslo } from '@nordgate/contracts/rules';
import type { Fault } from './fault.js';
import { faults } from './faults.js';

/** So many turns in a row inflict every fault. A turn lasts about five and a half minutes. */
export const turns = 3;

/** The mean delay before a fault (`trouble.ts`). */
const beforeFaultSeconds = 1.5;

/** About how long the faults last, with the delays before them. */
export function secondsOf(some: readonly Fault[]): number {
  return some.reduce((sum, { lastsSeconds }) => sum + lastsSeconds + beforeFaultSeconds, 0);
}

/** The faults of a turn. All turns take about the same time: the longest fault comes first, and each into the shortest turn. */
export function faultsOfTurn(turn: number, all: readonly Fault[] = faults): Fault[] {
  const shares = Array.from({ length: turns }, (): Fault[] => []);
  for (const fault of all.toSorted((a, b) => b.lastsSeconds - a.lastsSeconds)) {
    shares.toSorted((a, b) => secondsOf(a) - secondsOf(b))[0]?.push(fault);
  }
  const share = shares[turn % turns] ?? [];
  return all.filter((fault) => share.includes(fault));
}

/** The turn of a checkout, and what it was taken from. */
export interface Turn {
  readonly turn: number;
  readonly from: string;
}

/**
 * The turn of a checkout: the number of its commits. A shallow clone has not all commits, so its turn is the hash of the
 * last one; without git it is the day of the year.
 *
 * @param git runs git with these arguments and returns its output; throws when git or the repository is missing
 */
export function turnOfCheckout(
  now: Date,
  git: (...args: string[]) => string = gitOfCheckout,
): Turn {
  try {
    if (git('rev-parse', '--is-shallow-repository') === 'false') {
      const count = git('rev-list', '--count', 'HEAD');
      return { turn: Number(count), from: `${count} commits` };
    }
    const hash = git('rev-parse', '--short=8', 'HEAD');
    return { turn: Number.parseInt(hash.slice(0, 8), 16), from: `commit ${hash}` };
  } catch {
    const today = dayInOslo(now);
    const day = 1 + (Date.parse(today) - Date.parse(`${today.slice(0, 4)}-01-01`)) / dayMs;
    return { turn: day, from: `day ${String(day)} of the year` };
  }
}

const dayMs = 86_400_000;

function gitOfCheckout(...args: string[]): string {
  const options = { cwd: import.meta.dirname, encoding: 'utf8', stdio: 'pipe' } as const;
  return execFileSync('git', args, options).trim();
}

/** The command that inflicts the same faults with the same seed again. */
export function commandOf(run: {
  readonly seed: number;
  readonly writers: number;
  readonly faults: readonly Fault[];
}): string {
  const names = run.faults.map(({ name }) => name).join();
  return `npm run chaos -- --seed=${String(run.seed)} --seconds=0 --writers=${String(run.writers)} --faults=${names}`;
}
