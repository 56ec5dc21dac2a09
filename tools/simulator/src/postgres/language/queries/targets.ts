import type { Frame } from '../expressions/frame.js';
import type { Row, TypeName } from '../../values.js';
import { SqlError } from '../../values.js';
import { coerce, settled } from '../expressions/coerce.js';
import { isStar, relOf, visibleColumns } from '../expressions/columns.js';
import { compile } from '../expressions/compile.js';
import type { Expr, Rel, Scope } from '../expressions/frame.js';
import { setCall } from '../functions/call.js';
import type { SetCall } from '../functions/call.js';
import type { Tree } from '../tree.js';
import { kindOf, textsOf, tree } from '../tree.js';
import { recordOf } from '../types/type-names.js';

/** A column of a result, not yet compiled. */
export interface Target {
  readonly name: string;
  readonly make: () => Expr;
  /** The call of a function that returns rows. */
  readonly set?: SetCall;
}

/** The columns of a result, with `*` spelt out. */
export function targetsOf(nodes: readonly unknown[], scope: Scope): Target[] {
  return nodes.flatMap((node) => {
    const { name, val } = tree(node).ResTarget ?? {};
    const value = tree(val);
    const fields = value.ColumnRef?.fields ?? [];
    if (isStar(tree(fields.at(-1)))) return starOf(textsOf(fields.slice(0, -1)), scope);
    const named = name ?? nameOf(value);
    const set = value.FuncCall && !value.FuncCall.over ? setCall(value.FuncCall, scope) : undefined;
    if (set) return [{ name: named, make: () => setValue(set), set }];
    return [{ name: named, make: () => compile(val, scope) }];
  });
}

function starOf(path: readonly string[], scope: Scope): Target[] {
  const name = path.at(-1);
  const rels = name === undefined ? scope.rels : [relNamed(name, scope)];
  const columnsOf = (rel: Rel): Rel['columns'] =>
    name === undefined ? visibleColumns(rel) : rel.columns;
  return rels.flatMap((rel) =>
    columnsOf(rel).map((column) => ({ name: column.name, make: () => column.expr })),
  );
}

function relNamed(name: string, scope: Scope): Rel {
  const found = relOf(scope, name);
  if (!found) throw new SqlError('42P01', `missing FROM-clause entry for table "${name}"`);
  return found;
}

/** The type of one value of a set; the values themselves come with the rows. */
function setValue({ columns, isScalar }: SetCall): Expr {
  const [only] = columns;
  const type = isScalar && only ? only.type : recordOf(columns);
  return { type, of: () => null };
}

/** A name, and whether it is a good one: a cast and CASE replace one that is not. */
interface Guess {
  readonly name: string;
  readonly isGood: boolean;
}

const good = (name: string): Guess => ({ name, isGood: true });

const guesses: Readonly<Record<string, (node: Tree) => Guess | undefined>> = {
  ColumnRef: (node) => good(textsOf(node.ColumnRef?.fields).at(-1) ?? ''),
  FuncCall: (node) => good(textsOf(node.FuncCall?.funcname).at(-1) ?? ''),
  A_Indirection: ({ A_Indirection: body }) => {
    const field = textsOf(body?.indirection).findLast((text) => text !== '');
    return field === undefined ? guess(tree(body?.arg)) : good(field);
  },
  TypeCast: ({ TypeCast: body }) => {
    const inner = guess(tree(body?.arg));
    if (inner?.isGood) return inner;
    return { name: textsOf(body?.typeName?.names).at(-1) ?? '', isGood: false };
  },
  CaseExpr: ({ CaseExpr: body }) => {
    const inner = guess(tree(body?.defresult));
    return inner?.isGood ? inner : { name: 'case', isGood: false };
  },
  CollateClause: (node) => guess(tree(node.CollateClause?.arg)),
  CoalesceExpr: () => good('coalesce'),
  A_ArrayExpr: () => good('array'),
  RowExpr: () => good('row'),
  MinMaxExpr: (node) => good(node.MinMaxExpr?.op === 'IS_LEAST' ? 'least' : 'greatest'),
  A_Expr: (node) => (node.A_Expr?.kind === 'AEXPR_NULLIF' ? good('nullif') : undefined),
  SQLValueFunction: (node) =>
    good((node.SQLValueFunction?.op ?? '').replace('SVFOP_', '').toLowerCase()),
  SubLink: ({ SubLink: body }) => (body ? linkGuess(body) : undefined),
};

const guess = (node: Tree): Guess | undefined => guesses[kindOf(node)]?.(node);

/** The name that PostgreSQL gives a column without one. */
const nameOf = (node: Tree): string => guess(node)?.name ?? '?column?';

function linkGuess(body: NonNullable<Tree['SubLink']>): Guess | undefined {
  if (body.subLinkType === 'EXISTS_SUBLINK') return good('exists');
  if (body.subLinkType === 'ARRAY_SUBLINK') return good('array');
  if (body.subLinkType !== 'EXPR_SUBLINK') return undefined;
  const { name, val } = tree(tree(body.subselect).SelectStmt?.targetList?.[0]).ResTarget ?? {};
  return good(name ?? nameOf(tree(val)));
}

/** A compiled column of a result. */
export interface Column extends Expr {
  readonly name: string;
  readonly set?: SetCall;
  /** Nothing has decided the type of the literal. */
  readonly isUndecided: boolean;
}

/** Compiles columns; a literal of unknown type becomes what is expected of it, or a text. */
export function compiled(
  targets: readonly Target[],
  scope: Scope,
  expected: readonly (TypeName | undefined)[] | undefined,
): Column[] {
  return targets.map(({ name, make, set }, at) => {
    const expr = make();
    const wanted = expected?.[at];
    const isUndecided = expr.type === 'unknown' && wanted === undefined;
    const typed =
      expr.type === 'unknown' && wanted !== undefined
        ? coerce(expr, wanted, scope.unit)
        : settled(expr, scope.unit);
    return { ...typed, name, isUndecided, ...(set && { set }) };
  });
}

/** The rows for the current rows of the relations: one, or as many as the functions in it return. */
export function projection(columns: readonly Column[]): (frame: Frame) => readonly Row[] {
  const ofs = columns.map(({ of }) => of);
  const one = (frame: Frame): Row => {
    const row = new Array<Row[number]>(ofs.length);
    for (let at = 0; at < ofs.length; at++) row[at] = ofs[at]?.(frame) ?? null;
    return row;
  };
  if (columns.every(({ set }) => set === undefined)) return (frame) => [one(frame)];
  return (frame) => {
    const sets = columns.map(({ set }) => set && { rows: set.rows(frame), isScalar: set.isScalar });
    const length = Math.max(...sets.map((set) => set?.rows.length ?? 0));
    const plain = one(frame);
    return Array.from({ length }, (_each, row) =>
      plain.map((value, at) => {
        const set = sets[at];
        if (!set) return value;
        const found = set.rows[row];
        return found === undefined ? null : set.isScalar ? (found[0] ?? null) : found;
      }),
    );
  };
}
