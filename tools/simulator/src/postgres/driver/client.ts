import { EventEmitter } from 'node:events';
import type { QueryResult } from 'pg';
import { prepareValue } from 'pg/lib/utils.js';
import { DatabaseError } from 'pg-protocol';
import type { Cluster } from '../storage/cluster.js';
import { Session } from '../session/session.js';
import type { Parameter } from '../session/session.js';
import { SqlError } from '../values.js';
import type { Call, Fault, Faults } from './faults.js';
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
  return Object.assign(thrown, {
    ...{ severity: 'ERROR', code: error.code, cause: error },
    ...error.fields,
  });
}

/** The answer to a text without statements. */
const nothing: QueryResult = { command: '', rowCount: null, oid: 0, fields: [], rows: [] };

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
    const start = startOf(this.#config);
    const onTerminated = (error: SqlError) => this.#break(databaseError(error));
    const { database, applicationName } = start;
    const call = { pid: 0, database, applicationName, text: 'connect', name: undefined };
    const fault = await this.faults.before?.(call);
    if (fault !== undefined || this.#isEnding) throw broken();
    try {
      this.#session = new Session(this.cluster, { ...start, onTerminated });
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
    const running = this.#run(query);
    const timer = this.#mayTakeTime(query)
      ? setTimeout(() => late.reject(new Error('Query read timeout')), limit)
      : undefined;
    return Promise.race([running, late.promise]).finally(() => clearTimeout(timer));
  }

  /** Whether time may pass until the answer to a query that has begun. Nearly always it is there at once, and needs no timer. */
  #mayTakeTime({ text }: Query): boolean {
    const { before, after } = this.faults;
    if (before !== undefined || after !== undefined) return true;
    return this.#session?.isWaiting === true || text.includes(';');
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
    const call = this.#call(query);
    if (this.faults.before) this.#befall(session, await this.faults.before(call));
    const parameters = query.values?.map(parameterOf);
    const answers = await session.query(query.text, parameters);
    if (this.faults.after) this.#befall(session, await this.faults.after(call));
    const { language } = this.cluster.options;
    const results = answers.map((one) => resultOf(one, language));
    return results.length > 1 ? results : (results[0] ?? nothing);
  }

  #befall(session: Session, fault: Fault): void {
    if (fault === 'cut') this.#cut(session);
    if (fault === undefined) return;
    session.fail();
    throw fault;
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

function parameterOf(value: unknown): Parameter {
  if (!Array.isArray(value) || value.some(isNested)) return prepareValue(value);
  const items = value.map((item) => prepareValue(item) as string | null);
  return { items, text: () => prepareValue(value) as string };
}

/** What node-pg writes in a special way inside an array. */
const isNested = (item: unknown): boolean => Array.isArray(item) || ArrayBuffer.isView(item);

/** Which database a client wants, and with which settings. */
function startOf(config: ModelClientConfig) {
  const { connectionString, application_name: name } = config;
  const url = connectionString === undefined ? undefined : new URL(connectionString);
  const applicationName = name ?? url?.searchParams.get('application_name') ?? '';
  const database = url ? decodeURIComponent(url.pathname.slice(1)) : config.database;
  const limits = timeouts.flatMap((timeout) => {
    const value = config[timeout];
    return value === undefined || value === false ? [] : [[timeout, String(value)] as const];
  });
  const settings = [['application_name', applicationName] as const, ...limits];
  return { database: database ?? 'postgres', applicationName, settings };
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
