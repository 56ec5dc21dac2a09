import type { IndexInfo, TableInfo, Tuple } from '../../storage.port.js';
import type { Value } from '../../values.js';
import type { Frame } from '../expressions/frame.js';
import type { Conjunct, Equality } from './conjuncts.js';

/** The rows of a table that may fulfil the conditions. */
export type Access = (frame: Frame) => Iterable<Tuple>;

/** How an index finds the rows; nothing when only a scan does. */
export function accessOf(
  slot: number,
  table: TableInfo,
  waiting: readonly Conjunct[],
  bound: ReadonlySet<number>,
): Access | undefined {
  const usable = waiting
    .flatMap(({ equalities }) => equalities)
    .filter((each) => each.slot === slot && each.needs.isSubsetOf(bound) && !each.needs.has(slot));
  let best: { index: IndexInfo; keys: Equality[] } | undefined;
  for (const index of table.indexes) {
    const keys = index.isPartial ? [] : prefix(index, usable);
    if (keys.length > (best?.keys.length ?? 0)) best = { index, keys };
  }
  return best && search(table, best.index, best.keys);
}

/** An equality for each of the first columns of an index, at most one of them with many values. */
function prefix(index: IndexInfo, usable: readonly Equality[]): Equality[] {
  const keys: Equality[] = [];
  for (const column of index.columns) {
    const fitting = usable.filter((each) => each.column === column);
    const hasMany = keys.some(({ isMany }) => isMany);
    const found = fitting.find(({ isMany }) => !isMany) ?? (hasMany ? undefined : fitting[0]);
    if (!found) break;
    keys.push(found);
  }
  return keys;
}

function search(table: TableInfo, index: IndexInfo, keys: readonly Equality[]): Access {
  const many = keys.findIndex(({ isMany }) => isMany);
  return (frame) => {
    const values = keys.map(({ of }) => of(frame));
    if (values.includes(null)) return [];
    if (many < 0) return frame.run.storage.lookup(table, index, values);
    return searchEach(frame, table, index, values, many);
  };
}

function* searchEach(
  frame: Frame,
  table: TableInfo,
  index: IndexInfo,
  values: readonly Value[],
  many: number,
): Iterable<Tuple> {
  for (const value of new Set(values[many] as readonly Value[])) {
    if (value !== null) yield* frame.run.storage.lookup(table, index, values.with(many, value));
  }
}
