import { EventEmitter } from 'node:events';
import type { QueryResult } from 'pg';
import { prepareValue } from 'pg/lib/utils.js';
import { DatabaseError } from 'pg-protocol';
import type { Cluster } from '../storage/cluster.js';
import { Session } from '../session/session.js';
import type { Parameter } from '../session/session.js';
import { SqlError } from '../values.js';
import type { Call, Faults } from './faults.js';
import { resultOf } from './results.js';

/** The settings of a client that the model reads: those of node-pg with these names. */
export interface ModelClientConfig {
  readonly connectionString?: string;
  readonly database?: string;
  readonly application_name?: string;
  readonly statement_timeout?: number | false;
  readonly lock_timeout?: number;
  readonly idle_in_transaction_session_timeout?: number;
  readonly query_timeout?: number;
  readonly options?: string;
}

type Callback<T> = (error: Error | null | undefined, result?: T) => void;
type Answered = QueryResult | QueryResult[];

interface Query {
  readonly text: string;
  readonly name?: string;
  readonly values?: readonly unknown[];
  readonly query_timeout?: number;
}

const timeouts = [
  'statement_timeout',
  'lock_timeout',
  'idle_in_transaction_session_timeout',
] as const;

/** An error of the server as node-pg throws it. */
export function databaseError(error: SqlError): Error {
  const thrown = new DatabaseError(error.message, error.message.length, 'error');
  return Object.assign(thrown, { severity: 'ERROR', code: error.code, ...error.fields });
}

const broken = () => new Error('Connection terminated unexpectedly');

/** A client of node-pg whose server is the model. */
export class ModelClient extends EventEmitter {
  readonly #config: ModelClientConfig;
  #session: Session | undefined;
  #last: Promise<unknown> = Promise.resolve();
  /** Rejects the statements that wait for an answer when the connection breaks. */
  readonly #pending = new Set<(error: Error) => void>();
  #isEnding = false;
  /** pg-pool asks for these. */
  _queryable = true;
  _ending = false;
  processID: number | null = null;

  constructor(
    private readonly cluster: Cluster,
    private readonly faults: Faults,
    config: string | ModelClientConfig = {},
  ) {
    super();
    this.#config = typeof config === 'string' ? { connectionString: config } : config;
  }

  connect(): Promise<this>;
  connect(callback: Callback<this>): void;
  connect(callback?: Callback<this>): Promise<this> | void {
    return answer(this.#connect(), callback);
  }

  query(query: string | Query, values?: unknown, callback?: unknown): Promise<Answered> | void {
    const given = typeof query === 'string' ? { text: query } : query;
    const callbacks = [values, callback].find((one) => typeof one === 'function');
    const parameters = Array.isArray(values) ? (values as unknown[]) : given.values;
    const full = { ...given, ...(parameters ? { values: parameters } : {}) };
    const answered = this.#last.then(() => this.#limited(full));
    this.#last = answered.catch(() => undefined);
    return answer(answered, callbacks as Callback<Answered> | undefined);
  }

  end(): Promise<void>;
  end(callback: Callback<void>): void;
  end(callback?: Callback<void>): Promise<void> | void {
    return answer(this.#end(), callback);
  }

  /** The process of the client has ended: the server rolls back, and nobody learns anything. */
  cut(): void {
    this.#isEnding = true;
    this.#session?.end();
  }

  isConnected(): boolean {
    return this.#session?.isEnded === false;
  }

  ref(): void {
    // A model has no socket that keeps the process alive.
  }

  unref(): void {
    // As above.
  }

  async #connect(): Promise<this> {
    const { connectionString, database, application_name: name } = this.#config;
    const url = connectionString === undefined ? undefined : new URL(connectionString);
    const application = name ?? url?.searchParams.get('application_name') ?? '';
    const settings: [string, string][] = [['application_name', application]];
    for (const timeout of timeouts) {
      const value = this.#config[timeout];
      if (value !== undefined && value !== false) settings.push([timeout, String(value)]);
    }
    const start = {
      database: url ? decodeURIComponent(url.pathname.slice(1)) : (database ?? 'postgres'),
      settings,
      onTerminated: (error: SqlError) => this.#break(databaseError(error)),
    };
    const call = {
      ...this.#call({ text: 'connect' }),
      ...{ database: start.database, applicationName: application },
    };
    const fault = await this.faults.before?.(call);
    if (fault !== undefined || this.#isEnding) throw broken();
    try {
      this.#session = new Session(this.cluster, start);
    } catch (error) {
      throw error instanceof SqlError ? databaseError(error) : error;
    }
    this.processID = this.#session.pid;
    return this;
  }

  #call({ text, name }: Query): Call {
    const { pid = 0, database = '', applicationName = '' } = this.#session ?? {};
    return { pid, database, applicationName, text, name };
  }

  #limited(query: Query): Promise<Answered> {
    const limit = query.query_timeout ?? this.#config.query_timeout ?? 0;
    if (limit === 0) return this.#run(query);
    const late = Promise.withResolvers<Answered>();
    const timer = setTimeout(() => late.reject(new Error('Query read timeout')), limit);
    return Promise.race([this.#run(query), late.promise]).finally(() => clearTimeout(timer));
  }

  async #run(query: Query): Promise<Answered> {
    const session = this.#session;
    if (this.#isEnding) throw new Error('Client was closed and is not queryable');
    if (!session || session.isEnded) {
      throw new Error('Client has encountered a connection error and is not queryable');
    }
    const lost = Promise.withResolvers<never>();
    lost.promise.catch(() => undefined);
    this.#pending.add(lost.reject);
    try {
      return await Promise.race([this.#exchange(session, query), lost.promise]);
    } catch (error) {
      throw error instanceof SqlError ? databaseError(error) : error;
    } finally {
      this.#pending.delete(lost.reject);
    }
  }

  /** The statement and its answer, with what a fault does to them. */
  async #exchange(session: Session, query: Query): Promise<Answered> {
    const { before, after } = this.faults;
    const call = before || after ? this.#call(query) : undefined;
    const fault = call && (await before?.(call));
    if (fault === 'cut') this.#cut(session);
    if (fault instanceof SqlError) session.fail();
    if (fault instanceof SqlError) throw fault;
    const parameters = query.values?.map((value) => prepareValue(value) as Parameter);
    const answers = await session.query(query.text, parameters);
    if (call && (await after?.(call)) === 'cut') this.#cut(session);
    const { language } = this.cluster.options;
    const results = answers.map((one) => resultOf(one, language));
    if (results.length > 1) return results;
    return (
      results[0] ??
      ({ command: '', rowCount: null, oid: 0, fields: [], rows: [] } as unknown as QueryResult)
    );
  }

  /** The network breaks: the server rolls back, and the client learns nothing. */
  #cut(session: Session): never {
    session.end();
    const error = broken();
    this.#break(error);
    throw error;
  }

  #break(error: Error): void {
    this._queryable = false;
    const waiting = [...this.#pending];
    this.#pending.clear();
    for (const reject of waiting) reject(error);
    if (this.#isEnding) return;
    queueMicrotask(() => {
      // Without a listener an error ends the process, as node-pg's does.
      this.emit('error', waiting.length > 0 ? broken() : error);
      this.emit('end');
    });
  }

  async #end(): Promise<void> {
    if (this.#isEnding) return;
    this.#isEnding = true;
    this._ending = true;
    const session = this.#session;
    const isUsed = this.#pending.size > 0;
    if (isUsed && session && !session.isEnded) {
      // node-pg closes the socket of a statement in work.
      session.end();
      this.#break(new Error('Connection terminated'));
    }
    await this.#last;
    session?.end();
    this.emit('end');
  }
}

/** A promise, or its result given to a callback as node-pg's API offers both. */
function answer<T>(promise: Promise<T>, callback: Callback<T> | undefined): Promise<T> | void {
  if (!callback) return promise;
  promise.then(
    (result) => process.nextTick(callback, null, result),
    (error: unknown) => process.nextTick(callback, error),
  );
  return undefined;
}
