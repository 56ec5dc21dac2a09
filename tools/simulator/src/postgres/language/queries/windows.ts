import type { Value } from '../../values.js';
import type { Frame, WindowCall } from '../expressions/frame.js';
import type { RowState } from './row-state.js';
import { restore } from './row-state.js';
import { sortBy } from './sorting.js';

interface Item {
  readonly at: number;
  readonly partition: string;
  readonly keys: readonly Value[];
  readonly values: readonly Value[];
}

/** The same states, with the results of the window functions. */
export function windowed(
  calls: readonly WindowCall[],
  states: readonly RowState[],
  frame: Frame,
): readonly RowState[] {
  for (const call of calls) compute(call, states, frame);
  return states;
}

function compute(call: WindowCall, states: readonly RowState[], frame: Frame): void {
  const items = states.map((state, at): Item => {
    restore(frame, state);
    return {
      at,
      partition: call.partitionKey(call.partition.map((of) => of(frame))),
      keys: call.order.map(({ of }) => of(frame)),
      values: call.args.map((of) => of(frame)),
    };
  });
  for (const partition of Map.groupBy(items, (item) => item.partition).values()) {
    const sorted = sortBy([...partition], call.order);
    const results = call.results(
      sorted.map(({ values }) => values),
      frameEnds(sorted, call),
    );
    for (const [place, { at }] of sorted.entries()) {
      const state = states[at];
      if (state) state.computed[call.place] = results[place] ?? null;
    }
  }
}

/** Where the frame of each row ends: behind its peers, or at the end without an order. */
function frameEnds(items: readonly Item[], { order }: WindowCall): number[] {
  const last = items.length - 1;
  if (order.length === 0) return items.map(() => last);
  const ends = new Array<number>(items.length).fill(last);
  for (let at = last - 1; at >= 0; at--) {
    const [one, next] = [items[at]?.keys ?? [], items[at + 1]?.keys ?? []];
    const isPeer = order.every(
      ({ compare }, place) => compare(one[place] ?? null, next[place] ?? null) === 0,
    );
    ends[at] = isPeer ? (ends[at + 1] ?? last) : at;
  }
  return ends;
}
