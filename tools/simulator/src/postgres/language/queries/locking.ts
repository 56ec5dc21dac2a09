import type { RowLock, TableInfo } from '../../storage.port.js';
import { SqlError } from '../../values.js';
import { relOf } from '../expressions/columns.js';
import type { Frame, Scope } from '../expressions/frame.js';
import { missing, tree } from '../tree.js';

/** A relation whose rows a SELECT locks. */
export interface Lock {
  readonly slot: number;
  readonly table: TableInfo;
  readonly lock: RowLock;
}

const strengths: Readonly<Record<string, RowLock['strength']>> = {
  LCS_FORKEYSHARE: 'key share',
  LCS_FORSHARE: 'share',
  LCS_FORNOKEYUPDATE: 'no key update',
  LCS_FORUPDATE: 'update',
};

const waits: Readonly<Record<string, RowLock['wait']>> = {
  LockWaitBlock: 'wait',
  LockWaitSkip: 'skip',
  LockWaitError: 'nowait',
};

/** What FOR UPDATE and its like lock: the tables that they name, or all. */
export function locksOf(nodes: readonly unknown[], scope: Scope): Lock[] {
  return nodes.flatMap((node) => {
    const { lockedRels, strength, waitPolicy } = tree(node).LockingClause ?? {};
    const lock: RowLock = {
      strength: strengths[strength ?? ''] ?? 'update',
      wait: waits[waitPolicy ?? 'LockWaitBlock'] ?? 'wait',
    };
    const names = lockedRels?.map((rel) => tree(rel).RangeVar?.relname ?? '');
    const rels = names
      ? names.map((name) => relOf(scope, name))
      : scope.rels.filter(({ table }) => table);
    return rels.map((rel) => {
      if (!rel)
        throw new SqlError('42P01', 'relation in FOR UPDATE clause not found in FROM clause');
      if (!rel.table) throw missing(`lock of ${rel.name}, which is no table`);
      return { slot: rel.table.slot, table: rel.table.info, lock };
    });
  });
}

/** Locks the row in a slot, and puts its newest version there. False when the row is gone or skipped. */
export function lockedRow({ slot, table, lock }: Lock, frame: Frame): boolean {
  const tuple = frame.tuples[slot];
  if (!tuple) return true;
  const newest = frame.run.storage.lock(table, tuple, lock);
  if (!newest) return false;
  frame.tuples[slot] = newest;
  frame.rows[slot] = newest.row;
  return true;
}
