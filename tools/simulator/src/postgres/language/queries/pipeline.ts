import type { Row, Value } from '../../values.js';
import type { Of, Run, WindowCall } from '../expressions/frame.js';
import { Frame } from '../expressions/frame.js';
import type { Stage } from './arrange.js';
import type { Grouping } from './grouping.js';
import { grouped } from './grouping.js';
import type { Range } from './limits.js';
import type { Lock } from './locking.js';
import { lockedRow } from './locking.js';
import type { Outcome } from '../expressions/frame.js';
import type { RowState } from './row-state.js';
import { restore, stateOf } from './row-state.js';
import type { OutputKey } from './sorting.js';
import { sortBy } from './sorting.js';
import { windowed } from './windows.js';

/** What a SELECT does with the rows of its relations. */
export interface Plan {
  readonly stage: Stage;
  readonly grouping: Grouping | undefined;
  readonly windows: readonly WindowCall[];
  readonly project: (frame: Frame) => readonly Row[];
  readonly order: readonly OutputKey[];
  /** Of rows with the same key only the first stays. */
  readonly distinct:
    | {
        readonly key: (values: readonly Value[]) => string;
        readonly ofs: readonly Of[] | undefined;
      }
    | undefined;
  readonly range: (frame: Frame, cap: number | undefined) => Range;
  readonly locks: readonly Lock[];
}

/** A row of the result. */
interface Entry {
  readonly row: Row;
  readonly keys: readonly Value[];
  readonly distinctKey: string;
  readonly state: RowState | undefined;
}

export function runPlan(
  plan: Plan,
  run: Run,
  outer: Frame | undefined,
  cap: number | undefined,
): Outcome {
  const frame = new Frame(run, outer);
  const range = plan.range(frame, cap);
  if (range.to <= range.from) return { rows: [], count: 0 };
  if (isPlain(plan)) return plainRows(plan, frame, range);
  const entries = collect(plan, frame, range);
  const sorted = withoutRepeats(plan, sortBy(entries, plan.order));
  const rows =
    plan.locks.length > 0
      ? lockedRows(plan, frame, sorted, range)
      : sorted.slice(range.from, range.to).map(({ row }) => row);
  return { rows, count: rows.length };
}

/** Rows go from the relations to the result as they come. */
const isPlain = ({ grouping, windows, order, distinct, locks }: Plan): boolean =>
  !grouping && !distinct && windows.length + order.length + locks.length === 0;

function plainRows({ stage, project }: Plan, frame: Frame, { from, to }: Range): Outcome {
  const found: Row[] = [];
  stage(frame, () => {
    for (const row of project(frame)) found.push(row);
    return found.length >= to;
  })();
  const rows = from === 0 && found.length <= to ? found : found.slice(from, to);
  return { rows, count: rows.length };
}

function collect(plan: Plan, frame: Frame, { to }: Range): Entry[] {
  const entries: Entry[] = [];
  const isStreamed = plan.order.length === 0 && !plan.distinct && plan.locks.length === 0;
  const emit = (): boolean => {
    for (const row of plan.project(frame)) entries.push(entryOf(plan, frame, row));
    return isStreamed && entries.length >= to;
  };
  if (!plan.grouping && plan.windows.length === 0) {
    plan.stage(frame, emit)();
    return entries;
  }
  const states = plan.grouping
    ? grouped(plan.grouping, plan.stage, frame)
    : plainStates(plan.stage, frame);
  for (const state of windowed(plan.windows, states, frame)) {
    restore(frame, state);
    if (emit()) break;
  }
  return entries;
}

function plainStates(stage: Stage, frame: Frame): RowState[] {
  const states: RowState[] = [];
  stage(frame, () => {
    states.push(stateOf(frame));
    return false;
  })();
  return states;
}

function entryOf({ order, distinct, locks }: Plan, frame: Frame, row: Row): Entry {
  const keys = order.map(({ output, of }) =>
    output === undefined ? of(frame) : (row[output] ?? null),
  );
  const distinctKey = distinct ? distinct.key(distinct.ofs?.map((of) => of(frame)) ?? row) : '';
  return { row, keys, distinctKey, state: locks.length > 0 ? stateOf(frame) : undefined };
}

function withoutRepeats({ distinct }: Plan, entries: readonly Entry[]): readonly Entry[] {
  if (!distinct) return entries;
  const seen = new Set<string>();
  return entries.filter(({ distinctKey }) => {
    if (seen.has(distinctKey)) return false;
    seen.add(distinctKey);
    return true;
  });
}

/** Locks rows in their order until there are enough. A row that another transaction holds may be skipped. */
function lockedRows(
  plan: Plan,
  frame: Frame,
  entries: readonly Entry[],
  { from, to }: Range,
): Row[] {
  const rows: Row[] = [];
  for (const { state } of entries) {
    if (rows.length >= to) break;
    if (!state) continue;
    restore(frame, state);
    if (!plan.locks.every((lock) => lockedRow(lock, frame))) continue;
    const [row] = plan.project(frame);
    if (row) rows.push(row);
  }
  return rows.slice(from);
}
