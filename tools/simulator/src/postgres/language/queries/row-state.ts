import type { Tuple } from '../../storage.port.js';
import type { Row, Value } from '../../values.js';
import type { Frame } from '../expressions/frame.js';

/** What a frame holds for one row of a join. */
export interface RowState {
  readonly rows: Row[];
  readonly tuples: (Tuple | undefined)[];
  readonly computed: Value[];
}

export const stateOf = ({ rows, tuples, computed }: Frame): RowState => ({
  rows: [...rows],
  tuples: [...tuples],
  computed: [...computed],
});

export function restore(frame: Frame, { rows, tuples, computed }: RowState): void {
  frame.rows = [...rows];
  frame.tuples = [...tuples];
  frame.computed = [...computed];
}
