import type {
  AlterObjectSchemaStmt,
  CreateFunctionStmt,
  CreateSchemaStmt,
  RangeVar,
  RenameStmt,
  ViewStmt,
} from 'libpg-query';
import { missing, qualifiedName, textsOf, tree } from '../language/tree.js';
import { nextId } from '../storage/catalog.js';
import type { CatalogRoutine } from '../storage/catalog.js';
import type { Relation, Table, View } from '../storage/table.js';
import { SqlError } from '../values.js';
import { unknownRelation } from './change.js';
import type { Change } from './change.js';
import { positionOf } from './indexes.js';

/** CREATE SCHEMA. */
export function createSchema(change: Change, statement: CreateSchemaStmt): void {
  const { schemaname: name = '', if_not_exists: isOptional } = statement;
  if (change.catalog.schemas.has(name)) {
    if (isOptional === true) return;
    throw new SqlError('42P06', `schema "${name}" already exists`);
  }
  change.catalog.schemas.add(name);
}

/** CREATE VIEW, also OR REPLACE. */
export function createView(change: Change, statement: ViewStmt): void {
  const schema = change.schemaOf(statement.view);
  const name = statement.view?.relname ?? '';
  const aliases = textsOf(statement.aliases);
  const view: View = {
    ...{ kind: 'view', id: nextId(), schema, name, query: statement.query },
    columns: aliases.length === 0 ? undefined : aliases,
  };
  const before = change.catalog.find(schema, name, []);
  if (before?.kind === 'view' && statement.replace === true) change.catalog.replace(before, view);
  else change.catalog.add(view);
}

const inputs = new Set(['FUNC_PARAM_DEFAULT', 'FUNC_PARAM_IN', 'FUNC_PARAM_INOUT']);

/** CREATE FUNCTION. @param text of the statement: PL/pgSQL is parsed from it */
export function createFunction(change: Change, node: CreateFunctionStmt, text: string): void {
  const { schema = change.storage.path[0] ?? 'public', name } = qualifiedName(node.funcname);
  const options = (node.options ?? []).flatMap((option) => tree(option).DefElem ?? []);
  const language = options.find(({ defname }) => defname === 'language');
  const languageName = tree(language?.arg).String?.sval;
  if (languageName !== 'sql' && languageName !== 'plpgsql') {
    throw missing(`function in ${languageName ?? 'no language'}`);
  }
  const parameters = (node.parameters ?? []).filter((parameter) =>
    inputs.has(tree(parameter).FunctionParameter?.mode ?? ''),
  ).length;
  const routine: CatalogRoutine = {
    ...{ schema, name, parameters, text },
    language: languageName,
    node: { CreateFunctionStmt: node },
  };
  change.catalog.addRoutine(routine, node.replace === true);
}

/** ALTER … SET SCHEMA of a table or view. Its sequences go with it. */
export function setSchema(change: Change, statement: AlterObjectSchemaStmt): void {
  const found = lockedRelation(change, statement.relation, statement.missing_ok);
  if (!found) return;
  const schema = statement.newschema ?? '';
  change.catalog.replace(found, { ...found, schema });
  for (const [, relation] of [...change.catalog.relations()]) {
    if (relation.kind === 'sequence' && relation.ownedBy === found.id) {
      change.catalog.replace(relation, { ...relation, schema });
    }
  }
}

/** ALTER … RENAME of a table, view, sequence, index, column or constraint. */
export function rename(change: Change, statement: RenameStmt): void {
  const { newname = '', subname = '', relation: name } = statement;
  const renameType: string = statement.renameType ?? 'nothing';
  switch (renameType) {
    case 'OBJECT_TABLE':
    case 'OBJECT_VIEW':
    case 'OBJECT_SEQUENCE': {
      const found = lockedRelation(change, name, statement.missing_ok);
      if (found) change.catalog.replace(found, { ...found, name: newname });
      return;
    }
    case 'OBJECT_COLUMN': {
      const table = change.table(name);
      const at = positionOf(table, subname);
      const columns = table.columns.map((column, index) =>
        index === at ? { ...column, name: newname } : column,
      );
      if (readsExpressions(table)) throw missing('RENAME COLUMN of a table with expressions');
      change.catalog.replace(table, { ...table, columns });
      return;
    }
    case 'OBJECT_INDEX':
      renameIndex(change, name, newname);
      return;
    default:
      throw missing(`RENAME of ${renameType}`);
  }
}

/** Expressions name columns, so they would have to be written again. */
function readsExpressions({ checks, columns, indexes }: Table): boolean {
  return (
    checks.length > 0 ||
    columns.some(({ generated }) => generated !== undefined) ||
    indexes.some(
      ({ isPartial, parts }) => isPartial || parts.some((part) => typeof part !== 'number'),
    )
  );
}

function renameIndex(change: Change, name: RangeVar | undefined, to: string): void {
  const found = change.catalog.index(name?.schemaname, name?.relname ?? '', change.storage.path);
  if (!found) throw unknownRelation(name);
  const indexes = found.table.indexes.map((index) =>
    index === found.index ? { ...index, name: to } : index,
  );
  change.lock(found.table);
  change.catalog.replace(found.table, { ...found.table, indexes });
}

function lockedRelation(
  change: Change,
  name: RangeVar | undefined,
  isOptional: boolean | undefined,
): Relation | undefined {
  const found = change.find(name);
  if (found) change.lock(found);
  else if (isOptional !== true) throw unknownRelation(name);
  return found;
}
