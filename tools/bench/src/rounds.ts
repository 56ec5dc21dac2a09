/** One side of a comparison. Resolves with operations per second of wall or processor time. */
type Contestant = () => Promise<number> | number;

export interface Comparison {
  readonly name: string;
  readonly target: number;
  readonly ours: Contestant;
  readonly baseline: Contestant;
  /** The baseline in words, for the printed line. */
  readonly against: string;
  /** The number of counted rounds. Default: 7. */
  readonly rounds?: number;
  /** The number of rounds before them that do not count. Default: 2. */
  readonly warmUps?: number;
}

interface Measured {
  readonly name: string;
  readonly target: number;
  readonly against: string;
  /** Ours divided by the baseline of the same round. */
  readonly ratios: readonly number[];
  readonly ours: readonly number[];
  readonly baseline: readonly number[];
}

const roundsDefault = 7;
const warmUpsDefault = 2;

/**
 * Runs both sides alternately, so that a change of the machine's speed affects both. The first rounds
 * are warm-ups and do not count.
 */
export async function compare({
  ours,
  baseline,
  rounds = roundsDefault,
  warmUps = warmUpsDefault,
  ...rest
}: Comparison): Promise<Measured> {
  const seen: { ours: number; baseline: number }[] = [];
  for (let round = 0; round < warmUps + rounds; round += 1) {
    const first = round % 2 === 0;
    const a = first ? await ours() : undefined;
    const b = await baseline();
    const result = { ours: a ?? (await ours()), baseline: b };
    if (round >= warmUps) seen.push(result);
  }
  return {
    ...rest,
    ratios: seen.map((one) => one.ours / one.baseline),
    ours: seen.map((one) => one.ours),
    baseline: seen.map((one) => one.baseline),
  };
}

/** The middle value, for an even count the upper one. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** A line per comparison: the ratio's minimum, median and maximum against its target. */
export function describe({ name, target, against, ratios, ours, baseline }: Measured): string {
  const mid = median(ratios);
  const spread = `${Math.min(...ratios).toFixed(2)} / ${mid.toFixed(2)} / ${Math.max(...ratios).toFixed(2)}`;
  const verdict = mid >= target ? 'met' : 'MISSED';
  const absolute = `${median(ours).toFixed(0)}/s against ${median(baseline).toFixed(0)}/s`;
  return `${name}\n   ratio min/median/max ${spread}, target ${target.toFixed(2)}: ${verdict}\n   against ${against} (medians ${absolute})`;
}
