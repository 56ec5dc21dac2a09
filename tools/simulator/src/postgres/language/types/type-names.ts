import type { TypeName as TypeNode } from 'libpg-query';
import type { Names } from '../../compile-names.js';
import type { Column, TypeName } from '../../values.js';
import { missing, qualifiedName } from '../tree.js';

const aliases: Readonly<Record<string, TypeName>> = {
  bigint: 'int8',
  boolean: 'bool',
  int: 'int4',
  integer: 'int4',
  smallint: 'int2',
  decimal: 'numeric',
};

const known = new Set<TypeName>([
  ...['bool', 'int2', 'int4', 'int8', 'oid', 'float4', 'float8', 'numeric', 'text', 'varchar'],
  ...['bpchar', 'char', 'name', 'uuid', 'json', 'jsonb', 'timestamptz', 'timestamp', 'date'],
  ...[
    'interval',
    'bytea',
    'xid8',
    'xid',
    'pg_snapshot',
    'tid',
    'regclass',
    'regproc',
    'regnamespace',
  ],
  ...['record', 'void', 'unknown'],
]);

/** The type that a node names. A table's name is the type of its rows. */
export function typeOf(node: TypeNode | undefined, names: Names): TypeName {
  const { schema, name } = qualifiedName(node?.names);
  const base = baseOf(schema, name, names);
  return node?.arrayBounds ? arrayOf(base) : base;
}

function baseOf(schema: string | undefined, name: string, names: Names): TypeName {
  const plain = aliases[name] ?? name;
  if (known.has(plain) && (schema === undefined || schema === 'pg_catalog')) return plain;
  if (plain.startsWith('_') && known.has(plain.slice(1))) return plain;
  if (schema === 'pg_catalog') throw missing(`type ${name}`);
  return recordOf(names.table(schema, name).columns);
}

export const arrayOf = (element: TypeName): TypeName => `_${element}`;
export const isArray = (type: TypeName): boolean => type.startsWith('_');
export const elementOf = (type: TypeName): TypeName => type.slice(1);

const recordPrefix = 'record:';
const records = new Map<TypeName, readonly Column[]>();

/** The type of rows with these columns: its name describes them. */
export function recordOf(columns: readonly Column[]): TypeName {
  const named = columns.map(({ name, type }) => ({ name, type }));
  const type = recordPrefix + JSON.stringify(named);
  if (!records.has(type)) records.set(type, named);
  return type;
}

export const isRecord = (type: TypeName): boolean => type.startsWith('record');

/** The columns of a type of rows; none for other types. */
export function fieldsOf(type: TypeName): readonly Column[] | undefined {
  const fields = records.get(type);
  if (fields || !type.startsWith(recordPrefix)) return fields;
  const read = JSON.parse(type.slice(recordPrefix.length)) as Column[];
  records.set(type, read);
  return read;
}

/** The name of a schema stands for its oid. */
const textual = new Set<TypeName>(['text', 'varchar', 'bpchar', 'name', 'char', 'regnamespace']);
export const isText = (type: TypeName): boolean => textual.has(type);

const numbers: readonly TypeName[] = ['int2', 'int4', 'int8', 'numeric', 'float4', 'float8'];

/** The place of a type among the numbers: a sum of two has the type of the later. Negative for others. */
export const numberRank = (type: TypeName): number =>
  numbers.indexOf(type === 'oid' ? 'int8' : type);

/** The type in which two values are compared, or nothing. */
export function commonType(left: TypeName, right: TypeName): TypeName | undefined {
  if (left === right) return left;
  if (left === 'unknown') return right;
  if (right === 'unknown') return left;
  if (isText(left) && isText(right)) return 'text';
  const [a, b] = [numberRank(left), numberRank(right)];
  if (a >= 0 && b >= 0) return a > b ? left : right;
  if ([left, right].every((type) => type === 'oid' || type === 'regclass')) return 'oid';
  return temporal(left, right) ?? temporal(right, left) ?? rows(left, right);
}

function temporal(left: TypeName, right: TypeName): TypeName | undefined {
  if (left === 'date' && (right === 'timestamptz' || right === 'timestamp')) return right;
  return left === 'timestamp' && right === 'timestamptz' ? right : undefined;
}

function rows(left: TypeName, right: TypeName): TypeName | undefined {
  if (isArray(left) && isArray(right)) {
    const element = commonType(elementOf(left), elementOf(right));
    return element === undefined ? undefined : arrayOf(element);
  }
  return isRecord(left) && isRecord(right) ? left : undefined;
}
