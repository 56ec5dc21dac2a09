import type { TransactionStmt } from 'libpg-query';
import type { Answer } from '../language.port.js';
import { missing } from '../language/tree.js';
import type { SessionStorage } from '../storage/statement-storage.js';
import { Transaction } from '../storage/transaction.js';
import { SqlError } from '../values.js';
import { done, setModes } from './set-show.js';

/** The transaction of a session and its savepoints. */
export class TransactionControl {
  #current: Transaction | undefined;
  /** Begun by BEGIN, so it lasts until COMMIT or ROLLBACK. */
  #isExplicit = false;
  /** A statement of it failed: only its end is possible, or the way back to a savepoint. */
  #isFailed = false;
  #savepoints: { readonly name: string; readonly mark: number }[] = [];

  constructor(private readonly storage: SessionStorage) {}

  get current(): Transaction | undefined {
    return this.#current;
  }

  /** Whether the session is in a transaction between two texts of statements. */
  get isOpen(): boolean {
    return this.#isExplicit;
  }

  /** The transaction of the next statement; begins one. @throws SqlError 25P02 after a failure */
  ready(): Transaction {
    if (this.#isFailed) {
      throw new SqlError(
        '25P02',
        'current transaction is aborted, commands ignored until end of transaction block',
      );
    }
    return this.#current ?? this.#begin();
  }

  /** The end of a text of statements: commits what BEGIN has not begun. */
  endText(): void {
    if (!this.#isExplicit && this.#current) this.#commit();
  }

  /** A statement failed: undoes to the last savepoint, or everything. */
  fail(): void {
    const own = this.#current;
    const savepoint = this.#savepoints.at(-1);
    if (this.#isExplicit) this.#isFailed = true;
    if (own === undefined) return;
    if (this.#isExplicit && savepoint) {
      own.undoTo(savepoint.mark);
      this.storage.cluster.sessions.wake(own.pid);
    } else {
      this.#rollback(own);
    }
  }

  /** Rolls back whatever is open. */
  close(): void {
    if (this.#current) this.#rollback(this.#current);
    this.#forget();
  }

  /** BEGIN, COMMIT, ROLLBACK, SAVEPOINT, RELEASE and ROLLBACK TO. */
  run(statement: TransactionStmt): Answer {
    const { options = [], savepoint_name: name = '' } = statement;
    const kind: string = statement.kind ?? 'nothing';
    switch (kind) {
      case 'TRANS_STMT_BEGIN':
      case 'TRANS_STMT_START':
        setModes(options, this.ready(), this.#savepoints.length > 0);
        this.#isExplicit = true;
        return done(kind === 'TRANS_STMT_START' ? 'START' : 'BEGIN');
      case 'TRANS_STMT_COMMIT':
        return this.#end(!this.#isFailed);
      case 'TRANS_STMT_ROLLBACK':
        return this.#end(false);
      case 'TRANS_STMT_SAVEPOINT':
        this.#requireBlock(kind);
        this.#savepoints.push({ name, mark: this.ready().undo.length });
        return done('SAVEPOINT');
      case 'TRANS_STMT_RELEASE':
        this.#requireBlock(kind);
        this.ready();
        this.#savepoints.splice(this.#find(name));
        return done('RELEASE');
      case 'TRANS_STMT_ROLLBACK_TO':
        return this.#rollbackTo(name);
      default:
        throw missing(kind);
    }
  }

  #begin(): Transaction {
    const { cluster, pid } = this.storage;
    this.#current = new Transaction(pid, cluster.options.clock());
    this.storage.own = this.#current;
    return this.#current;
  }

  #end(isCommit: boolean): Answer {
    if (isCommit && this.#current) this.#commit();
    else if (this.#current) this.#rollback(this.#current);
    this.#forget();
    return done(isCommit ? 'COMMIT' : 'ROLLBACK');
  }

  #rollbackTo(name: string): Answer {
    this.#requireBlock('TRANS_STMT_ROLLBACK_TO');
    const at = this.#find(name);
    const mark = this.#savepoints[at]?.mark ?? 0;
    this.#savepoints.splice(at + 1);
    this.#current?.undoTo(mark);
    this.#isFailed = false;
    this.storage.cluster.sessions.wake(this.storage.pid);
    return done('ROLLBACK');
  }

  #requireBlock(kind: string): void {
    if (this.#isExplicit) return;
    throw new SqlError('25P01', `${kind} can only be used in transaction blocks`);
  }

  #find(name: string): number {
    const at = this.#savepoints.findLastIndex((savepoint) => savepoint.name === name);
    if (at < 0) throw new SqlError('3B001', `savepoint "${name}" does not exist`);
    return at;
  }

  #commit(): void {
    const own = this.#current;
    this.#current = undefined;
    if (!own) return;
    this.storage.settings.endLocal(own);
    this.storage.cluster.commit(this.storage.database, own);
  }

  #rollback(own: Transaction): void {
    this.#current = undefined;
    this.#savepoints = [];
    this.storage.cluster.rollback(this.storage.database, own);
  }

  #forget(): void {
    this.#isExplicit = false;
    this.#isFailed = false;
    this.#savepoints = [];
  }
}
