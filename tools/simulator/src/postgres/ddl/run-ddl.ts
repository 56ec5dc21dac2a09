import { missing, tree } from '../language/tree.js';
import type { Tree } from '../language/tree.js';
import type { SessionStorage } from '../storage/statement-storage.js';
import { alterTable } from './alter-table.js';
import { Change, unknownRelation } from './change.js';
import { sequenceOf } from './columns.js';
import { alterDatabase, createDatabase, dropDatabase } from './databases.js';
import { drop } from './drop.js';
import { createIndex } from './indexes.js';
import { createFunction, createSchema, createView, rename, setSchema } from './names.js';
import { createTable, truncate } from './tables.js';

type Run = (node: Tree, storage: SessionStorage, text: string) => void;

/** DDL by the kind of its node, with the command that the server answers. */
const statements: Readonly<Record<string, readonly [command: string, run: Run]>> = {
  CreateStmt: [
    'CREATE TABLE',
    ({ CreateStmt: at }, storage) => at && createTable(new Change(storage), at),
  ],
  IndexStmt: [
    'CREATE INDEX',
    ({ IndexStmt: at }, storage) => at && createIndex(new Change(storage), at),
  ],
  AlterTableStmt: [
    'ALTER TABLE',
    ({ AlterTableStmt: at }, storage) => at && alterTable(new Change(storage), at),
  ],
  DropStmt: ['DROP', ({ DropStmt: at }, storage) => at && drop(new Change(storage), at)],
  CreateSchemaStmt: [
    'CREATE SCHEMA',
    ({ CreateSchemaStmt: at }, storage) => at && createSchema(new Change(storage), at),
  ],
  ViewStmt: [
    'CREATE VIEW',
    ({ ViewStmt: at }, storage) => at && createView(new Change(storage), at),
  ],
  CreateSeqStmt: ['CREATE SEQUENCE', createSequence],
  CreateFunctionStmt: [
    'CREATE FUNCTION',
    ({ CreateFunctionStmt: at }, storage, text) =>
      at && createFunction(new Change(storage), at, text),
  ],
  RenameStmt: [
    'ALTER TABLE',
    ({ RenameStmt: at }, storage) => at && rename(new Change(storage), at),
  ],
  AlterObjectSchemaStmt: [
    'ALTER TABLE',
    ({ AlterObjectSchemaStmt: at }, storage) => at && setSchema(new Change(storage), at),
  ],
  TruncateStmt: ['TRUNCATE TABLE', ({ TruncateStmt: at }, storage) => at && truncate(storage, at)],
  LockStmt: ['LOCK TABLE', lockTables],
  CreatedbStmt: [
    'CREATE DATABASE',
    ({ CreatedbStmt: at }, { cluster }) => at && createDatabase(cluster, at),
  ],
  DropdbStmt: [
    'DROP DATABASE',
    ({ DropdbStmt: at }, { cluster }) => at && dropDatabase(cluster, at),
  ],
  AlterDatabaseStmt: [
    'ALTER DATABASE',
    ({ AlterDatabaseStmt: at }, { cluster }) => at && alterDatabase(cluster, at),
  ],
};

/** Statements about speed, rights and notes: the model has none of these, so they change nothing. */
const ignored: Readonly<Record<string, string>> = {
  VacuumStmt: 'VACUUM',
  CommentStmt: 'COMMENT',
  CreateStatsStmt: 'CREATE STATISTICS',
  CreateRoleStmt: 'CREATE ROLE',
  AlterRoleStmt: 'ALTER ROLE',
  DropRoleStmt: 'DROP ROLE',
  DropOwnedStmt: 'DROP OWNED',
  GrantStmt: 'GRANT',
  GrantRoleStmt: 'GRANT ROLE',
  AlterDefaultPrivilegesStmt: 'ALTER DEFAULT PRIVILEGES',
  AlterOwnerStmt: 'ALTER DATABASE',
};

/** A statement that may be DDL, with the kind of its node and its text. */
interface DdlStatement {
  readonly kind: string;
  readonly node: unknown;
  readonly text: string;
}

/**
 * Runs a statement of DDL in the transaction of the session.
 *
 * @returns the command as the server names it, or nothing when the statement is not DDL
 */
export function runDdl(
  { kind, node, text }: DdlStatement,
  storage: SessionStorage,
): string | undefined {
  const found = statements[kind];
  if (!found) return ignored[kind];
  const [command, run] = found;
  run(tree(node), storage, text);
  return command;
}

function createSequence({ CreateSeqStmt: statement }: Tree, storage: SessionStorage): void {
  const change = new Change(storage);
  const schema = change.schemaOf(statement?.sequence);
  const name = statement?.sequence?.relname ?? '';
  if (statement?.if_not_exists === true && change.catalog.isTaken(schema, name)) return;
  if ((statement?.options ?? []).length > 0) throw missing('options of CREATE SEQUENCE');
  change.catalog.add(sequenceOf(schema, name));
}

function lockTables({ LockStmt: statement }: Tree, storage: SessionStorage): void {
  for (const node of statement?.relations ?? []) {
    const name = tree(node).RangeVar;
    const found = storage.catalog.find(name?.schemaname, name?.relname ?? '', storage.path);
    if (!found) throw unknownRelation(name);
    const isImmediate = statement?.nowait === true;
    const { own, database } = storage;
    database.relationLocks.lock(found.id, own, statement?.mode ?? 8, isImmediate);
  }
}
