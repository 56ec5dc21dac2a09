import type { DataSource } from 'typeorm';
import type { Queryable } from '../read/checkpoint.js';
import { UnprojectableEventError } from './projection.js';
import type { Projection, RowChange } from './projection.js';

/** Where rows go: the table that queries read, or the one that a rebuild is filling. */
export type TableSchema = 'public' | 'shadow';

interface Column {
  readonly property: string;
  readonly name: string;
}

/** The table of a projection, as its TypeORM entity describes it. */
export interface ProjectionTable {
  readonly name: string;
  readonly key: readonly Column[];
  readonly columns: readonly Column[];
}

/** Reads the table from the entity. Throws when the entity is not among those of the data source. */
export function tableOf(dataSource: DataSource, { entity }: Projection): ProjectionTable {
  const metadata = dataSource.getMetadata(entity);
  const columnsOf = (columns: typeof metadata.columns) =>
    columns.map(({ propertyName, databaseName }) => ({
      property: propertyName,
      name: databaseName,
    }));
  return {
    name: metadata.tableName,
    key: columnsOf(metadata.primaryColumns),
    columns: columnsOf(metadata.columns),
  };
}

/**
 * Writes the last change per key: within one statement PostgreSQL refuses to touch a row twice, and
 * only the last one counts.
 */
export async function writeRows(
  client: Queryable,
  schema: TableSchema,
  table: ProjectionTable,
  changes: readonly RowChange<object>[],
): Promise<void> {
  const last = [...new Map(changes.map((change) => [keyText(table, change), change])).values()];
  const removed = last.flatMap((change) => ('remove' in change ? [change.remove] : []));
  const put = last.flatMap((change) => ('put' in change ? [change.put] : []));
  const target = `${schema}.${quoted(table.name)}`;
  if (removed.length > 0) await client.query(deletion(target, table), [json(table, removed)]);
  if (put.length > 0) await client.query(upsert(target, table), [json(table, put)]);
}

function keyText({ name, key }: ProjectionTable, change: RowChange<object>): string {
  const row = ('put' in change ? change.put : change.remove) as Readonly<Record<string, unknown>>;
  const values = key.map(({ property }) => row[property]);
  if (values.some((value) => value === undefined || value === null)) {
    throw new UnprojectableEventError(`a row for ${name} lacks a part of its key`);
  }
  return JSON.stringify(values);
}

function json({ columns }: ProjectionTable, rows: readonly object[]): string {
  const record = (row: object) =>
    columns.map(({ name, property }) => [name, (row as Record<string, unknown>)[property]]);
  return JSON.stringify(rows.map((row) => Object.fromEntries(record(row)) as unknown));
}

function deletion(target: string, { key }: ProjectionTable): string {
  const isSame = key.map(({ name }) => `t.${quoted(name)} = r.${quoted(name)}`);
  return `delete from ${target} t using json_populate_recordset(null::${target}, $1::json) r
           where ${isSame.join(' and ')}`;
}

function upsert(target: string, { key, columns }: ProjectionTable): string {
  const listOf = (some: readonly Column[]) => some.map(({ name }) => quoted(name)).join(', ');
  const others = columns.filter(({ name }) => key.every((one) => one.name !== name));
  const changes = others.map(({ name }) => `${quoted(name)} = excluded.${quoted(name)}`);
  const action = changes.length === 0 ? 'nothing' : `update set ${changes.join(', ')}`;
  return `insert into ${target} (${listOf(columns)})
          select ${listOf(columns)} from json_populate_recordset(null::${target}, $1::json)
          on conflict (${listOf(key)}) do ${action}`;
}

/** An SQL identifier. */
export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;
