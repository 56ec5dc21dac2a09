import type { Row, TypeName } from '../../values.js';
import { SqlError } from '../../values.js';
import type { Scope, Unit } from '../expressions/frame.js';
import { childScope, Frame } from '../expressions/frame.js';
import type { Bodies } from '../tree.js';
import { missing } from '../tree.js';
import type { Convert } from '../types/casts.js';
import { castOf } from '../types/casts.js';
import { keyOf } from '../types/order.js';
import { commonType } from '../types/type-names.js';
import { limits } from './limits.js';
import type { Query } from '../expressions/frame.js';
import { query } from '../expressions/compile.js';
import { queryOf } from './query-of.js';
import { distinctRows, outputKeys, sortBy } from './sorting.js';

type Expected = readonly (TypeName | undefined)[] | undefined;

/** UNION, EXCEPT and INTERSECT of two queries. */
export function setOperation(
  body: Bodies['SelectStmt'],
  outer: Scope | undefined,
  unit: Unit,
  expected: Expected,
): Query {
  const left = query({ SelectStmt: body.larg ?? {} }, outer, unit, expected);
  const wanted = left.columns.map(({ type }, at) =>
    left.undecided?.has(at) ? expected?.[at] : type,
  );
  const right = query({ SelectStmt: body.rarg ?? {} }, outer, unit, wanted);
  const columns = left.columns.map(({ name }, at) => ({ name, type: typeOf(left, right, at) }));
  const [ofLeft, ofRight] = [converter(left, columns), converter(right, columns)];
  const combine = combination(
    body,
    keyOf(columns.map(({ type }) => (type === 'json' ? 'text' : type))),
  );
  const keys = outputKeys(body.sortClause ?? [], columns, () => {
    throw missing('ORDER BY of an expression over UNION');
  });
  const limit = limits(body, childScope(outer, unit));
  return queryOf(
    { command: 'SELECT', columns },
    (run, around, cap) => {
      const combined = combine(ofLeft(left.rows(run, around)), ofRight(right.rows(run, around)));
      const items = combined.map((row) => ({
        row,
        keys: keys.map(({ output = 0 }) => row[output] ?? null),
      }));
      const { from, to } = limit(new Frame(run, around), cap);
      const rows = sortBy(items, keys)
        .slice(from, to)
        .map(({ row }) => row);
      return { rows, count: rows.length };
    },
    left.reachesOut || right.reachesOut,
  );
}

function typeOf(left: Query, right: Query, at: number): TypeName {
  const of = ({ columns, undecided }: Query): TypeName =>
    undecided?.has(at) ? 'unknown' : (columns[at]?.type ?? 'unknown');
  const type = commonType(of(left), of(right));
  if (type === undefined || left.columns.length !== right.columns.length) {
    throw new SqlError('42804', `UNION types ${of(left)} and ${of(right)} cannot be matched`);
  }
  return type === 'unknown' ? 'text' : type;
}

/** Gives rows the types of the result. */
function converter(from: Query, to: Query['columns']): (rows: readonly Row[]) => readonly Row[] {
  const converts = from.columns.map(({ type }, at) => convertOf(type, to[at]?.type ?? type));
  if (converts.every((convert) => convert === undefined)) return (rows) => rows;
  return (rows) =>
    rows.map((row) =>
      row.map((value, at) => (value === null ? null : (converts[at]?.(value) ?? value))),
    );
}

const convertOf = (from: TypeName, to: TypeName): Convert | undefined =>
  from === to ? undefined : castOf(from, to);

type Combine = (left: readonly Row[], right: readonly Row[]) => Row[];

function combination(body: Bodies['SelectStmt'], key: (row: Row) => string): Combine {
  if (body.op === 'SETOP_UNION') {
    if (body.all) return (left, right) => [...left, ...right];
    return (left, right) => distinctRows([...left, ...right], key);
  }
  if (body.all) throw missing('EXCEPT ALL and INTERSECT ALL');
  const isKept = body.op === 'SETOP_INTERSECT';
  return (left, right) => {
    const known = new Set(right.map(key));
    return distinctRows(left, key).filter((row) => known.has(key(row)) === isKept);
  };
}
