import type { Value } from '../../values.js';
import { SqlError } from '../../values.js';
import { call } from '../functions/call.js';
import type { Bodies, Tree } from '../tree.js';
import { kindOf, missing, textsOf, tree } from '../tree.js';
import { compareOf } from '../types/order.js';
import { arrayOf, elementOf, isArray, recordOf, typeOf } from '../types/type-names.js';
import { coerce, settled, unify } from './coerce.js';
import { columnRef, fieldOf } from './columns.js';
import { compile, condition } from './compile.js';
import type { Expr, Of, Scope } from './frame.js';
import { constant } from './frame.js';
import { operatorCall } from './operator-calls.js';
import { subLink } from './sub-links.js';

type Handler<Kind extends keyof Bodies> = (body: Bodies[Kind], scope: Scope) => Expr;

const handlers: { readonly [Kind in keyof Bodies]?: Handler<Kind> } = {
  A_Const: literal,
  ColumnRef: columnRef,
  ParamRef: parameter,
  A_Expr: operatorCall,
  BoolExpr: boolean,
  NullTest: nullTest,
  BooleanTest: booleanTest,
  TypeCast: typeCast,
  CaseExpr: caseOf,
  CoalesceExpr: coalesce,
  MinMaxExpr: extreme,
  FuncCall: call,
  SubLink: subLink,
  RowExpr: row,
  A_ArrayExpr: array,
  A_Indirection: indirection,
  CollateClause: collate,
  SQLValueFunction: valueFunction,
};

/** Compiles an expression of any kind. Throws SqlError as PostgreSQL does, and 0A000 for what the model does not have. */
export function compileExpression(node: Tree, scope: Scope): Expr {
  const kind = kindOf(node) as keyof Bodies;
  const handler = handlers[kind] as Handler<typeof kind> | undefined;
  if (!handler) throw missing(`expression ${kind}`);
  return handler(node[kind] as never, scope);
}

function literal(body: Bodies['A_Const']): Expr {
  if (body.isnull) return { type: 'unknown', literal: null, of: () => null };
  if (body.ival) return constant(body.ival.ival ?? 0, 'int4');
  if (body.boolval) return constant(body.boolval.boolval ?? false, 'bool');
  if (body.fval) return numberLiteral(body.fval.fval ?? '0');
  const text = body.sval?.sval ?? '';
  if (body.sval === undefined) throw missing('literal of this kind');
  return { type: 'unknown', literal: text, of: () => text };
}

function numberLiteral(text: string): Expr {
  const isBig = /^\d+$/.test(text) && BigInt(text) <= 9_223_372_036_854_775_807n;
  return isBig ? constant(BigInt(text), 'int8') : constant(Number(text), 'numeric');
}

function parameter(body: Bodies['ParamRef'], scope: Scope): Expr {
  const number = body.number ?? 0;
  const argument = scope.unit.argument?.(number);
  if (argument) return argument;
  const known = scope.unit.parameterTypes[number - 1];
  const of: Of = (frame) => frame.run.parameters[number - 1] ?? null;
  return known === undefined ? { type: 'unknown', parameter: number, of } : { type: known, of };
}

function boolean(body: Bodies['BoolExpr'], scope: Scope): Expr {
  const ofs = (body.args ?? []).map((arg) => condition(arg, scope));
  if (body.boolop === 'NOT_EXPR') {
    const [of] = ofs;
    return { type: 'bool', of: (frame) => negated(of?.(frame) ?? null) };
  }
  return { type: 'bool', of: connected(ofs, body.boolop === 'OR_EXPR') };
}

const negated = (value: Value): Value => (value === null ? null : value !== true);

/** AND and OR: the deciding value ends it, and a null stays unknown. */
function connected(ofs: readonly Of[], deciding: boolean): Of {
  return (frame) => {
    let hasNull = false;
    for (const of of ofs) {
      const value = of(frame);
      if (value === deciding) return deciding;
      if (value === null) hasNull = true;
    }
    return hasNull ? null : !deciding;
  };
}

function nullTest(body: Bodies['NullTest'], scope: Scope): Expr {
  const { of, type } = settled(compile(body.arg, scope), scope.unit);
  const isWanted = body.nulltesttype === 'IS_NULL';
  if (!type.startsWith('record'))
    return { type: 'bool', of: (frame) => (of(frame) === null) === isWanted };
  // A row is null when all its fields are, and is not null when none of them is.
  return {
    type: 'bool',
    of: (frame) => {
      const value = of(frame) as readonly Value[] | null;
      return value === null ? isWanted : value.every((field) => (field === null) === isWanted);
    },
  };
}

function booleanTest(body: Bodies['BooleanTest'], scope: Scope): Expr {
  const of = condition(body.arg, scope);
  const [, negation, word] = /^IS_(NOT_)?(TRUE|FALSE|UNKNOWN)$/.exec(body.booltesttype ?? '') ?? [];
  const wanted = word === 'UNKNOWN' ? null : word === 'TRUE';
  return { type: 'bool', of: (frame) => (of(frame) === wanted) === (negation === undefined) };
}

function typeCast(body: Bodies['TypeCast'], scope: Scope): Expr {
  const type = typeOf(body.typeName, scope.unit.names);
  const elements = tree(body.arg).A_ArrayExpr?.elements;
  if (elements && isArray(type)) {
    const items = elements.map(
      (each) => coerce(compile(each, scope), elementOf(type), scope.unit, 'explicit').of,
    );
    return { type, of: (frame) => items.map((of) => of(frame)) };
  }
  return coerce(compile(body.arg, scope), type, scope.unit, 'explicit');
}

function caseOf(body: Bodies['CaseExpr'], scope: Scope): Expr {
  const whens = (body.args ?? []).map((each) => tree(each).CaseWhen ?? {});
  const tests = whens.map(({ expr }) =>
    body.arg ? equalTest(body.arg, expr, scope) : condition(expr, scope),
  );
  const results = [...whens.map(({ result }) => result), body.defresult];
  const exprs = results.map((each) => (each ? compile(each, scope) : constant(null, 'unknown')));
  const withLiterals = exprs.map((each, at) => (results[at] ? each : { ...each, literal: null }));
  const { type, ofs } = unify(withLiterals, scope.unit, 'CASE');
  return {
    type,
    of: (frame) => {
      for (let at = 0; at < tests.length; at++) {
        if (tests[at]?.(frame) === true) return ofs[at]?.(frame) ?? null;
      }
      return ofs.at(-1)?.(frame) ?? null;
    },
  };
}

const equalTest = (left: unknown, right: unknown, scope: Scope): Of =>
  operatorCall(
    {
      kind: 'AEXPR_OP',
      name: [{ String: { sval: '=' } }],
      lexpr: left as never,
      rexpr: right as never,
    },
    scope,
  ).of;

function coalesce(body: Bodies['CoalesceExpr'], scope: Scope): Expr {
  const exprs = (body.args ?? []).map((arg) => compile(arg, scope));
  const { type, ofs } = unify(exprs, scope.unit, 'COALESCE');
  return {
    type,
    of: (frame) => {
      for (const of of ofs) {
        const value = of(frame);
        if (value !== null) return value;
      }
      return null;
    },
  };
}

/** GREATEST and LEAST, which leave nulls out. */
function extreme(body: Bodies['MinMaxExpr'], scope: Scope): Expr {
  const exprs = (body.args ?? []).map((arg) => compile(arg, scope));
  const { type, ofs } = unify(exprs, scope.unit, 'GREATEST');
  const compare = compareOf(type);
  const sign = body.op === 'IS_LEAST' ? -1 : 1;
  return {
    type,
    of: (frame) => {
      let best: Value = null;
      for (const of of ofs) {
        const value = of(frame);
        if (value !== null && (best === null || sign * compare(value, best) > 0)) best = value;
      }
      return best;
    },
  };
}

function row(body: Bodies['RowExpr'], scope: Scope): Expr {
  const exprs = (body.args ?? []).map((arg) => settled(compile(arg, scope), scope.unit));
  const columns = exprs.map(({ type }, at) => ({ name: `f${String(at + 1)}`, type }));
  return { type: recordOf(columns), of: (frame) => exprs.map(({ of }) => of(frame)) };
}

function array(body: Bodies['A_ArrayExpr'], scope: Scope): Expr {
  const exprs = (body.elements ?? []).map((each) => compile(each, scope));
  const { type, ofs } = unify(exprs, scope.unit, 'ARRAY');
  if (isArray(type)) throw missing('array of arrays');
  return { type: arrayOf(type), of: (frame) => ofs.map((of) => of(frame)) };
}

function indirection(body: Bodies['A_Indirection'], scope: Scope): Expr {
  let expr = compile(body.arg, scope);
  for (const step of body.indirection ?? []) {
    const index = tree(step).A_Indices;
    const name = tree(step).String?.sval;
    if (index && !index.is_slice)
      expr = subscript(expr, coerce(compile(index.uidx, scope), 'int4', scope.unit, 'assignment'));
    else if (name !== undefined) expr = fieldOf(expr, name);
    else throw missing('slice of an array');
  }
  return expr;
}

function subscript(expr: Expr, index: Expr): Expr {
  if (!isArray(expr.type)) throw new SqlError('42804', `cannot subscript type ${expr.type}`);
  return {
    type: elementOf(expr.type),
    of: (frame) => {
      const items = expr.of(frame) as readonly Value[] | null;
      const at = index.of(frame) as number | null;
      return items === null || at === null ? null : (items[at - 1] ?? null);
    },
  };
}

function collate(body: Bodies['CollateClause'], scope: Scope): Expr {
  const [name] = textsOf(body.collname).slice(-1);
  if (name !== 'C' && name !== 'default') throw missing(`collation ${name ?? ''}`);
  return settled(compile(body.arg, scope), scope.unit);
}

function valueFunction(body: Bodies['SQLValueFunction'], scope: Scope): Expr {
  if (body.op === 'SVFOP_CURRENT_TIMESTAMP') {
    return { type: 'timestamptz', of: (frame) => frame.run.storage.transactionTime() };
  }
  if (body.op === 'SVFOP_CURRENT_DATE') {
    const now: Expr = { type: 'timestamptz', of: (frame) => frame.run.storage.transactionTime() };
    return coerce(now, 'date', scope.unit, 'explicit');
  }
  if (body.op === 'SVFOP_CURRENT_USER') return constant('postgres', 'name');
  if (body.op === 'SVFOP_CURRENT_SCHEMA') return constant('public', 'name');
  throw missing(`value ${body.op ?? ''}`);
}
