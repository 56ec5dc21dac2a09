import type { TypeName, Value } from '../../values.js';
import { SqlError } from '../../values.js';
import type { Convert } from '../types/casts.js';
import { castOf, isAssignable, isImplicit } from '../types/casts.js';
import { fromText } from '../types/text-in.js';
import { commonType } from '../types/type-names.js';
import type { Expr, Of, Unit } from './frame.js';
import { constant } from './frame.js';

type Context = 'implicit' | 'assignment' | 'explicit';

const strict = (of: Of, convert: Convert): Of => {
  return (frame) => {
    const value = of(frame);
    return value === null ? null : convert(value);
  };
};

/** An expression as a value of a type. Throws 42804 when the context does not allow the cast. */
export function coerce(
  expr: Expr,
  type: TypeName,
  unit: Unit,
  context: Context = 'implicit',
): Expr {
  if (expr.type === type) return expr;
  if (expr.type === 'unknown') return resolved(expr, type, unit);
  if (expr.type === 'regclass' && type === 'oid') return relationId(expr);
  const isAllowed =
    context === 'explicit' ||
    (context === 'implicit' ? isImplicit(expr.type, type) : isAssignable(expr.type, type));
  const convert = isAllowed ? castOf(expr.type, type) : undefined;
  if (!convert) throw new SqlError('42846', `cannot cast type ${expr.type} to ${type}`);

  return { type, of: strict(expr.of, convert) };
}

/** The oid of a relation by its name, which may have a schema. */
function relationId({ of }: Expr): Expr {
  return {
    type: 'oid',
    of: (frame) => {
      const text = of(frame) as string | null;
      const [name = '', schema] = (text ?? '').replaceAll('"', '').split('.').reverse();
      if (text === null) return null;
      const id = frame.run.storage.relationId(schema, name);
      if (id === undefined) throw new SqlError('42P01', `relation "${text}" does not exist`);
      return id;
    },
  };
}

function resolved(expr: Expr, type: TypeName, unit: Unit): Expr {
  if (expr.literal !== undefined) {
    const { literal } = expr;
    return constant(literal === null ? null : fromText(literal, type), type);
  }
  if (expr.parameter !== undefined) {
    const at = expr.parameter - 1;
    unit.parameterTypes[at] ??= type;
    const known = unit.parameterTypes[at];
    const parameter: Expr = { type: known, of: (frame) => frame.run.parameters[at] ?? null };
    return known === type ? parameter : coerce(parameter, type, unit, 'explicit');
  }
  return { type, of: strict(expr.of, (value) => fromText(value as string, type)) };
}

/** An unknown literal or parameter is a text where nothing else gives it a type. */
export const settled = (expr: Expr, unit: Unit): Expr =>
  expr.type === 'unknown' ? coerce(expr, 'text', unit) : expr;

/** The type that all of these have in common. Throws 42804. */
export function unifiedType(exprs: readonly Expr[], what: string): TypeName {
  let type: TypeName = 'unknown';
  for (const expr of exprs) {
    const common = commonType(type, expr.type);
    if (common === undefined) {
      throw new SqlError('42804', `${what} types ${type} and ${expr.type} cannot be matched`);
    }
    type = common;
  }
  return type === 'unknown' ? 'text' : type;
}

/** Expressions of one type, as the branches of CASE are. */
export function unify(
  exprs: readonly Expr[],
  unit: Unit,
  what: string,
): { readonly type: TypeName; readonly ofs: readonly Of[] } {
  const type = unifiedType(exprs, what);
  return { type, ofs: exprs.map((expr) => coerce(expr, type, unit).of) };
}

/** A function of two values that is null where one of them is. */
export const strict2 =
  (left: Of, right: Of, act: (a: Exclude<Value, null>, b: Exclude<Value, null>) => Value): Of =>
  (frame) => {
    const a = left(frame);
    if (a === null) return null;
    const b = right(frame);
    return b === null ? null : act(a, b);
  };
