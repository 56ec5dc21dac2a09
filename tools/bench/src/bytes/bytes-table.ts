import type { DiskUse } from './disk-use.js';

/** What a bank may occupy for each case, in KB of 1,000 bytes. */
export interface ByteGoals {
  readonly databases: number;
  readonly topics: number;
}

const share = 0.02;
const bytesPerKb = 1000;

/**
 * The bytes of one case, by subtraction: the sums, and each table and topic with at least 2 % of them.
 *
 * @param count how many of the case lie between the two readings
 */
export function bytesOf(
  {
    name,
    count,
    goals,
  }: { readonly name: string; readonly count: number; readonly goals: ByteGoals },
  before: DiskUse,
  after: DiskUse,
): readonly string[] {
  const tables = growthOf(before.tables, after.tables, count);
  const topics = growthOf(before.topics, after.topics, count);
  return [
    `${name} (${String(count)})`,
    `   databases ${sumOf(tables)} KB, target ${goals.databases.toFixed(1)}: ${partsOf(tables)}`,
    `   topics    ${sumOf(topics)} KB a broker, target ${goals.topics.toFixed(1)}: ${partsOf(topics)}`,
    `   WAL       ${kb((after.wal - before.wal) / count)} KB`,
  ];
}

type Growth = readonly (readonly [name: string, bytes: number])[];

function growthOf(
  before: ReadonlyMap<string, number>,
  after: ReadonlyMap<string, number>,
  count: number,
): Growth {
  const grown = [...after].map(
    ([name, bytes]) => [name, (bytes - (before.get(name) ?? 0)) / count] as const,
  );
  return grown.sort(([, one], [, other]) => other - one);
}

const total = (growth: Growth) => growth.reduce((sum, [, bytes]) => sum + bytes, 0);
const sumOf = (growth: Growth) => kb(total(growth));

function partsOf(growth: Growth): string {
  const least = total(growth) * share;
  return growth
    .filter(([, bytes]) => bytes > least)
    .map(([name, bytes]) => `${name} ${kb(bytes)}`)
    .join(', ');
}

const kb = (bytes: number) => (bytes / bytesPerKb).toFixed(2);
