import type { Answer } from '../language.port.js';
import { missing, tree } from '../language/tree.js';
import type { SessionStorage } from '../storage/statement-storage.js';
import type { Isolation, Transaction } from '../storage/transaction.js';
import { SqlError } from '../values.js';

/** An answer without rows. */
/** One array: the driver keeps a reader for the columns of each statement. */
const noColumns: Answer['columns'] = [];

export const done = (command: string): Answer => ({
  ...{ command, columns: noColumns, rows: [], count: 0 },
});

/** SET and RESET. */
export function setVariable(node: unknown, storage: SessionStorage): Answer {
  const statement = tree(node).VariableSetStmt ?? {};
  const { name = '', args = [], is_local: isLocal = false } = statement;
  const kind: string = statement.kind ?? 'nothing';
  const { settings, own } = storage;
  switch (kind) {
    case 'VAR_SET_VALUE':
      settings.set(name, args.map(textOf).join(', '), isLocal, own);
      return done('SET');
    case 'VAR_SET_DEFAULT':
    case 'VAR_RESET':
      settings.set(name, undefined, isLocal, own);
      return done(kind === 'VAR_RESET' ? 'RESET' : 'SET');
    case 'VAR_SET_MULTI':
      if (name !== 'TRANSACTION') throw missing(`SET ${name}`);
      setModes(args, own);
      return done('SET');
    default:
      throw missing(kind);
  }
}

/** A constant of SET as text. */
function textOf(node: unknown): string {
  const { A_Const: constant } = tree(node);
  if (!constant) throw missing('SET to this value');
  const { sval, ival, fval, boolval } = constant;
  if (sval) return sval.sval ?? '';
  if (fval) return fval.fval ?? '0';
  return boolval ? String(boolval.boolval === true) : String(ival?.ival ?? 0);
}

/** The modes of BEGIN and SET TRANSACTION: the isolation, and whether it only reads. */
export function setModes(nodes: readonly unknown[], own: Transaction, isInSavepoint = false): void {
  for (const node of nodes) {
    const { defname, arg } = tree(node).DefElem ?? {};
    const text = textOf(arg);
    if (defname === 'transaction_isolation') setIsolation(own, isolationOf(text), isInSavepoint);
    else if (defname === 'transaction_read_only') own.isReadOnly = text === '1' || text === 'true';
    else if (defname !== 'transaction_deferrable') throw missing(`mode ${String(defname)}`);
  }
}

function setIsolation(own: Transaction, isolation: Isolation, isInSavepoint: boolean): void {
  if (own.isolation === isolation) return;
  if (own.hasRead || isInSavepoint) {
    const words = 'SET TRANSACTION ISOLATION LEVEL must be called before any query';
    throw new SqlError('25001', words);
  }
  own.isolation = isolation;
}

function isolationOf(name: string): Isolation {
  if (name === 'repeatable read') return name;
  if (name === 'read committed' || name === 'read uncommitted') return 'read committed';
  throw missing(`isolation ${name}`);
}

/** SHOW. @throws SqlError 42704 for an unknown setting */
export function showVariable(node: unknown, { settings }: SessionStorage): Answer {
  const name = tree(node).VariableShowStmt?.name ?? '';
  const value = settings.shown(name);
  if (value === null) {
    throw new SqlError('42704', `unrecognized configuration parameter "${name}"`);
  }
  return { command: 'SHOW', columns: [{ name, type: 'text' }], rows: [[value]], count: 1 };
}
