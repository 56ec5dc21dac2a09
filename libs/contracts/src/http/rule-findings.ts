import type { Finding } from './finding.js';
import type { BodyPath } from './json-pointer.js';
import type { Partly } from './rules/partly.js';
import type { BodyContext, BodyRule } from './rules/rule.js';

/**
 * Findings of the rules over what the schema left standing. The instance is emptied at every place
 * the schema refused, so that rules meet only values of the right form; and what they conclude from
 * such a gap is dropped.
 */
export function ruleFindings<T>(
  rule: BodyRule<T>,
  instance: object,
  refused: readonly Finding[],
  context: BodyContext,
): Finding[] {
  for (const { at } of refused) clear(instance, at);
  const refusedPlaces = new Set(refused.map(({ at }) => placeKey(at)));
  return rule(instance as Partly<T>, context).filter(({ at, derivedFrom = [] }) =>
    [...wayTo(at), ...derivedFrom.map((member) => [...at, member])].every(
      (place) => !refusedPlaces.has(placeKey(place)),
    ),
  );
}

/** A place and all that it stands in. */
function wayTo(at: BodyPath): BodyPath[] {
  return Array.from({ length: at.length + 1 }, (_, depth) => at.slice(0, depth));
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
