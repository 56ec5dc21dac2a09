import type { Mutant } from './mutants.js';

export interface Verdict {
  readonly mutant: Mutant;
  /** `invalid`: TypeScript rejects the mutant. `uncovered`: it survived, and no test runs its place. */
  readonly is: 'invalid' | 'killed' | 'survived' | 'uncovered';
}

/** A mutant that no test can kill, because it behaves as the original does. */
export interface Equivalent {
  readonly file: string;
  /** The line of the source file where the change begins, without indentation. */
  readonly line: string;
  readonly original: string;
  readonly replacement: string;
  readonly reason: string;
}

export interface Figures {
  readonly mutants: number;
  readonly killed: number;
  readonly equivalent: number;
  readonly survived: number;
}

export interface Judgement {
  readonly figures: ReadonlyMap<string, Figures>;
  /** What survived, and is not in the list. */
  readonly survivors: readonly Verdict[];
  /** Entries for a measured file that no surviving mutant matches. */
  readonly stale: readonly Equivalent[];
}

/**
 * Compares what survived with the list of equivalent mutants.
 * An entry for a file that was not measured is left alone, unless `files` is undefined (all were measured).
 */
export function judge(
  verdicts: readonly Verdict[],
  equivalents: readonly Equivalent[],
  files: ReadonlySet<string> | undefined,
): Judgement {
  const listed = new Map(equivalents.map((entry) => [keyOf(entry), entry]));
  const used = new Set<string>();
  const figures = new Map<string, Figures>();
  const survivors: Verdict[] = [];
  for (const verdict of verdicts.filter(({ is }) => is !== 'invalid')) {
    const { mutant, is } = verdict;
    const key = keyOf(asEntry(mutant));
    const outcome = is === 'killed' ? 'killed' : listed.has(key) ? 'equivalent' : 'survived';
    if (outcome === 'equivalent') used.add(key);
    if (outcome === 'survived') survivors.push(verdict);
    const old = figures.get(mutant.file) ?? { mutants: 0, killed: 0, equivalent: 0, survived: 0 };
    figures.set(mutant.file, { ...old, mutants: old.mutants + 1, [outcome]: old[outcome] + 1 });
  }
  const stale = equivalents.filter(
    (entry) => (files?.has(entry.file) ?? true) && !used.has(keyOf(entry)),
  );
  return { figures, survivors, stale };
}

/** Killed mutants per hundred of those that a test can kill. */
export function killedPercent(rows: Iterable<Figures>): number {
  let killed = 0;
  let killable = 0;
  for (const row of rows) {
    killed += row.killed;
    killable += row.mutants - row.equivalent;
  }
  return killable === 0 ? 100 : (100 * killed) / killable;
}

/** A mutant as an entry of the list, still without a reason. */
export function asEntry({ file, lineText, original, replacement }: Mutant): Equivalent {
  return { file, line: lineText, original, replacement, reason: '' };
}

const keyOf = ({ file, line, original, replacement }: Equivalent): string =>
  JSON.stringify([file, line, original, replacement]);
