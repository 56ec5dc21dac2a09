import type { Column, Row, Value } from '../values.js';
import type { Catalog } from './catalog.js';
import type { Cluster } from './cluster.js';
import type { Database } from './database.js';

/** What system views are about. */
interface Seen {
  readonly cluster: Cluster;
  readonly database: Database;
  readonly catalog: Catalog;
  readonly pid: number;
}

/** Rows as objects, with the types of their columns. */
interface SystemView {
  readonly columns: Readonly<Record<string, string>>;
  readonly rows: (seen: Seen) => Iterable<Readonly<Record<string, Value>>>;
}

const relationKinds = { table: 'r', view: 'v', sequence: 'S' } as const;

const views: Readonly<Record<string, SystemView>> = {
  pg_database: {
    columns: { oid: 'oid', datname: 'name', datallowconn: 'bool', datistemplate: 'bool' },
    *rows({ cluster }) {
      for (const { id, name, allowsConnections } of cluster.databases.values()) {
        yield { oid: id, datname: name, datallowconn: allowsConnections, datistemplate: false };
      }
    },
  },
  pg_stat_activity: {
    columns: {
      ...{ pid: 'int4', datname: 'name', usename: 'name', application_name: 'text' },
      ...{ state: 'text', wait_event_type: 'text', backend_type: 'text' },
    },
    *rows({ cluster, pid: own }) {
      for (const session of cluster.sessions.all()) {
        const { pid, database, applicationName, waitsFor, isInTransaction } = session;
        const isActive = pid === own || waitsFor !== undefined;
        const idle = isInTransaction ? 'idle in transaction' : 'idle';
        yield {
          ...{ pid, datname: database, usename: 'postgres', application_name: applicationName },
          state: isActive ? 'active' : idle,
          wait_event_type: waitsFor === undefined ? null : 'Lock',
          backend_type: 'client backend',
        };
      }
    },
  },
  pg_locks: {
    columns: {
      ...{ locktype: 'text', database: 'oid', relation: 'oid', objsubid: 'int2' },
      ...{ pid: 'int4', granted: 'bool' },
    },
    *rows({ database, cluster }) {
      const at = { database: database.id, relation: null, objsubid: null, granted: true };
      for (const { pid } of database.advisoryLocks.held()) {
        yield { ...at, locktype: 'advisory', objsubid: 1, pid };
      }
      for (const { relation, pid } of database.relationLocks.held()) {
        yield { ...at, locktype: 'relation', relation, pid };
      }
      for (const { pid, waitsForRelation: relation } of cluster.sessions.all()) {
        if (relation === undefined) continue;
        yield { ...at, locktype: 'relation', relation, pid, granted: false };
      }
    },
  },
  pg_namespace: {
    columns: { oid: 'oid', nspname: 'name' },
    *rows({ catalog }) {
      for (const name of catalog.schemas) yield { oid: 0, nspname: name };
    },
  },
  pg_class: {
    columns: { oid: 'oid', relname: 'name', relkind: 'char', relnamespace: 'text' },
    *rows({ catalog }) {
      for (const [, { id, name, kind, schema }] of catalog.relations()) {
        yield { oid: id, relname: name, relkind: relationKinds[kind], relnamespace: schema };
      }
      for (const { indexes, schema } of catalog.tables()) {
        for (const { id, name } of indexes) {
          yield { oid: id, relname: name, relkind: 'i', relnamespace: schema };
        }
      }
    },
  },
  pg_indexes: {
    columns: { schemaname: 'name', tablename: 'name', indexname: 'name' },
    *rows({ catalog }) {
      for (const { schema, name, indexes } of catalog.tables()) {
        for (const index of indexes) {
          yield { schemaname: schema, tablename: name, indexname: index.name };
        }
      }
    },
  },
  pg_index: {
    columns: { indexrelid: 'oid', indrelid: 'oid', indisunique: 'bool', indisvalid: 'bool' },
    *rows({ catalog }) {
      for (const { id: table, indexes } of catalog.tables()) {
        for (const { id, isUnique } of indexes) {
          yield { indexrelid: id, indrelid: table, indisunique: isUnique, indisvalid: true };
        }
      }
    },
  },
  'information_schema.schemata': {
    columns: { schema_name: 'name' },
    *rows({ catalog }) {
      for (const name of catalog.schemas) yield { schema_name: name };
    },
  },
  'information_schema.tables': {
    columns: { table_schema: 'name', table_name: 'name', table_type: 'text' },
    *rows({ catalog }) {
      for (const [, { kind, schema, name }] of catalog.relations()) {
        if (kind === 'sequence') continue;
        const type = kind === 'table' ? 'BASE TABLE' : 'VIEW';
        yield { table_schema: schema, table_name: name, table_type: type };
      }
    },
  },
  'information_schema.columns': {
    columns: { table_schema: 'name', table_name: 'name', column_name: 'name', udt_name: 'name' },
    *rows({ catalog }) {
      for (const { schema, name, columns } of catalog.tables()) {
        for (const column of columns) {
          const at = { table_schema: schema, table_name: name };
          yield { ...at, column_name: column.name, udt_name: column.type };
        }
      }
    },
  },
};

/** The rows of a system view, or nothing when the model does not have it. */
export function systemView(
  seen: Seen,
  name: string,
): { readonly columns: readonly Column[]; readonly rows: readonly Row[] } | undefined {
  const view = views[name];
  if (!view) return undefined;
  const columns = Object.entries(view.columns).map(([column, type]) => ({ name: column, type }));
  const rows = Array.from(view.rows(seen), (row) =>
    columns.map((column) => row[column.name] ?? null),
  );
  return { columns, rows };
}
