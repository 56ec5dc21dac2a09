import type { Answer, Prepared } from '../language.port.js';
import { runDdl } from '../ddl/run-ddl.js';
import { MustSleep, MustWait } from '../storage.port.js';
import { StaleSight } from '../storage/version-access.js';
import type { Cluster } from '../storage/cluster.js';
import type { SessionEntry } from '../storage/sessions.js';
import { millisecondsOf, Settings } from '../storage/settings.js';
import { SessionStorage } from '../storage/statement-storage.js';
import { SqlError } from '../values.js';
import type { Value } from '../values.js';
import { LockWait } from './lock-wait.js';
import { statementsOf } from './parse.js';
import type { Statement } from './parse.js';
import { done, setVariable, showVariable } from './set-show.js';
import { TransactionControl } from './transaction-control.js';

/** How a client begins a session. */
export interface SessionStart {
  readonly database: string;
  readonly settings: Iterable<readonly [string, string]>;
  /** Called when the server ends the session. */
  readonly onTerminated: (error: SqlError) => void;
}

/** Why a statement has to run again. */
type Retry = MustWait | MustSleep | StaleSight;

/** A parameter as the driver sends it. */
export type Parameter = string | Buffer | ArrayParameter | null;

/** An array whose items are not put into one text, only to be read out of it again. */
export interface ArrayParameter {
  readonly items: readonly (string | null)[];
  /** The text that the driver sends. */
  readonly text: () => string;
}

/** The server's side of a connection: one text of statements after another. */
export class Session implements SessionEntry {
  readonly pid: number;
  readonly database: string;
  waitsFor: number | undefined;
  waitsForRelation: number | undefined;
  readonly storage: SessionStorage;
  readonly #transactions: TransactionControl;
  readonly #settings: Settings;
  #wait: LockWait | undefined;
  #stopSleep: (() => void) | undefined;
  #isEnded = false;
  #isBusy = false;
  /** When the running text began, or when the session became idle. In microseconds. */
  #since = 0n;
  #idleTimer: NodeJS.Timeout | undefined;

  /** @throws SqlError 3D000 or 55000 when the database takes no connection */
  constructor(
    readonly cluster: Cluster,
    private readonly start: SessionStart,
  ) {
    const database = cluster.database(start.database);
    if (!database.allowsConnections) {
      const words = `database "${database.name}" is not currently accepting connections`;
      throw new SqlError('55000', words);
    }
    this.pid = cluster.sessions.nextPid();
    this.database = database.name;
    this.#settings = new Settings(start.settings);
    this.storage = new SessionStorage(cluster, database, this.pid, this.#settings);
    this.#transactions = new TransactionControl(this.storage);
    cluster.sessions.add(this);
  }

  get applicationName(): string {
    return this.#settings.get('application_name') ?? '';
  }

  get isInTransaction(): boolean {
    return this.#transactions.isOpen;
  }

  get isEnded(): boolean {
    return this.#isEnded;
  }

  /** The running statement waits for another session, or for a time. */
  get isWaiting(): boolean {
    return this.#wait !== undefined || this.#stopSleep !== undefined;
  }

  /**
   * Runs the statements of a text; without BEGIN they are one transaction.
   *
   * @throws SqlError
   */
  async query(text: string, parameters?: readonly Parameter[]): Promise<Answer[]> {
    const answers: Answer[] = [];
    this.#isBusy = true;
    this.#since = this.cluster.options.clock();
    try {
      const statements = statementsOf(text);
      if (parameters && statements.length > 1) {
        throw new SqlError('42601', 'cannot insert multiple commands into a prepared statement');
      }
      for (const statement of statements) {
        answers.push(await this.#untilDone(statement, parameters));
      }
      this.#transactions.endText();
      return answers;
    } catch (error) {
      this.#transactions.fail();
      throw error;
    } finally {
      this.#isBusy = false;
      this.#becomeIdle();
    }
  }

  /** A statement failed before it ran, by a fault that a test or a seed asks for. */
  fail(): void {
    this.#transactions.fail();
    this.#becomeIdle();
  }

  /** The client went away, or its process. */
  end(): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    clearTimeout(this.#idleTimer);
    this.#wait?.end(terminated());
    this.#stopSleep?.();
    this.#transactions.close();
    this.storage.database.advisoryLocks.releaseAll(this.pid);
    this.cluster.sessions.remove(this.pid);
  }

  /** Ends the session from the server's side. */
  terminate(error: SqlError = terminated()): void {
    if (this.#isEnded) return;
    this.end();
    this.start.onTerminated(error);
  }

  async #untilDone(
    statement: Statement,
    parameters: readonly Parameter[] | undefined,
  ): Promise<Answer> {
    this.storage.hasSlept = false;
    this.storage.readAgain();
    for (;;) {
      const answer = this.#attempt(statement, parameters);
      if (answer instanceof MustWait && answer.isForKey) this.storage.replay();
      else this.storage.readAgain();
      if (answer instanceof MustWait) await this.#waitFor(answer);
      else if (answer instanceof MustSleep) await this.#sleep(answer.ms);
      else if (!(answer instanceof StaleSight)) return answer;
    }
  }

  /** Runs one statement to its end, or undoes it and answers for whom it has to wait. */
  #attempt(statement: Statement, parameters: readonly Parameter[] | undefined): Answer | Retry {
    if (this.#isEnded) throw terminated();
    const { control } = statement;
    if (control) return this.#transactions.run(control);
    const own = this.#transactions.ready();
    const mark = own.undo.length;
    this.storage.startStatement();
    try {
      return this.#execute(statement, parameters);
    } catch (error) {
      own.undoTo(mark);
      if (error instanceof MustWait || error instanceof MustSleep) return error;
      if (error instanceof StaleSight) return error;
      throw error;
    }
  }

  #execute(statement: Statement, parameters: readonly Parameter[] | undefined): Answer {
    const { node, kind } = statement;
    if (kind === 'VariableSetStmt') return setVariable(node, this.storage);
    if (kind === 'VariableShowStmt') return showVariable(node, this.storage);
    if (kind === 'DeallocateStmt' || kind === 'DiscardStmt') return done('DISCARD');
    const ddl = runDdl(statement, this.storage);
    if (ddl !== undefined) return done(ddl);
    this.storage.own.hasRead = true;
    const prepared = this.#prepared(statement);
    return prepared.run(this.storage, this.#values(prepared, parameters));
  }

  #prepared({ node, text }: Statement): Prepared {
    const { prepared } = this.storage.catalog;
    // The text as it is has its hash already; a path other than the usual one is rare.
    const key = this.storage.hasUsualPath ? text : `${this.storage.path.join()}\n${text}`;
    let found = prepared.get(key);
    if (found === undefined) {
      found = this.cluster.options.language.prepare(node, this.storage);
      prepared.set(key, found);
    }
    return found;
  }

  #values(prepared: Prepared, given: readonly Parameter[] = []): Value[] {
    const { parameters } = prepared;
    if (given.length !== parameters.length) {
      throw new SqlError(
        '08P01',
        `bind message supplies ${String(given.length)} parameters, but the statement requires ${String(parameters.length)}`,
      );
    }
    const { language } = this.cluster.options;
    return given.map((value, at) => {
      const type = parameters[at] ?? 'text';
      if (typeof value === 'string') return language.fromText(value, type);
      if (value === null || Buffer.isBuffer(value)) return value;
      return language.fromItems(value.items, type) ?? language.fromText(value.text(), type);
    });
  }

  async #sleep(ms: number): Promise<void> {
    const limit = this.#settings.milliseconds('statement_timeout');
    const isTooLong = limit > 0 && ms > limit;
    const slept = Promise.withResolvers<void>();
    const timer = setTimeout(slept.resolve, isTooLong ? limit : ms);
    this.#stopSleep = () => slept.reject(terminated());
    try {
      await slept.promise;
    } finally {
      clearTimeout(timer);
      this.#stopSleep = undefined;
    }
    if (isTooLong) throw new SqlError('57014', 'canceling statement due to statement timeout');
    this.storage.hasSlept = true;
  }

  async #waitFor(wait: MustWait): Promise<void> {
    const limit = this.#settings.milliseconds('statement_timeout');
    const elapsed = Number(this.cluster.options.clock() - this.#since) / 1000;
    this.#wait = new LockWait(this.cluster.sessions, this, wait, {
      lock: this.#settings.milliseconds('lock_timeout'),
      statement: limit > 0 ? limit - elapsed : undefined,
      deadlock: millisecondsOf(this.#settings.get('deadlock_timeout') ?? '1s'),
    });
    try {
      await this.#wait.ended;
    } finally {
      this.#wait = undefined;
    }
  }

  #becomeIdle(): void {
    if (this.#isEnded) return;
    this.#since = this.cluster.options.clock();
    this.#armIdleTimer();
  }

  /** One timer for many statements: when it fires it looks how long the session has been idle by then. */
  #armIdleTimer(): void {
    if (this.#idleTimer !== undefined) return;
    const limit = this.#settings.milliseconds(this.#idleSetting);
    if (limit === 0) return;
    const rest = Math.max(Math.ceil(limit - this.#idleMs()), 1);
    this.#idleTimer = setTimeout(() => {
      this.#idleTimer = undefined;
      const now = this.#settings.milliseconds(this.#idleSetting);
      if (now > 0 && this.#idleMs() >= now) this.terminate(this.#idleError());
      else this.#armIdleTimer();
    }, rest);
    this.#idleTimer.unref();
  }

  #idleMs(): number {
    return this.#isBusy ? 0 : Number(this.cluster.options.clock() - this.#since) / 1000;
  }

  get #idleSetting(): string {
    return this.isInTransaction ? 'idle_in_transaction_session_timeout' : 'idle_session_timeout';
  }

  #idleError(): SqlError {
    const [code, what] = this.isInTransaction
      ? (['25P03', 'idle-in-transaction timeout'] as const)
      : (['57P05', 'idle-session timeout'] as const);
    return new SqlError(code, `terminating connection due to ${what}`);
  }
}

const terminated = () =>
  new SqlError('57P01', 'terminating connection due to administrator command');
