import type { AlterDatabaseStmt, CreatedbStmt, DropdbStmt } from 'libpg-query';
import { tree } from '../language/tree.js';
import type { Tree } from '../language/tree.js';
import type { Cluster } from '../storage/cluster.js';
import { Database } from '../storage/database.js';
import { SqlError } from '../values.js';

type Option = { readonly name: string; readonly argument: Tree };

const optionsOf = (nodes: readonly unknown[] | undefined): Option[] =>
  (nodes ?? []).map((node) => {
    const { defname = '', arg } = tree(node).DefElem ?? {};
    return { name: defname, argument: arg ? tree(arg) : {} };
  });

/** CREATE DATABASE, also as a copy of a template. */
export function createDatabase(cluster: Cluster, statement: CreatedbStmt): void {
  const name = statement.dbname ?? '';
  if (cluster.databases.has(name)) {
    throw new SqlError('42P04', `database "${name}" already exists`);
  }
  const template = optionsOf(statement.options).find((option) => option.name === 'template');
  const source = template?.argument.String?.sval;
  const image = source === undefined ? undefined : cluster.database(source).image();
  cluster.databases.set(name, new Database(name, image));
}

/** DROP DATABASE, WITH (FORCE) together with its sessions. */
export function dropDatabase(cluster: Cluster, statement: DropdbStmt): void {
  const name = statement.dbname ?? '';
  if (!cluster.databases.has(name)) {
    if (statement.missing_ok === true) return;
    throw new SqlError('3D000', `database "${name}" does not exist`);
  }
  const isForced = optionsOf(statement.options).some((option) => option.name === 'force');
  const users = [...cluster.sessions.all()].filter(({ database }) => database === name);
  if (users.length > 0 && !isForced) {
    throw new SqlError('55006', `database "${name}" is being accessed by other users`);
  }
  for (const session of users) session.terminate();
  cluster.databases.delete(name);
}

/** ALTER DATABASE … WITH ALLOW_CONNECTIONS. */
export function alterDatabase(cluster: Cluster, statement: AlterDatabaseStmt): void {
  const database = cluster.database(statement.dbname ?? '');
  for (const { name, argument } of optionsOf(statement.options)) {
    if (name === 'allow_connections') {
      const value = argument.String?.sval ?? String(argument.Boolean?.boolval ?? true);
      database.allowsConnections = !['false', 'off', '0'].includes(value);
    }
  }
}
