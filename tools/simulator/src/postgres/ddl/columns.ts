import type { ColumnDef, Constraint } from 'libpg-query';
import { typeOf } from '../language/types/type-names.js';
import { missing, qualifiedName, tree } from '../language/tree.js';
import { nextId } from '../storage/catalog.js';
import type { Sequence, TableColumn } from '../storage/table.js';
import type { TypeName } from '../values.js';
import type { Change } from './change.js';

const serials: Readonly<Record<string, TypeName>> = {
  smallserial: 'int2',
  serial: 'int4',
  serial4: 'int4',
  bigserial: 'int8',
  serial8: 'int8',
};

/** A column as CREATE TABLE and ADD COLUMN define it, and the constraints that belong to the table. */
export interface DefinedColumn {
  readonly column: TableColumn;
  readonly constraints: readonly Constraint[];
}

/**
 * Reads the definition of a column; creates its sequence when it has one. Its expressions are cast to its type, as an INSERT
 * coerces their values.
 */
export function columnOf(
  change: Change,
  table: { readonly schema: string; readonly name: string; readonly id: number },
  definition: ColumnDef,
): DefinedColumn {
  const { colname: name = '', typeName } = definition;
  const serial = serials[qualifiedName(typeName?.names).name];
  const type = serial ?? typeOf(typeName, change.storage);
  const all = (definition.constraints ?? []).flatMap((node) => tree(node).Constraint ?? []);
  const has = (kind: Constraint['contype']) => all.some(({ contype }) => contype === kind);
  const expressionOf = (kind: Constraint['contype']) => {
    const expression = all.find(({ contype }) => contype === kind)?.raw_expr;
    return expression && { TypeCast: { arg: expression, typeName } };
  };
  const hasSequence = serial !== undefined || has('CONSTR_IDENTITY');
  const expression = expressionOf('CONSTR_DEFAULT');
  const generated = expressionOf('CONSTR_GENERATED');
  const column: TableColumn = {
    name,
    type,
    isNotNull: hasSequence || has('CONSTR_NOTNULL') || has('CONSTR_PRIMARY'),
    ...(expression && { default: { expression } }),
    ...(generated && { generated }),
    ...(hasSequence && { default: { sequence: addSequence(change, table, name, type) } }),
  };
  return { column, constraints: all.filter(({ contype }) => isOfTable(contype)) };
}

function isOfTable(kind: string = 'nothing'): boolean {
  switch (kind) {
    case 'CONSTR_PRIMARY':
    case 'CONSTR_UNIQUE':
    case 'CONSTR_CHECK':
      return true;
    case 'CONSTR_NOTNULL':
    case 'CONSTR_NULL':
    case 'CONSTR_DEFAULT':
    case 'CONSTR_IDENTITY':
    case 'CONSTR_GENERATED':
      return false;
    default:
      throw missing(`constraint ${kind}`);
  }
}

function addSequence(
  change: Change,
  table: { readonly schema: string; readonly name: string; readonly id: number },
  column: string,
  type: TypeName,
): number {
  const name = change.freeName(table.schema, `${table.name}_${column}_seq`);
  const sequence = sequenceOf(table.schema, name, type, table.id);
  change.catalog.add(sequence);
  return sequence.id;
}

/** A sequence that begins with 1. */
export function sequenceOf(
  schema: string,
  name: string,
  type: TypeName = 'int8',
  ownedBy?: number,
): Sequence {
  const columns = [
    { name: 'last_value', type: 'int8' },
    { name: 'is_called', type: 'bool' },
  ];
  return { kind: 'sequence', id: nextId(), schema, name, type, ownedBy, columns, indexes: [] };
}

/** The same columns for a table that is created LIKE another one; each identity column gets another sequence. */
export function likeColumns(
  change: Change,
  source: { readonly id: number; readonly columns: readonly TableColumn[] },
  table: { readonly schema: string; readonly name: string; readonly id: number },
): TableColumn[] {
  return source.columns.map((column) => {
    if (!column.default || !('sequence' in column.default)) return column;
    return {
      ...column,
      default: { sequence: addSequence(change, table, column.name, column.type) },
    };
  });
}
