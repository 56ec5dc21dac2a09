import { isJsonObject } from '../../base/json/json-value.js';
import type { BodyPath } from '../../base/json/json-value.js';
import type { BodyFault } from './fault.js';

/** The position of each member name, by object. */
type Positions = Map<object, ReadonlyMap<string, number>>;

/** Sorts faults by their places in the body. A missing member comes last in its object. */
export function inDocumentOrder(faults: readonly BodyFault[], body: unknown): BodyFault[] {
  const positions: Positions = new Map();
  return faults
    .map((fault) => ({ fault, ranks: ranksOf(fault.at, body, positions) }))
    .sort((a, b) => compareRanks(a.ranks, b.ranks))
    .map(({ fault }) => fault);
}

function ranksOf(path: BodyPath, body: unknown, positions: Positions): number[] {
  let value: unknown = body;
  return path.map((token) => {
    if (Array.isArray(value)) {
      value = value[Number(token)];
      return Number(token);
    }
    const rank = isJsonObject(value) ? positionsIn(value, positions).get(String(token)) : undefined;
    value = rank === undefined ? undefined : (value as Readonly<Record<string, unknown>>)[token];
    return rank ?? Number.MAX_SAFE_INTEGER;
  });
}

function positionsIn(owner: object, positions: Positions): ReadonlyMap<string, number> {
  const known = positions.get(owner);
  if (known !== undefined) return known;
  const fresh = new Map(Object.keys(owner).map((name, index) => [name, index]));
  positions.set(owner, fresh);
  return fresh;
}

function compareRanks(a: readonly number[], b: readonly number[]): number {
  const length = Math.min(a.length, b.length);
  for (let index = 0; index < length; index += 1) {
    const difference = (a[index] ?? 0) - (b[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}
