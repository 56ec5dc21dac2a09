import { SqlError } from '../../values.js';
import { coerce } from '../expressions/coerce.js';
import { compile } from '../expressions/compile.js';
import type { Frame, Of, Scope } from '../expressions/frame.js';
import type { Bodies } from '../tree.js';
import { missing } from '../tree.js';

/** Which rows of a result are wanted. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** LIMIT and OFFSET, and the bound of a caller that needs only the first rows. Throws 2201W and 2201X. */
export function limits(
  body: Bodies['SelectStmt'],
  scope: Scope,
): (frame: Frame, cap: number | undefined) => Range {
  if (body.limitOption === 'LIMIT_OPTION_WITH_TIES') throw missing('LIMIT WITH TIES');
  const count = number(body.limitCount, scope);
  const offset = number(body.limitOffset, scope);
  return (frame, cap = Infinity) => {
    const from = checked(offset?.(frame) ?? null, '2201X', 0);
    const wanted = checked(count?.(frame) ?? null, '2201W', Infinity);
    return { from, to: from + Math.min(wanted, cap) };
  };
}

const number = (node: unknown, scope: Scope): Of | undefined =>
  node === undefined
    ? undefined
    : coerce(compile(node, scope), 'int8', scope.unit, 'assignment').of;

function checked(value: ReturnType<Of>, code: string, otherwise: number): number {
  if (value === null) return otherwise;
  if (Number(value) < 0) throw new SqlError(code, 'LIMIT and OFFSET must not be negative');
  return Number(value);
}
