import type { DropStmt } from 'libpg-query';
import { missing, qualifiedName, tree } from '../language/tree.js';
import type { QualifiedName } from '../language/tree.js';
import { SqlError } from '../values.js';
import type { Change } from './change.js';

type Dropped = (change: Change, name: QualifiedName, statement: DropStmt) => boolean;

/** What is dropped by kind; each answers whether it was there. */
const kinds: Partial<Record<NonNullable<DropStmt['removeType']>, Dropped>> = {
  OBJECT_TABLE: (change, name) => dropRelation(change, name, 'table'),
  OBJECT_VIEW: (change, name) => dropRelation(change, name, 'view'),
  OBJECT_SEQUENCE: (change, name) => dropRelation(change, name, 'sequence'),
  OBJECT_INDEX: dropIndex,
  OBJECT_FUNCTION: (change, { schema, name }) =>
    (schema === undefined ? change.storage.path : [schema]).some((candidate) =>
      change.catalog.removeRoutines(candidate, name),
    ),
  OBJECT_SCHEMA: dropSchema,
  OBJECT_STATISTIC_EXT: () => true,
};

/** DROP TABLE, VIEW, SEQUENCE, INDEX, FUNCTION and SCHEMA. @throws SqlError when there is no such thing */
export function drop(change: Change, statement: DropStmt): void {
  const { removeType = 'OBJECT_TABLE', objects = [] } = statement;
  const dropOne = kinds[removeType];
  if (!dropOne) throw missing(`DROP of ${removeType}`);
  for (const node of objects) {
    const { List, ObjectWithArgs, String: text } = tree(node);
    const name = text
      ? { schema: undefined, name: text.sval ?? '' }
      : qualifiedName(List?.items ?? ObjectWithArgs?.objname);
    if (!dropOne(change, name, statement) && statement.missing_ok !== true) {
      throw unknown(removeType, name);
    }
  }
}

function unknown(kind: string, { schema, name }: QualifiedName): SqlError {
  const what = kind.slice('OBJECT_'.length).toLowerCase();
  const codes: Record<string, string> = { table: '42P01', function: '42883', schema: '3F000' };
  const full = schema === undefined ? name : `${schema}.${name}`;
  return new SqlError(codes[what] ?? '42704', `${what} "${full}" does not exist`);
}

function dropRelation(
  change: Change,
  { schema, name }: QualifiedName,
  kind: 'table' | 'view' | 'sequence',
): boolean {
  const { catalog, storage } = change;
  const found = catalog.find(schema, name, storage.path);
  if (found?.kind !== kind) return false;
  change.lock(found);
  catalog.remove(found);
  for (const [, relation] of [...catalog.relations()]) {
    if (relation.kind === 'sequence' && relation.ownedBy === found.id) catalog.remove(relation);
  }
  return true;
}

function dropIndex(change: Change, { schema, name }: QualifiedName): boolean {
  const found = change.catalog.index(schema, name, change.storage.path);
  if (!found) return false;
  const { table, index } = found;
  if (index.isConstraint) {
    throw new SqlError('2BP01', `cannot drop index ${name} because a constraint requires it`);
  }
  change.lock(table);
  const indexes = table.indexes.filter((one) => one !== index);
  change.catalog.replace(table, { ...table, indexes });
  return true;
}

function dropSchema(change: Change, { name }: QualifiedName, statement: DropStmt): boolean {
  const { catalog } = change;
  if (!catalog.schemas.has(name)) return false;
  const relations = [...catalog.relations()].map(([, relation]) => relation);
  const inside = relations.filter(({ schema }) => schema === name);
  if (inside.length > 0 && statement.behavior !== 'DROP_CASCADE') {
    throw new SqlError('2BP01', `cannot drop schema ${name} because other objects depend on it`);
  }
  for (const relation of inside) change.lock(relation);
  catalog.removeSchema(name);
  return true;
}
