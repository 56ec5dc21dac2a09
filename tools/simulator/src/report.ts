import type { Operation } from '@nordgate/linearisability/recorder';
import type { SeedResult } from './seed.js';

/** What a seed adds to the report. Plain data, as it goes from one process to another. */
export interface SeedSummary {
  readonly seed: number;
  readonly ms: number;
  readonly violations: readonly string[];
  /** SHA-256 of the trace. */
  readonly hash: string;
  /** By fault, how often it happened. */
  readonly faults: Readonly<Record<string, number>>;
  readonly calls: readonly string[];
  readonly crashedAt: readonly string[];
  readonly parts: Readonly<Record<string, number>>;
  readonly statements: number;
  readonly operations: readonly Operation[];
  /** What is in memory after the seed, without garbage, in bytes. Only of a job that asks for it. */
  readonly liveBytes?: number;
}

export function summaryOf(result: SeedResult, ms: number): SeedSummary {
  const faults: Record<string, number> = {};
  for (const { fault } of result.strikes) faults[fault] = (faults[fault] ?? 0) + 1;
  const { seed, violations, hash, parts, statements, operations } = result;
  const [calls, crashedAt] = [[...result.calls], [...result.crashedAt]];
  const counted = { faults, calls, crashedAt, parts, statements };
  return { seed, ms, violations, hash, operations, ...counted };
}

/** The report over many seeds. */
export class Report {
  readonly failed: SeedSummary[] = [];
  #seeds = 0;
  #statements = 0;
  readonly #faults = new Map<string, number>();
  readonly #parts = new Map<string, number>();
  readonly #calls = new Set<string>();
  readonly #crashedAt = new Set<string>();

  add(seed: SeedSummary): void {
    this.#seeds += 1;
    this.#statements += seed.statements;
    if (seed.violations.length > 0) this.failed.push(seed);
    for (const [fault, count] of Object.entries(seed.faults)) grow(this.#faults, fault, count);
    for (const [part, ms] of Object.entries(seed.parts)) grow(this.#parts, part, ms);
    for (const call of seed.calls) this.#calls.add(call);
    for (const call of seed.crashedAt) this.#crashedAt.add(call);
  }

  get seeds(): number {
    return this.#seeds;
  }

  /** @param seconds since the first seed began */
  lines(seconds: number): readonly string[] {
    const perSeed = (total: number) => (total / Math.max(1, this.#seeds)).toFixed(1);
    const inOrder = (counts: ReadonlyMap<string, number>) =>
      [...counts].toSorted(([, one], [, other]) => other - one);
    return [
      `${String(this.#seeds)} seeds in ${seconds.toFixed(1)} s: ${(this.#seeds / seconds).toFixed(1)} a second; ${String(this.failed.length)} failed`,
      `milliseconds a seed: ${inOrder(this.#parts)
        .map(([part, ms]) => `${part} ${perSeed(ms)}`)
        .join(', ')}`,
      `statements a seed: ${perSeed(this.#statements)}`,
      `calls that leave a process: ${String(this.#calls.size)} kinds; a process crashed at ${String(this.#crashedAt.size)} of them`,
      'faults:',
      ...inOrder(this.#faults).map(([fault, count]) => `  ${String(count).padStart(8)} ${fault}`),
    ];
  }
}

function grow(counts: Map<string, number>, name: string, by: number): void {
  counts.set(name, (counts.get(name) ?? 0) + by);
}
