import { fieldOf } from '../expressions/columns.js';
import type { Expr, Unit } from '../expressions/frame.js';
import { isRecord } from '../types/type-names.js';

/** A variable of a routine by its place in the run. */
export interface Variable {
  readonly name: string;
  readonly place: number;
  /** Nothing for `record`, whose type comes with the query that fills it. */
  type: string | undefined;
}

export const variableExpr = ({ place, type = 'record' }: Variable): Expr => ({
  type,
  of: ({ run }) => run.variables[place] ?? null,
});

/** Finds a variable by its path: a name, the name of the routine before it, or a field behind it. */
export function variableLookup(
  routine: string,
  find: (name: string) => Variable | undefined,
): NonNullable<Unit['variable']> {
  return ([first = '', ...rest]) => {
    const [second] = rest;
    if (first === routine && second !== undefined && rest.length === 1) {
      const own = find(second);
      if (own) return variableExpr(own);
    }
    const variable = find(first);
    if (!variable) return undefined;
    const expr = variableExpr(variable);
    if (second === undefined) return expr;
    return isRecord(expr.type) ? fieldOf(expr, second) : undefined;
  };
}
