import type { Row, Value } from '../../values.js';
import type { Accumulator, AggregateCall, Frame, Of } from '../expressions/frame.js';
import type { Stage } from './arrange.js';
import type { RowState } from './row-state.js';
import { restore, stateOf } from './row-state.js';
import { sortBy } from './sorting.js';

/** How rows come together, and what is computed over each group. */
export interface Grouping {
  readonly keys: readonly Of[];
  readonly keyOf: (values: readonly Value[]) => string;
  /** Without GROUP BY there is one group, even without rows. */
  readonly hasOneGroup: boolean;
  readonly calls: readonly AggregateCall[];
  readonly having: Of | undefined;
  readonly slots: number;
}

interface GroupOfRows {
  readonly first: RowState;
  readonly folds: readonly Fold[];
}

/** An aggregate over the rows of one group. */
interface Fold {
  readonly add: (frame: Frame) => void;
  readonly result: () => Value;
}

/** A state of the frame for each group: its first row, and the results of the aggregates. */
export function grouped(grouping: Grouping, stage: Stage, frame: Frame): RowState[] {
  const groups = new Map<string, GroupOfRows>();
  stage(frame, () => {
    const key = grouping.keyOf(grouping.keys.map((of) => of(frame)));
    let group = groups.get(key);
    if (!group)
      groups.set(key, (group = { first: stateOf(frame), folds: grouping.calls.map(foldOf) }));
    for (const fold of group.folds) fold.add(frame);
    return false;
  })();
  if (grouping.hasOneGroup && groups.size === 0) {
    groups.set('', {
      first: { rows: noRows(grouping.slots), tuples: [], computed: [] },
      folds: grouping.calls.map(foldOf),
    });
  }
  return [...groups.values()].flatMap((group) => finished(group, grouping, frame));
}

const noRows = (slots: number): Row[] => Array.from({ length: slots }, () => []);

function finished(
  { first, folds }: GroupOfRows,
  { calls, having }: Grouping,
  frame: Frame,
): RowState[] {
  const computed = [...first.computed];
  for (const [at, { place }] of calls.entries()) computed[place] = folds[at]?.result() ?? null;
  const state = { ...first, computed };
  if (!having) return [state];
  restore(frame, state);
  return having(frame) === true ? [state] : [];
}

function foldOf(call: AggregateCall): Fold {
  const { args, filter, order, distinct } = call;
  if (order.length > 0) return sortedFold(call);
  const accumulator = call.start();
  const seen = new Set<string>();
  return {
    add: (frame) => {
      if (filter && filter(frame) !== true) return;
      const values = args.map((of) => of(frame));
      if (isRepeat(values, distinct, seen)) return;
      accumulator.add(values);
    },
    result: () => accumulator.result(),
  };
}

function isRepeat(
  values: readonly Value[],
  key: AggregateCall['distinct'],
  seen: Set<string>,
): boolean {
  if (!key) return false;
  const text = key(values);
  if (seen.has(text)) return true;
  seen.add(text);
  return false;
}

function sortedFold({ args, filter, order, distinct, start }: AggregateCall): Fold {
  const items: { values: Value[]; keys: Value[] }[] = [];
  return {
    add: (frame) => {
      if (filter && filter(frame) !== true) return;
      items.push({ values: args.map((of) => of(frame)), keys: order.map(({ of }) => of(frame)) });
    },
    result: () => {
      const accumulator: Accumulator = start();
      const seen = new Set<string>();
      for (const { values } of sortBy(items, order)) {
        if (!isRepeat(values, distinct, seen)) accumulator.add(values);
      }
      return accumulator.result();
    },
  };
}
