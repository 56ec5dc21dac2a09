import type { Constraint, IndexElem, IndexStmt } from 'libpg-query';
import { textsOf, tree } from '../language/tree.js';
import { nextId } from '../storage/catalog.js';
import { lockModes } from '../storage/relation-locks.js';
import { duplicate, rulesOf } from '../storage/row-rules.js';
import type { Index, Table } from '../storage/table.js';
import { SqlError } from '../values.js';
import { unknownRelation } from './change.js';
import type { Change } from './change.js';

type Part = Index['parts'][number];

/** What an index and a table that is being created have in common. */
export interface IndexedTable {
  readonly schema: string;
  readonly name: string;
  readonly columns: Table['columns'];
}

interface IndexDefinition {
  readonly name: string;
  readonly parts: readonly Part[];
  readonly isUnique: boolean;
  readonly isPrimary?: boolean;
  readonly isConstraint?: boolean;
  readonly predicate?: unknown;
}

export function indexOf(definition: IndexDefinition): Index {
  const { parts, predicate, isPrimary = false, isConstraint = false } = definition;
  const plain = parts.filter((part) => typeof part === 'number');
  return {
    id: nextId(),
    name: definition.name,
    isUnique: definition.isUnique,
    isPrimary,
    isConstraint,
    isPartial: predicate !== undefined,
    predicate,
    parts,
    columns: plain.length === parts.length ? plain : [],
  };
}

export function positionOf(table: IndexedTable, column: string): number {
  const at = table.columns.findIndex(({ name }) => name === column);
  if (at < 0) throw new SqlError('42703', `column "${column}" does not exist`);
  return at;
}

/** The index of PRIMARY KEY or UNIQUE. */
export function keyIndex(
  change: Change,
  table: IndexedTable,
  constraint: Constraint,
  column: string | undefined,
): Index {
  const keys = column === undefined ? textsOf(constraint.keys) : [column];
  const isPrimary = constraint.contype === 'CONSTR_PRIMARY';
  const wanted = isPrimary ? `${table.name}_pkey` : `${table.name}_${keys.join('_')}_key`;
  return indexOf({
    name: constraint.conname ?? change.freeName(table.schema, wanted),
    parts: keys.map((key) => positionOf(table, key)),
    isUnique: true,
    isPrimary,
    isConstraint: true,
  });
}

/** CREATE INDEX, also CONCURRENTLY: the model builds at once. */
export function createIndex(change: Change, statement: IndexStmt): void {
  const found = change.find(statement.relation);
  if (found?.kind !== 'table') throw unknownRelation(statement.relation);
  change.lock(
    found,
    statement.concurrent === true ? lockModes.shareUpdateExclusive : lockModes.share,
  );
  const elements = (statement.indexParams ?? []).flatMap((node) => tree(node).IndexElem ?? []);
  const wanted = `${found.name}_${elements.map(elementName).join('_')}_idx`;
  const name = statement.idxname ?? change.freeName(found.schema, wanted);
  if (change.catalog.isTaken(found.schema, name)) {
    if (statement.if_not_exists === true) return;
    throw new SqlError('42P07', `relation "${name}" already exists`);
  }
  const index = indexOf({
    name,
    parts: elements.map((element) =>
      element.name === undefined ? { expression: element.expr } : positionOf(found, element.name),
    ),
    isUnique: statement.unique === true,
    predicate: statement.whereClause,
  });
  const table: Table = { ...found, indexes: [...found.indexes, index] };
  change.catalog.replace(found, table);
  if (index.isUnique) refuseDuplicates(change, table, index);
}

/** How PostgreSQL names a part of an index: by its column or its outermost function. */
function elementName(element: IndexElem): string {
  if (element.name !== undefined) return element.name;
  const { CaseExpr, CoalesceExpr, FuncCall } = tree(element.expr);
  if (CaseExpr) return 'case';
  if (CoalesceExpr) return 'coalesce';
  return textsOf(FuncCall?.funcname).at(-1) ?? 'expr';
}

/** @throws SqlError 23505 when two rows have the same key */
export function refuseDuplicates(change: Change, table: Table, index: Index): void {
  const { storage } = change;
  const { language } = storage.cluster.options;
  const rule = rulesOf(table, language, storage).unique.find((one) => one.index.id === index.id);
  const seen = new Set<unknown>();
  for (const { row } of storage.scan(table)) {
    const key = rule?.keyOf(storage, row);
    if (key === undefined) continue;
    if (seen.has(key)) throw duplicate(table, index, row, language);
    seen.add(key);
  }
}

/** The indexes of a table for another one LIKE it, with the names that PostgreSQL chooses. */
export function likeIndexes(change: Change, source: Table, table: IndexedTable): Index[] {
  const taken = new Set<string>();
  return source.indexes.map((index) => {
    const columns = index.parts.map((part) =>
      typeof part === 'number'
        ? (table.columns[part]?.name ?? '')
        : elementName({ expr: part.expression as NonNullable<IndexElem['expr']> }),
    );
    const suffix = index.isConstraint ? 'key' : 'idx';
    const wanted = index.isPrimary
      ? `${table.name}_pkey`
      : `${table.name}_${columns.join('_')}_${suffix}`;
    const name = change.freeName(table.schema, wanted, taken);
    taken.add(name);
    return { ...index, id: nextId(), name };
  });
}
