import type { Column, Value } from '../../values.js';
import { SqlError } from '../../values.js';
import type { Bodies, Tree } from '../tree.js';
import { missing, textsOf } from '../tree.js';
import { fieldsOf, recordOf } from '../types/type-names.js';
import type { Expr, Frame, Of, Rel, RelColumn, Scope } from './frame.js';

/** What a reference with this path means. Throws 42703 and 42702. */
export function columnRef(body: Bodies['ColumnRef'], scope: Scope): Expr {
  const path = textsOf(body.fields);
  const found = resolve(path, scope);
  if (found) return found;
  if (path.length > 1 && !isRelation(path.at(-2) ?? '', scope)) {
    throw new SqlError('42P01', `missing FROM-clause entry for table "${path.at(-2) ?? ''}"`);
  }
  throw new SqlError('42703', `column ${path.map((part) => `"${part}"`).join('.')} does not exist`);
}

export const isStar = (node: Tree | undefined): boolean => node?.A_Star !== undefined;

function resolve(path: readonly string[], scope: Scope): Expr | undefined {
  let level: Scope | undefined = scope;
  let depth = 0;
  const passed: Scope[] = [];
  while (level) {
    const found = inRels(path, level);
    if (found) {
      if (depth > 0) for (const each of passed) each.reachesOut = true;
      return atDepth(found, depth);
    }
    passed.push(level);
    if (level.outer && level.outer.layout !== level.layout) depth++;
    level = level.outer;
  }
  return scope.unit.variable?.(path);
}

function isRelation(name: string, scope: Scope): boolean {
  for (let level: Scope | undefined = scope; level; level = level.outer) {
    if (relOf(level, name)) return true;
  }
  return false;
}

function inRels(path: readonly string[], scope: Scope): Expr | undefined {
  const [first = '', second] = path;
  if (path.length === 1) return plainColumn(first, scope) ?? wholeRow(scope, first);
  const rel = path.length === 3 ? relOf(scope, second ?? '', first) : relOf(scope, first);
  const name = path.at(-1) ?? '';
  const column = rel?.columns.find((each) => each.name === name);
  if (column) return column.expr;
  return rel?.table && path.length === 2 ? systemColumn(rel, name) : undefined;
}

function plainColumn(name: string, scope: Scope): Expr | undefined {
  const found = scope.rels.flatMap((rel) =>
    rel.columns.filter((column) => column.name === name && !column.isHidden),
  );
  if (found.length > 1) throw new SqlError('42702', `column reference "${name}" is ambiguous`);
  return found[0]?.expr;
}

export const relOf = (scope: Scope, name: string, schema?: string): Rel | undefined =>
  scope.rels.find((rel) => rel.name === name && (schema === undefined || rel.schema === schema));

function systemColumn(rel: Rel, name: string): Expr | undefined {
  if (name === 'ctid') return { type: 'tid', of: () => '(0,1)' };
  if (name === 'xmin' || name === 'xmax') throw missing(`column ${rel.name}.${name}`);
  return undefined;
}

/** The columns that `*` stands for. */
export const visibleColumns = (rel: Rel): readonly RelColumn[] =>
  rel.columns.filter((column) => !column.isHidden);

function wholeRow(scope: Scope, name: string): Expr | undefined {
  const rel = relOf(scope, name);
  return rel && rowOf(rel);
}

/** A relation's row as one value; the value itself where the relation is a function that returns one. */
export function rowOf(rel: Rel): Expr {
  const [only] = rel.columns;
  if (rel.isScalar && only) return only.expr;
  const type = recordOf(rel.columns.map(({ name, expr }) => ({ name, type: expr.type })));
  const ofs = rel.columns.map(({ expr }) => expr.of);
  return { type, of: (frame) => ofs.map((of) => of(frame)) };
}

function atDepth(expr: Expr, depth: number): Expr {
  if (depth === 0) return expr;
  return { type: expr.type, of: outward(expr.of, depth) };
}

/** An expression of a frame further out. */
export function outward(of: Of, depth: number): Of {
  if (depth === 0) return of;
  if (depth === 1) return (frame) => of(frame.outer as Frame);
  return (frame) => {
    let at: Frame = frame;
    for (let level = 0; level < depth; level++) at = at.outer as Frame;
    return of(at);
  };
}

/** A column in a slot of the frame. The collector of the layout is notified of each use. */
export function slotColumn(scope: Scope, slot: number, index: number, column: Column): RelColumn {
  const { layout } = scope;
  const of: Of = (frame) => frame.rows[slot]?.[index] ?? null;
  const place = { layout, slot, index };
  return watched(column.name, layout, slot, { type: column.type, of, column: place });
}

function watched(name: string, layout: Scope['layout'], slot: number, expr: Expr): RelColumn {
  return {
    name,
    get expr() {
      layout.collector?.add(slot);
      return expr;
    },
  };
}

/** A field of a composite value. */
export function fieldOf(expr: Expr, name: string): Expr {
  const fields = fieldsOf(expr.type);
  if (!fields) throw new SqlError('42809', `column notation .${name} applied to type ${expr.type}`);
  const at = fields.findIndex((field) => field.name === name);
  const type = fields[at]?.type;
  if (type === undefined)
    throw new SqlError(
      '42703',
      `column "${name}" not found in data type ${expr.type.slice(0, 20)}`,
    );
  return {
    type,
    of: (frame) => {
      const row = expr.of(frame) as readonly Value[] | null;
      return row === null ? null : (row[at] ?? null);
    },
  };
}
