import { coerce } from '../expressions/coerce.js';
import { compile, condition } from '../expressions/compile.js';
import type { Expr, Layout, Of, Scope, Unit } from '../expressions/frame.js';
import { operate, overArray } from '../expressions/operators.js';
import type { Bodies } from '../tree.js';
import { textsOf, tree } from '../tree.js';
import { arrayOf, commonType, elementOf, isArray } from '../types/type-names.js';
import { unifiedType } from '../expressions/coerce.js';

/** A column that has to equal a value, or one of the values of an array. */
export interface Equality {
  readonly slot: number;
  readonly column: number;
  readonly of: Of;
  readonly needs: ReadonlySet<number>;
  readonly isMany: boolean;
}

/** A condition that every row fulfils. */
export interface Conjunct {
  readonly of: Of;
  /** The slots that it reads. */
  readonly needs: ReadonlySet<number>;
  readonly isVolatile: boolean;
  readonly equalities: readonly Equality[];
}

/** Runs a compilation, and tells which slots of the layout its result reads. */
export function watched<T>(
  layout: Layout,
  act: () => T,
): { readonly made: T; readonly needs: Set<number> } {
  const before = layout.collector;
  const needs = new Set<number>();
  layout.collector = needs;
  try {
    return { made: act(), needs };
  } finally {
    layout.collector = before;
    for (const slot of needs) before?.add(slot);
  }
}

/** The conditions that AND connects. */
export function conjunctsOf(node: unknown, scope: Scope): Conjunct[] {
  const connected = tree(node).BoolExpr;
  if (connected?.boolop === 'AND_EXPR')
    return (connected.args ?? []).flatMap((arg) => conjunctsOf(arg, scope));
  const wasVolatile = scope.unit.isVolatile;
  scope.unit.isVolatile = false;
  const made = equation(tree(node).A_Expr, scope) ?? other(node, scope);
  const { isVolatile } = scope.unit;
  scope.unit.isVolatile ||= wasVolatile;
  return [{ ...made, isVolatile }];
}

type Made = Omit<Conjunct, 'isVolatile'>;

function other(node: unknown, scope: Scope): Made {
  const { made, needs } = watched(scope.layout, () => condition(node, scope));
  return { of: made, needs, equalities: [] };
}

function equation(body: Bodies['A_Expr'] | undefined, scope: Scope): Made | undefined {
  if (!body?.lexpr || textsOf(body.name).at(-1) !== '=') return undefined;
  if (body.kind === 'AEXPR_OP') return plain(body, scope);
  if (body.kind === 'AEXPR_OP_ANY') return anyOf(body, scope);
  return body.kind === 'AEXPR_IN' ? listed(body, scope) : undefined;
}

interface Side {
  readonly made: Expr;
  readonly needs: Set<number>;
}

const side = (node: unknown, scope: Scope): Side =>
  watched(scope.layout, () => compile(node, scope));

function plain(body: Bodies['A_Expr'], scope: Scope): Made | undefined {
  if (tree(body.lexpr).RowExpr || tree(body.rexpr).RowExpr) return undefined;
  return equal(side(body.lexpr, scope), side(body.rexpr, scope), scope.unit);
}

/** The condition that two expressions are equal. */
export function equal(left: Side, right: Side, unit: Unit): Made {
  const equalities = [...usable(left, right, unit), ...usable(right, left, unit)];
  const { of } = operate('=', left.made, right.made, unit);
  return { of, needs: new Set([...left.needs, ...right.needs]), equalities };
}

/** What an index can look up: the type of the column decides, so its values need no cast. */
function usable(column: Side, value: Side, unit: Unit): Equality[] {
  const { column: place, type } = column.made;
  if (!place || commonType(type, value.made.type) !== type) return [];
  const { of } = coerce(value.made, type, unit);
  return [{ slot: place.slot, column: place.index, of, needs: value.needs, isMany: false }];
}

function anyOf(body: Bodies['A_Expr'], scope: Scope): Made {
  const [left, right] = [side(body.lexpr, scope), side(body.rexpr, scope)];
  const { of } = overArray('=', left.made, right.made, true, scope.unit);
  const needs = new Set([...left.needs, ...right.needs]);
  const { column: place, type } = left.made;
  const isUsable =
    right.made.type === 'unknown' ||
    (isArray(right.made.type) && elementOf(right.made.type) === type);
  if (!place || !isUsable) return { of, needs, equalities: [] };
  const array = coerce(right.made, arrayOf(type), scope.unit);
  const equality = {
    slot: place.slot,
    column: place.index,
    of: array.of,
    needs: right.needs,
    isMany: true,
  };
  return { of, needs, equalities: [equality] };
}

function listed(body: Bodies['A_Expr'], scope: Scope): Made | undefined {
  const left = side(body.lexpr, scope);
  const { column: place, type } = left.made;
  if (!place) return undefined;
  const items = (tree(body.rexpr).List?.items ?? []).map((item) => side(item, scope));
  const { of, needs } = other({ A_Expr: body }, scope);
  if (unifiedType([left.made, ...items.map(({ made }) => made)], 'IN') !== type)
    return { of, needs, equalities: [] };
  const ofs = items.map(({ made }) => coerce(made, type, scope.unit).of);
  const itemNeeds = new Set(items.flatMap((item) => [...item.needs]));
  const array: Of = (frame) => ofs.map((each) => each(frame));
  const equality = {
    slot: place.slot,
    column: place.index,
    of: array,
    needs: itemNeeds,
    isMany: true,
  };
  return { of, needs, equalities: [equality] };
}
