import { MustWait } from '../storage.port.js';
import { SqlError } from '../values.js';
import type { Transaction } from './transaction.js';

/** Modes of LOCK TABLE, with the numbers that PostgreSQL gives them. */
export const lockModes = {
  accessShare: 1,
  rowShare: 2,
  rowExclusive: 3,
  shareUpdateExclusive: 4,
  share: 5,
  shareRowExclusive: 6,
  exclusive: 7,
  accessExclusive: 8,
} as const;

/** The modes that each mode excludes (manual of PostgreSQL, table 13.2), as bits. */
const excluded = [
  [],
  [8],
  [7, 8],
  [5, 6, 7, 8],
  [4, 5, 6, 7, 8],
  [3, 4, 6, 7, 8],
  [3, 4, 5, 6, 7, 8],
  [2, 3, 4, 5, 6, 7, 8],
  [1, 2, 3, 4, 5, 6, 7, 8],
].map((modes) => modes.reduce((bits, mode) => bits | (1 << mode), 0));

/** Locks of whole tables in one database; a transaction keeps them to its end. */
export class RelationLocks {
  readonly #byRelation = new Map<number, Map<Transaction, number>>();

  /** @throws MustWait, or SqlError 55P03 with `isImmediate` */
  lock(relation: number, own: Transaction, mode: number, isImmediate = false): void {
    let holders = this.#byRelation.get(relation);
    const held = holders?.get(own) ?? 0;
    if ((held & (1 << mode)) !== 0) return;
    if (holders === undefined) {
      holders = new Map();
      this.#byRelation.set(relation, holders);
    }
    for (const [other, modes] of holders) {
      if (other === own || (modes & (excluded[mode] ?? 0)) === 0) continue;
      if (isImmediate) throw new SqlError('55P03', 'could not obtain lock on relation');
      throw new MustWait(other.pid, 'a relation', relation);
    }
    const locks = holders;
    locks.set(own, held | (1 << mode));
    own.lockedRelations.add(relation);
    own.undo.push(() => {
      if (held === 0) locks.delete(own);
      else locks.set(own, held);
    });
  }

  release(own: Transaction): void {
    for (const relation of own.lockedRelations) this.#byRelation.get(relation)?.delete(own);
  }

  /** All locks that are held, for pg_locks. */
  *held(): Iterable<{ readonly relation: number; readonly pid: number }> {
    for (const [relation, holders] of this.#byRelation) {
      for (const holder of holders.keys()) yield { relation, pid: holder.pid };
    }
  }
}
