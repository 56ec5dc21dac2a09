import type { DiskUse, TablePart } from './disk-use.js';

/** What a bank may occupy for each case, in KB of 1,000 bytes. */
export interface ByteGoals {
  readonly databases: number;
  readonly topics: number;
}

const share = 0.02;
const bytesPerKb = 1000;

/**
 * The bytes of one case, by subtraction: the sums, each table and topic with at least 2 % of them, and a line for each such
 * table with its heap, TOAST and indexes.
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
  const tables = growthOf(byTable(before.parts), byTable(after.parts), count);
  const topics = growthOf(before.topics, after.topics, count);
  return [
    `${name} (${String(count)})`,
    `   databases ${sumOf(tables)} KB, target ${goals.databases.toFixed(1)}: ${partsOf(tables)}`,
    `   topics    ${sumOf(topics)} KB a broker, target ${goals.topics.toFixed(1)}: ${partsOf(topics)}`,
    `   WAL       ${kb((after.wal - before.wal) / count)} KB`,
    ...largestOf(tables).map(([table, bytes]) => {
      const parts = growthOf(partsIn(table, before.parts), partsIn(table, after.parts), count);
      return `   ${table.padEnd(nameWidth)} ${kb(bytes)}: ${writtenOf(parts.filter(([, size]) => size > 0))}`;
    }),
  ];
}

const nameWidth = 32;

type Growth = readonly (readonly [name: string, bytes: number])[];

function byTable(parts: readonly TablePart[]): ReadonlyMap<string, number> {
  const tables = new Map<string, number>();
  for (const { table, bytes } of parts) tables.set(table, (tables.get(table) ?? 0) + bytes);
  return tables;
}

const partsIn = (wanted: string, parts: readonly TablePart[]): ReadonlyMap<string, number> =>
  new Map(
    parts.filter(({ table }) => table === wanted).map(({ part, bytes }) => [part, bytes] as const),
  );

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

function largestOf(growth: Growth): Growth {
  const least = total(growth) * share;
  return growth.filter(([, bytes]) => bytes > least);
}

const partsOf = (growth: Growth) => writtenOf(largestOf(growth));

const writtenOf = (growth: Growth) =>
  growth.map(([name, bytes]) => `${name} ${kb(bytes)}`).join(', ');

const kb = (bytes: number) => (bytes / bytesPerKb).toFixed(2);
