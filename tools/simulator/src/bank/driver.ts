import { EventEmitter } from 'node:events';
import { createRequire } from 'node:module';
import { setTimeout as delay } from 'node:timers/promises';
import { currentOwner, neverResolved } from '../clock/process-owner.js';
import type { ProcessOwner } from '../clock/process-owner.js';
import type { Fault, Faults } from '../clock/faults.js';

/** A client in the shape of `pg`, whose answers are promises. */
export interface DriverClient extends EventEmitter {
  connect(): Promise<unknown>;
  query(...args: readonly unknown[]): Promise<unknown>;
  end(): Promise<void>;
}

/** Makes a client of the database that its connection string names. */
export type MakeClient = (config: unknown) => DriverClient;

/** What goes wrong between a process and its database, and who hears of its calls. */
export interface DatabaseWeather {
  readonly faults: Faults;
  /** Called before a statement leaves a process, and before its answer arrives. May end the process. */
  readonly onCall: (owner: ProcessOwner, where: string) => void;
  /** Changes what a process sends to its database, for a planted bug. */
  readonly changed?: ((args: readonly unknown[]) => readonly unknown[]) | undefined;
}

let weather: DatabaseWeather | undefined;
/** Weak, because a process may connect once more in the turn in which it is killed. */
const sessions = new WeakMap<ProcessOwner, Set<DriverClient>>();
/** Those that the server ends when they send nothing for some seconds. */
const silenceEnds = new WeakSet<DriverClient>();

/** The weather from now on; nothing for a database that is always well. */
export function setWeather(next: DatabaseWeather | undefined): void {
  weather = next;
}

/** Ends the sessions of a process on its databases, as when the process is killed. */
export function endSessionsOf(owner: ProcessOwner, cut: (client: DriverClient) => void): void {
  for (const client of sessions.get(owner) ?? []) cut(client);
  sessions.delete(owner);
}

/**
 * Ends the sessions that are silent for longer than their settings allow, as a server does with those of a process that hangs: the
 * session of its leaders, and open transactions.
 */
export function endSilentSessionsOf(
  owner: ProcessOwner,
  cut: (client: DriverClient) => void,
): void {
  for (const client of sessions.get(owner) ?? []) if (silenceEnds.has(client)) cut(client);
}

/**
 * Lets `pg` give these clients to everybody who imports it from now on. Nothing may have imported it before: the names
 * of a module are bound when it is first imported.
 */
export function replaceDriver(make: MakeClient): void {
  const pg = createRequire(import.meta.url)('pg') as { Client: unknown; Pool: PoolClass };
  const Client = class extends FaultyClient {
    constructor(config: unknown = {}) {
      super(make(config));
    }
  };
  const { Pool } = pg;
  pg.Client = Client;
  pg.Pool = class extends Pool {
    constructor(options: object = {}) {
      super({ Client, ...options });
    }
  };
}

type PoolClass = new (options?: object) => object;

const answerMsMax = 4;

/** A client whose statements take time and meet faults, and whose process may end. */
class FaultyClient extends EventEmitter {
  readonly #owner = currentOwner();
  /** Read by the pool. */
  _queryable = true;
  _ending = false;

  constructor(private readonly inner: DriverClient) {
    super();
    inner.on('error', (error: Error) => {
      this._queryable = false;
      void this.#tell('error', error);
    });
    inner.on('end', () => void this.#tell('end'));
  }

  connect(done?: Callback): Promise<unknown> | void {
    if (this.#owner !== undefined) {
      sessions.set(this.#owner, (sessions.get(this.#owner) ?? new Set()).add(this.inner));
    }
    return answered(this.#whileAlive(this.#held(this.inner.connect())), done);
  }

  query(...args: unknown[]): Promise<unknown> | void {
    const done = typeof args.at(-1) === 'function' ? (args.pop() as Callback) : undefined;
    return answered(this.#whileAlive(this.#ask(args)), done);
  }

  end(done?: Callback): Promise<unknown> | void {
    this._ending = true;
    if (this.#owner !== undefined) sessions.get(this.#owner)?.delete(this.inner);
    return answered(this.#whileAlive(this.inner.end()), done);
  }

  ref(): void {
    // The simulated clock does not ask what keeps a process alive.
  }

  unref(): void {
    // As above.
  }

  async #ask(args: readonly unknown[]): Promise<unknown> {
    const owner = this.#owner;
    if (owner === undefined || weather === undefined) return this.inner.query(...args);
    const { faults, onCall, changed } = weather;
    const call = callOf(args[0]);
    const { text } = call;
    onCall(owner, call.sent);
    if (!owner.isAlive) return neverResolved();
    if (call.canConflict && faults.happens('serialization failure', text)) throw conflict();
    if (call.endsSilence !== undefined)
      silenceEnds[call.endsSilence ? 'add' : 'delete'](this.inner);
    const answer = await this.#held(this.inner.query(...(changed?.(args) ?? args)));
    onCall(owner, call.answered);
    await delay(faults.latencyMs(answerMsMax));
    if (!faults.happens(call.loss, text)) return answer;
    // The statement has run, and the client never hears of it.
    this._queryable = false;
    await this.inner.end();
    throw lostConnection();
  }

  /** What comes from the server, once the process goes on. */
  async #held<T>(answer: Promise<T>): Promise<T> {
    try {
      return await answer;
    } finally {
      if (this.#owner?.isFrozen === true) await this.#owner.thawed();
    }
  }

  async #tell(event: string, ...args: unknown[]): Promise<void> {
    if (this.#owner?.isFrozen === true) await this.#owner.thawed();
    if (this.#owner?.isAlive === false || this.listenerCount(event) === 0) return;
    const emit = () => void this.emit(event, ...args);
    if (this.#owner === undefined) emit();
    else this.#owner.run(emit);
  }

  #whileAlive<T>(work: Promise<T>): Promise<T> {
    return this.#owner?.whileAlive(work) ?? work;
  }
}

type Callback = (error: unknown, answer?: unknown) => void;

function answered<T>(work: Promise<T>, done: Callback | undefined): Promise<T> | void {
  if (done === undefined) return work;
  work.then(
    (answer) => done(undefined, answer),
    (error: unknown) => done(error),
  );
}

/** What is the same for all calls with a statement. */
interface Call {
  /** The start of the statement. */
  readonly text: string;
  /** How the trace names the call, and its answer. */
  readonly sent: string;
  readonly answered: string;
  readonly canConflict: boolean;
  /** The server ends the session from now on when it is silent, or no longer. Undefined: as before. */
  readonly endsSilence: boolean | undefined;
  /** What goes wrong when the answer does not arrive. */
  readonly loss: Fault;
}

const calls = new Map<string, Call>();

function callOf(first: unknown): Call {
  const full = typeof first === 'string' ? first : ((first as { text?: string }).text ?? '');
  let call = calls.get(full);
  if (call === undefined) {
    const text = full.trimStart().slice(0, 60).replaceAll(/\s+/g, ' ');
    // Statements outside of transactions that write are what PostgreSQL refuses for a conflict.
    const canConflict = /es\.append|es\.save/i.test(text);
    const loss = /^commit/i.test(text) ? 'answer of a commit lost' : 'connection lost';
    const endsSilence = /^(begin|set idle_session_timeout)/i.test(text)
      ? true
      : /^(commit|rollback)/i.test(text)
        ? false
        : undefined;
    call = {
      text,
      endsSilence,
      sent: `sql ${text}`,
      answered: `answer ${text}`,
      canConflict,
      loss,
    };
    calls.set(full, call);
  }
  return call;
}

function conflict(): Error {
  return Object.assign(new Error('could not serialize access due to concurrent update'), {
    code: '40001',
    severity: 'ERROR',
  });
}

/** As `pg` reports a connection that ends during a query. */
function lostConnection(): Error {
  return new Error('Connection terminated unexpectedly');
}
