import type { BodyPath } from '../../base/json/json-value.js';
import { isJsonObject } from '../../base/json/json-value.js';
import type { BodyFault } from './fault.js';
import type { BodyContext, BodyRule, Partly } from './rule.js';

/**
 * The faults that rules find in an invalid body. First every value with a schema fault is removed, so
 * that rules see only valid values. Faults that rules conclude from such a gap are dropped.
 */
export function ruleFaults<T>(
  rule: BodyRule<T>,
  instance: object,
  refused: readonly BodyFault[],
  context: BodyContext,
): BodyFault[] {
  for (const { at } of refused) clear(instance, at);
  const refusedPlaces = new Set(refused.map(({ at }) => placeKey(at)));
  const isRefused = (place: BodyPath) => refusedPlaces.has(placeKey(place));
  return rule(instance as Partly<T>, context).filter(
    ({ at, derivedFrom = [], hiddenBy = [] }) =>
      ![...wayTo(at), ...derivedFrom.map((member) => [...at, member])].some(isRefused) &&
      !hiddenBy.some((place) => refused.some((one) => startsWith(one.at, place))),
  );
}

/** A place and every object or list that contains it. */
function wayTo(at: BodyPath): BodyPath[] {
  return Array.from({ length: at.length + 1 }, (_, depth) => at.slice(0, depth));
}

function startsWith(at: BodyPath, place: BodyPath): boolean {
  return place.every((token, index) => at[index] === token);
}

function placeKey(at: BodyPath): string {
  return JSON.stringify(at);
}

function clear(instance: object, at: BodyPath): void {
  let owner: unknown = instance;
  for (const token of at.slice(0, -1)) owner = memberOf(owner, token);
  const last = at.at(-1);
  if (last !== undefined && memberOf(owner, last) !== undefined)
    Reflect.set(owner as object, last, undefined);
}

function memberOf(owner: unknown, token: string | number): unknown {
  if (typeof owner !== 'object' || owner === null || !Object.hasOwn(owner, token)) return undefined;
  return (owner as Readonly<Record<string | number, unknown>>)[token];
}

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
