import type { Row, Value } from '../../values.js';
import { SqlError } from '../../values.js';
import { query } from './compile.js';
import type { Query } from './frame.js';
import type { Bodies } from '../tree.js';
import { missing, textsOf, tree } from '../tree.js';
import { arrayOf } from '../types/type-names.js';
import { settled } from './coerce.js';
import { compile } from './compile.js';
import type { Expr, Frame, Scope } from './frame.js';
import { anyOrAll, common, comparison, operate } from './operators.js';

type Rows = (frame: Frame) => readonly Row[];

/** The expression of a query inside an expression. */
export function subLink(body: Bodies['SubLink'], scope: Scope): Expr {
  const wasVolatile = scope.unit.isVolatile;
  scope.unit.isVolatile = false;
  const sub = query(tree(body.subselect), scope, scope.unit);
  const isStable = !scope.unit.isVolatile && !sub.reachesOut;
  scope.unit.isVolatile ||= wasVolatile;
  const type = body.subLinkType;
  if (type === 'EXISTS_SUBLINK') {
    const rows = rowsOf(sub, scope, isStable, 1);
    return { type: 'bool', of: (frame) => rows(frame).length > 0 };
  }
  if (type === 'EXPR_SUBLINK') return scalar(sub, rowsOf(sub, scope, isStable, 2));
  const rows = rowsOf(sub, scope, isStable);
  if (type === 'ARRAY_SUBLINK') {
    return { type: arrayOf(sub.columns[0]?.type ?? 'text'), of: (frame) => rows(frame).map(first) };
  }
  if (type === 'ANY_SUBLINK' || type === 'ALL_SUBLINK') return quantified(body, sub, rows, scope);
  throw missing(`query of the kind ${type ?? ''} in an expression`);
}

const first = (row: Row): Value => row[0] ?? null;

/** The rows of the query; those of a query that depends on nothing are read once for a run of the query around it. */
function rowsOf(sub: Query, scope: Scope, isStable: boolean, cap?: number): Rows {
  if (!isStable) return (frame) => sub.rows(frame.run, frame, cap);
  const place = scope.layout.once++;
  return (frame) => (frame.once[place] ??= sub.rows(frame.run, frame, cap)) as readonly Row[];
}

function scalar(sub: Query, rows: Rows): Expr {
  if (sub.columns.length !== 1) throw new SqlError('42601', 'subquery must return only one column');
  return {
    type: sub.columns[0]?.type ?? 'text',
    of: (frame) => {
      const found = rows(frame);
      if (found.length > 1) {
        throw new SqlError(
          '21000',
          'more than one row returned by a subquery used as an expression',
        );
      }
      return found[0]?.[0] ?? null;
    },
  };
}

function quantified(body: Bodies['SubLink'], sub: Query, rows: Rows, scope: Scope): Expr {
  const name = textsOf(body.operName).at(-1) ?? '=';
  const isAny = body.subLinkType === 'ANY_SUBLINK';
  const row = tree(body.testexpr).RowExpr;
  if (row) return rowsIn(row.args ?? [], name, isAny, sub, rows, scope);
  const left = compile(body.testexpr, scope);
  const right: Expr = { type: sub.columns[0]?.type ?? 'text', of: () => null };
  if (name !== '=') {
    const value: { now: Value } = { now: null };
    const test = operate(
      name,
      settled(left, scope.unit),
      { ...right, of: () => value.now },
      scope.unit,
    );
    return {
      type: 'bool',
      of: (frame) => eachTested(rows(frame), value, () => test.of(frame), isAny),
    };
  }
  const [a, b] = common(name, left, right, scope.unit);
  if (b.type !== right.type) throw missing('IN of a query whose column needs a cast');
  const { act } = comparison('=', a.type);
  return { type: 'bool', of: (frame) => anyOrAll(a.of(frame), rows(frame).map(first), act, isAny) };
}

function eachTested(
  rows: readonly Row[],
  value: { now: Value },
  test: () => Value,
  isAny: boolean,
): Value {
  let hasNull = false;
  for (const row of rows) {
    value.now = first(row);
    const answer = test();
    if (answer === isAny) return isAny;
    if (answer === null) hasNull = true;
  }
  return hasNull ? null : !isAny;
}

function rowsIn(
  args: readonly unknown[],
  name: string,
  isAny: boolean,
  sub: Query,
  rows: Rows,
  scope: Scope,
): Expr {
  if (name !== '=' || !isAny) throw missing('comparison of a row with the rows of a query');
  const pairs = args.map((arg, at) => {
    const right: Expr = { type: sub.columns[at]?.type ?? 'text', of: () => null };
    const [a] = common('=', compile(arg, scope), right, scope.unit);
    return { of: a.of, act: comparison('=', a.type).act };
  });
  return {
    type: 'bool',
    of: (frame) => {
      const left = pairs.map(({ of }) => of(frame));
      let hasNull = false;
      for (const row of rows(frame)) {
        const answers = pairs.map(({ act }, at) => {
          const [a, b] = [left[at] ?? null, row[at] ?? null];
          return a === null || b === null ? null : act(a, b);
        });
        if (answers.every((answer) => answer === true)) return true;
        if (!answers.includes(false)) hasNull = true;
      }
      return hasNull ? null : false;
    },
  };
}
