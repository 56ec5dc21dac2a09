import type { Value } from '../../values.js';
import { SqlError } from '../../values.js';
import type { Bodies, Tree } from '../tree.js';
import { missing, textsOf, tree } from '../tree.js';
import { equalOf } from '../types/order.js';
import { numberRank } from '../types/type-names.js';
import { coerce, settled, unifiedType } from './coerce.js';
import { compile } from './compile.js';
import type { Expr, Of, Scope } from './frame.js';
import { constant } from './frame.js';
import { anyOrAll, common, comparison, operate, overArray } from './operators.js';

type Body = Bodies['A_Expr'];

type Make = (name: string, body: Body, scope: Scope) => Expr;

const overItems: Make = (name, body, scope) => {
  const [left, right] = sides(body, scope);
  return overArray(name, left, right, body.kind === 'AEXPR_OP_ANY', scope.unit);
};

const kinds: { readonly [Kind in NonNullable<Body['kind']>]?: Make } = {
  AEXPR_OP: plain,
  AEXPR_LIKE: plain,
  AEXPR_ILIKE: plain,
  AEXPR_OP_ANY: overItems,
  AEXPR_OP_ALL: overItems,
  AEXPR_IN: (name, body, scope) => inList(body, name === '<>', scope),
  AEXPR_DISTINCT: (_name, body, scope) => distinct(body, true, scope),
  AEXPR_NOT_DISTINCT: (_name, body, scope) => distinct(body, false, scope),
  AEXPR_NULLIF: (_name, body, scope) => nullIf(body, scope),
  AEXPR_BETWEEN: (_name, body, scope) => inRange(body, scope),
};

/** The expression of an operator between expressions. */
export function operatorCall(body: Body, scope: Scope): Expr {
  const make = body.kind && kinds[body.kind];
  if (!make) throw missing(`operator of the kind ${body.kind ?? ''}`);
  return make(textsOf(body.name).at(-1) ?? '', body, scope);
}

const sides = (body: Body, scope: Scope): readonly [Expr, Expr] => [
  compile(body.lexpr, scope),
  compile(body.rexpr, scope),
];

function plain(name: string, body: Body, scope: Scope): Expr {
  if (!body.lexpr) return signed(name, compile(body.rexpr, scope));
  const [one, other] = [tree(body.lexpr).RowExpr, tree(body.rexpr).RowExpr];
  if (one && other) return compareRows(name, one.args ?? [], other.args ?? [], scope);
  return operate(name, ...sides(body, scope), scope.unit);
}

function signed(name: string, expr: Expr): Expr {
  if (name !== '-' && name !== '+') throw missing(`operator ${name} of one value`);
  if (numberRank(expr.type) < 0)
    throw new SqlError('42883', `operator does not exist: - ${expr.type}`);
  if (name === '+') return expr;
  return {
    type: expr.type,
    of: (frame) => {
      const value = expr.of(frame);
      if (value === null) return null;
      return typeof value === 'bigint' ? -value : -(value as number);
    },
  };
}

/** (a, b) < (c, d): the first pair that differs decides, and a null on the way makes it unknown. */
function compareRows(
  name: string,
  left: readonly unknown[],
  right: readonly unknown[],
  scope: Scope,
): Expr {
  const pairs = left.map((each, at) => {
    const [a, b] = common(name, compile(each, scope), compile(right[at], scope), scope.unit);
    const equal = equalOf(a.type);
    const isLast = at === left.length - 1;
    const strictName = isLast || name === '=' || name === '<>' ? name : name.slice(0, 1);
    return { a: a.of, b: b.of, equal, decide: comparison(strictName, a.type).act };
  });
  if (name === '=' || name === '<>') return equalRows(pairs, name === '<>');
  return {
    type: 'bool',
    of: (frame) => {
      for (const [at, pair] of pairs.entries()) {
        const [a, b] = [pair.a(frame), pair.b(frame)];
        if (a === null || b === null) return null;
        if (at === pairs.length - 1 || !pair.equal(a, b)) return pair.decide(a, b);
      }
      return null;
    },
  };
}

function equalRows(
  pairs: readonly { a: Of; b: Of; equal: ReturnType<typeof equalOf> }[],
  isNegated: boolean,
): Expr {
  return {
    type: 'bool',
    of: (frame) => {
      let hasNull = false;
      for (const { a, b, equal } of pairs) {
        const [one, other] = [a(frame), b(frame)];
        if (one === null || other === null) hasNull = true;
        else if (!equal(one, other)) return isNegated;
      }
      return hasNull ? null : !isNegated;
    },
  };
}

function inList(body: Body, isNegated: boolean, scope: Scope): Expr {
  const left = compile(body.lexpr, scope);
  const items = (tree(body.rexpr).List?.items ?? []).map((item) => compile(item, scope));
  const type = unifiedType([left, ...items], 'IN');
  const of = coerce(left, type, scope.unit).of;
  const ofs = items.map((item) => coerce(item, type, scope.unit).of);
  const act = comparison('=', type).act;
  return {
    type: 'bool',
    of: (frame) => {
      const found = anyOrAll(of(frame), values(ofs, frame), act, true);
      return found === null ? null : found !== isNegated;
    },
  };
}

function* values(ofs: readonly Of[], frame: Parameters<Of>[0]): Iterable<Value> {
  for (const of of ofs) yield of(frame);
}

function distinct(body: Body, isDistinct: boolean, scope: Scope): Expr {
  const [left, right] = common('=', ...sides(body, scope), scope.unit);
  const equal = equalOf(left.type);
  return {
    type: 'bool',
    of: (frame) => {
      const [a, b] = [left.of(frame), right.of(frame)];
      const isSame = a === null || b === null ? a === b : equal(a, b);
      return isSame !== isDistinct;
    },
  };
}

function nullIf(body: Body, scope: Scope): Expr {
  const [left, right] = sides(body, scope);
  const kept = settled(left, scope.unit);
  const test = operate('=', kept, right, scope.unit);
  return { type: kept.type, of: (frame) => (test.of(frame) === true ? null : kept.of(frame)) };
}

function inRange(body: Body, scope: Scope): Expr {
  const value = compile(body.lexpr, scope);
  const [low, high] = (tree(body.rexpr).List?.items ?? []).map((item: Tree) =>
    compile(item, scope),
  );
  const none = constant(null, 'unknown');
  const from = operate('>=', value, low ?? none, scope.unit).of;
  const to = operate('<=', value, high ?? none, scope.unit).of;
  return {
    type: 'bool',
    of: (frame) => {
      const [a, b] = [from(frame), to(frame)];
      if (a === false || b === false) return false;
      return a === null || b === null ? null : true;
    },
  };
}
