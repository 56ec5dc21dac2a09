import { basename, dirname } from 'node:path';
import { hookMark } from './spec-suite.js';
import type { Answer } from './worker-process.js';

type Loaded = Extract<Answer, { is: 'loaded' }>;

/** Which tests can meet which mutant. */
export interface Coverage {
  /** Tests that run the mutant's place, without those that only load it. */
  readonly testsOf: (mutant: string) => readonly string[];
  /** Whether the place also runs while files load, so that the mutant needs a separate process. */
  readonly isStatic: (mutant: string) => boolean;
  /** Whether a spec is short enough to run again in a separate process. */
  readonly isQuick: (spec: string) => boolean;
  /** Specs that load a source file: those beside it first, then the quick ones. */
  readonly specsOf: (file: string) => string[];
}

const quickMsMax = 1500;

/** Reads what a run of all tests without any mutant has recorded. */
export function coverageOf({ coverage, durationsMs, imports }: Loaded): Coverage {
  const tests = new Map<string, Set<string>>();
  const order = Object.keys(durationsMs).sort(
    (one, other) => (durationsMs[one] ?? 0) - (durationsMs[other] ?? 0),
  );
  for (const [id, hits] of Object.entries(coverage.perTest)) {
    const ids = id.startsWith(hookMark)
      ? (JSON.parse(id.slice(hookMark.length)) as string[])
      : [id];
    for (const mutant of Object.keys(hits)) {
      const known = tests.get(mutant) ?? new Set();
      ids.forEach((one) => known.add(one));
      tests.set(mutant, known);
    }
  }
  const rank = (id: string): number => order.indexOf(id.split('#')[0] ?? '');
  return {
    testsOf: (mutant) =>
      [...(tests.get(mutant) ?? [])].sort((one, other) => rank(one) - rank(other)),
    isStatic: (mutant) => coverage.static[mutant] !== undefined,
    isQuick: (spec) => (durationsMs[spec] ?? 0) < quickMsMax,
    specsOf: (file) => {
      const reaching = order.filter((spec) => reaches(imports, spec, file));
      const nearness = (spec: string): number => {
        if (spec.startsWith(file.replace(/ts$/, ''))) return 0;
        return dirname(spec) === dirname(file) || basename(spec) === basename(file) ? 1 : 2;
      };
      return reaching.sort((one, other) => nearness(one) - nearness(other));
    },
  };
}

function reaches(imports: Loaded['imports'], from: string, to: string): boolean {
  const seen = new Set([from]);
  for (const file of seen) {
    if (file === to) return true;
    imports[file]?.forEach((next) => seen.add(next));
  }
  return false;
}
