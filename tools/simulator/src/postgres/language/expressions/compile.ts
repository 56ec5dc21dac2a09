import { tree } from '../tree.js';
import { coerce } from './coerce.js';
import type { Expected, Expr, Of, Query, Scope, Unit } from './frame.js';

/** Compiles an expression. Throws SqlError as PostgreSQL does, and 0A000 for what the model does not have. */
export const compile = (node: unknown, scope: Scope): Expr =>
  scope.unit.compiler.expression(tree(node), scope);

/** Compiles an expression that has to be true for a row to stay. */
export const condition = (node: unknown, scope: Scope): Of =>
  coerce(compile(node, scope), 'bool', scope.unit).of;

/** Compiles a query, or a statement that changes rows. */
export const query = (
  node: unknown,
  outer: Scope | undefined,
  unit: Unit,
  expected?: Expected,
): Query => unit.compiler.query(tree(node), outer, unit, expected);
