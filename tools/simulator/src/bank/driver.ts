import { createRequire } from 'node:module';
import { setTimeout as delay } from 'node:timers/promises';
import { currentOwner } from '../clock/process-owner.js';
import type { ProcessOwner } from '../clock/process-owner.js';
import type { Faults } from '../clock/faults.js';

/** What the services, TypeORM and the pool of `pg` use of a client. */
export interface DriverClient {
  connect(done?: (error?: unknown) => void): Promise<unknown> | void;
  query(...args: unknown[]): unknown;
  end(done?: (error?: unknown) => void): Promise<void> | void;
  on(event: string, listener: (...args: unknown[]) => void): this;
  emit(event: string, ...args: unknown[]): boolean;
}

export type DriverClientClass = new (config?: unknown) => DriverClient;

/** What goes wrong between a process and its database, and who hears of its calls. */
export interface DatabaseWeather {
  readonly faults: Faults;
  /** Called before a statement leaves a process, and before its answer arrives. May end the process. */
  readonly onCall: (owner: ProcessOwner, where: string) => void;
}

let weather: DatabaseWeather | undefined;
const sessions = new Map<ProcessOwner, Set<DriverClient>>();

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
 * Lets `pg` give these clients to everybody who imports it from now on. The services are imported later.
 *
 * @param Plain the client of the model of PostgreSQL, or that of `pg`
 */
export function replaceDriver(Plain: DriverClientClass): void {
  const pg = createRequire(import.meta.url)('pg') as { Client: unknown; Pool: PoolClass };
  const Client = faultyClient(Plain);
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
function faultyClient(Plain: DriverClientClass): DriverClientClass {
  return class FaultyClient extends Plain {
    readonly #owner = currentOwner();

    override connect(done?: (error?: unknown) => void): Promise<unknown> | void {
      if (this.#owner !== undefined) {
        sessions.set(this.#owner, (sessions.get(this.#owner) ?? new Set()).add(this));
      }
      return answered(this.#whileAlive(Promise.resolve(super.connect())), done);
    }

    override query(...args: unknown[]): unknown {
      const last = args.at(-1);
      const done = typeof last === 'function' ? (args.pop() as Callback) : undefined;
      return answered(this.#whileAlive(this.#ask(args)), done);
    }

    override end(done?: (error?: unknown) => void): Promise<void> | void {
      if (this.#owner !== undefined) sessions.get(this.#owner)?.delete(this);
      return answered(this.#whileAlive(Promise.resolve(super.end())), done) as Promise<void>;
    }

    async #ask(args: readonly unknown[]): Promise<unknown> {
      const owner = this.#owner;
      if (owner === undefined || weather === undefined) return super.query(...args);
      const { faults, onCall } = weather;
      const text = textOf(args[0]);
      onCall(owner, `sql ${text}`);
      if (!owner.isAlive) return never;
      if (faults.happens('serialization failure', text) && canConflict(text)) throw conflict();
      const outcome = super.query(...args) as Promise<unknown>;
      // What the answer is does not matter to a client whose connection is lost before it arrives.
      const answer = await outcome;
      onCall(owner, `answer ${text}`);
      await delay(faults.latencyMs(answerMsMax));
      const isCommit = /^commit/i.test(text);
      const isLost = isCommit
        ? faults.happens('answer of a commit lost', text)
        : faults.happens('connection lost', text);
      if (!isLost) return answer;
      await super.end();
      throw lostConnection();
    }

    #whileAlive<T>(work: Promise<T>): Promise<T> {
      return this.#owner?.whileAlive(work) ?? work;
    }
  };
}

type Callback = (error: unknown, answer?: unknown) => void;

const never = new Promise<never>(() => undefined);

function answered<T>(work: Promise<T>, done: Callback | undefined): Promise<T> | void {
  if (done === undefined) return work;
  work.then(
    (answer) => done(undefined, answer),
    (error: unknown) => done(error),
  );
}

function textOf(first: unknown): string {
  const text = typeof first === 'string' ? first : ((first as { text?: string }).text ?? '');
  return text.trimStart().slice(0, 60).replaceAll(/\s+/g, ' ');
}

/** Statements outside of transactions that write, and commits, are what PostgreSQL refuses for a conflict. */
function canConflict(text: string): boolean {
  return /es\.append|es\.save/i.test(text);
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
