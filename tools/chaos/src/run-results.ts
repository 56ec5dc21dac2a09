import type { Fault } from './fault.js';

/** A fault to inflict with a seed. */
export interface FaultRun {
  readonly fault: string;
  readonly seed: number;
}

/** What came of it. */
export interface RunOutcome extends FaultRun {
  /** Such as 2026-11-29, in UTC. */
  readonly day: string;
  readonly seconds: number;
  readonly result: 'L1 to L11 hold' | 'FAILED';
}

/** The outcomes in a file of JSON lines. @throws SyntaxError for a line that is none */
export function readResults(text: string): RunOutcome[] {
  const lines = text.split('\n').filter((line) => line !== '');
  return lines.map((line) => JSON.parse(line) as RunOutcome);
}

/** The runs that have no outcome yet, fault by fault. */
export function missingRuns(
  faults: readonly Fault[],
  seeds: readonly number[],
  outcomes: readonly FaultRun[],
): FaultRun[] {
  const isThere = (fault: string, seed: number) =>
    outcomes.some((one) => one.fault === fault && one.seed === seed);
  return faults.flatMap(({ name: fault }) =>
    seeds.filter((seed) => !isThere(fault, seed)).map((seed) => ({ fault, seed })),
  );
}

/** Each run reads everything that the runs before it on its cluster have left. */
const onOneClusterMax = 12;

/** The first runs, as many as one cluster serves: their faults need the same of its machine. */
export function nextTogether(runs: readonly FaultRun[], faults: readonly Fault[]): FaultRun[] {
  const needsOf = new Map(faults.map(({ name, needs = [] }) => [name, needs.join()]));
  const [first] = runs;
  const other = runs.findIndex(
    ({ fault }) => needsOf.get(fault) !== needsOf.get(first?.fault ?? ''),
  );
  return runs.slice(0, other === -1 ? undefined : other).slice(0, onOneClusterMax);
}

/** The table of `docs/reference/nothing-lost.md`: a row for each fault and result. */
export function describeResults(outcomes: readonly RunOutcome[]): string {
  const rows = Map.groupBy(
    outcomes,
    ({ fault, day, result }) => `\`${fault}\` | ${day} | ${result}`,
  );
  const head = ['| fault | day | result | seeds | a run |', '| --- | --- | --- | --- | --- |'];
  const body = [...rows].map(([row, runs]) => {
    const seeds = runs.map(({ seed }) => seed).sort((a, b) => a - b);
    const mean = Math.round(runs.reduce((sum, { seconds }) => sum + seconds, 0) / runs.length);
    return `| ${row} | ${seeds.join(', ')} | ${String(mean)} s |`;
  });
  return [...head, ...body].join('\n');
}
