import type { Column, Row } from '../../values.js';
import type { Frame, Scope } from '../expressions/frame.js';
import { missing } from '../tree.js';
import { compiled, projection, targetsOf } from './targets.js';

/** The result of RETURNING for each row that was written. */
export interface Returning {
  readonly columns: readonly Column[];
  readonly row: (frame: Frame) => Row | undefined;
}

export function returning(
  list: readonly unknown[] | undefined,
  scope: Scope,
): Returning | undefined {
  if (!list) return undefined;
  const columns = compiled(targetsOf(list, scope), scope, undefined);
  if (columns.some(({ set }) => set !== undefined)) throw missing('set of rows in RETURNING');
  const project = projection(columns);
  return {
    columns: columns.map(({ name, type }) => ({ name, type })),
    row: (frame) => project(frame)[0],
  };
}
