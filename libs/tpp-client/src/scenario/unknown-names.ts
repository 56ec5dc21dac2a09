import type { Scenario } from './scenario.js';
import { expressions, isOwnValue } from './values.js';

/** A name that is used before a step has kept a value under it. */
interface UnknownName {
  readonly path: readonly (string | number)[];
  readonly text: string;
}

/** The expressions of a scenario that have no value where they stand. */
export function unknownNames({ given = {}, steps }: Scenario): readonly UnknownName[] {
  const kept = new Set<string>(Object.keys(given.values ?? {}));
  const faults: UnknownName[] = [];
  const look = (value: unknown, path: UnknownName['path'], which: string) => {
    faults.push(
      ...unknownIn(value, path, kept).map((one) => ({ ...one, text: `${which}${one.text}` })),
    );
  };
  look(given.values, ['given', 'values'], '');
  look(given.headers, ['given', 'headers'], '');
  for (const [at, one] of (given.data ?? []).entries()) {
    look(one, ['given', 'data', at], '');
    if (one.as !== undefined) kept.add(one.as);
  }
  for (const [at, step] of steps.entries()) {
    look(step, ['steps', at], `step ${String(at + 1)}: `);
    if (step.as !== undefined) kept.add(step.as);
  }
  return faults;
}

function unknownIn(
  value: unknown,
  path: UnknownName['path'],
  kept: ReadonlySet<string>,
): readonly UnknownName[] {
  if (typeof value === 'string') {
    return [...value.matchAll(expressions)]
      .map(([, expression = '']) => expression)
      .filter((one) => !isOwnValue(one) && !kept.has(one.split('.')[0] ?? ''))
      .map((one) => ({ path, text: `\${${one}} has no value here: no earlier step keeps it` }));
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) => {
    const last = Array.isArray(value) ? Number(key) : key;
    return unknownIn(one, [...path, last], kept);
  });
}
