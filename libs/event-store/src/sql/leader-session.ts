import { setTimeout as sleep } from 'node:timers/promises';
import type { Client, QueryResultRow } from 'pg';
import { InfrastructureError } from './store-errors.js';

/** The lock of one leader. */
export interface LeaderLock {
  /** Aborts when the session of the lock has ended: another process may lead. */
  readonly lost: AbortSignal;
  /** Gives the lock up; another process can take it at once. Never rejects. */
  readonly release: () => Promise<void>;
}

/** The locks of a process in one database. */
export interface Leaders {
  /**
   * Takes the lock of a name. Answers undefined when somebody has it, in this process or another one. Throws
   * errors of the driver.
   */
  readonly tryLock: (name: string) => Promise<LeaderLock | undefined>;
}

const tryLock = `select pg_try_advisory_lock(hashtextextended('lead' || chr(31) || $1, 0)) as leads`;
const unlock = `select pg_advisory_unlock(hashtextextended('lead' || chr(31) || $1, 0))`;

/**
 * The server ends the session of a process that sends nothing for three heartbeats, e.g. because the process was
 * stopped. The locks end with the session.
 */
const silentBeats = 3;
/** Longest wait for the server to unlock; the end of the session unlocks as well. */
const unlockMaxMs = 1000;

class Session {
  readonly lost = new AbortController();
  #last: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly client: Client,
    private readonly heartbeatMs: number,
  ) {}

  /** One statement after another: a connection has one at a time. */
  query<Row extends QueryResultRow>(text: string, values: string[] = []): Promise<Row[]> {
    const answered = this.#last.then(async () => {
      const { rows } = await this.client.query<Row>(text, values);
      return rows;
    });
    this.#last = answered.catch(() => undefined);
    return answered;
  }

  async open(): Promise<void> {
    const end = () => void this.end();
    this.client.on('error', end);
    this.client.on('end', end);
    await this.client.connect();
    // Set before any lock: a process that is stopped just after it got a lock would keep it.
    await this.query(`set idle_session_timeout = ${String(this.heartbeatMs * silentBeats)}`);
    // The end of the connection may come with the answer, before anybody listens for it.
    if (this.lost.signal.aborted) {
      throw new InfrastructureError('the session of the leaders ended at its start');
    }
    this.#keepAlive();
  }

  async end(): Promise<void> {
    if (this.lost.signal.aborted) return;
    this.lost.abort();
    await this.client.end().catch(() => undefined);
  }

  /** Sends something now and then; a server that has not answered the last time by then is gone. */
  #keepAlive(): void {
    const end = () => void this.end();
    let isAnswered = true;
    const beating = setInterval(() => {
      if (!isAnswered) return end();
      isAnswered = false;
      this.query('select 1').then(() => (isAnswered = true), end);
    }, this.heartbeatMs);
    this.lost.signal.addEventListener('abort', () => clearInterval(beating), { once: true });
  }
}

/**
 * One session for all leaders of a process in one database: a session for each would be a connection and a
 * heartbeat for each, and one more connection for every try of a process that waits to lead. The session is opened at
 * the first try. When it ends, all its locks are lost, and the next try opens another one.
 */
export class LeaderSession implements Leaders {
  /** A session takes its own lock again, so this tells the leaders of this process apart. */
  readonly #names = new Set<string>();
  #session: Promise<Session> | undefined;
  #isEnded = false;

  /**
   * @param makeClient makes a client that has not connected yet
   * @param heartbeatMs another process leads three times this after the process was stopped
   */
  constructor(
    private readonly makeClient: () => Client,
    private readonly heartbeatMs = 2_000,
  ) {}

  readonly tryLock = async (name: string): Promise<LeaderLock | undefined> => {
    if (this.#isEnded) throw new Error('the database is closed');
    if (this.#names.has(name)) return undefined;
    this.#names.add(name);
    try {
      const session = await this.#opened();
      const rows = await session.query<{ leads: boolean }>(tryLock, [name]);
      if (rows[0]?.leads === true) {
        return { lost: session.lost.signal, release: () => this.#release(session, name) };
      }
    } catch (error) {
      this.#names.delete(name);
      throw error;
    }
    this.#names.delete(name);
    return undefined;
  };

  /** Ends the session and its locks, for good. */
  async end(): Promise<void> {
    this.#isEnded = true;
    const session = await this.#session?.catch(() => undefined);
    if (session !== undefined) await session.end();
  }

  #opened(): Promise<Session> {
    if (this.#session !== undefined) return this.#session;
    const opening = this.#open();
    this.#session = opening;
    const forget = () => {
      if (this.#session === opening) this.#session = undefined;
    };
    opening.then(({ lost }) => lost.signal.addEventListener('abort', forget), forget);
    return opening;
  }

  async #open(): Promise<Session> {
    const session = new Session(this.makeClient(), this.heartbeatMs);
    try {
      await session.open();
      return session;
    } catch (error) {
      await session.end();
      throw error;
    }
  }

  async #release(session: Session, name: string): Promise<void> {
    try {
      if (session.lost.signal.aborted) return;
      const unlocked = session.query(unlock, [name]).then(() => true);
      const late = sleep(unlockMaxMs, false, { ref: false });
      const isUnlocked = await Promise.race([unlocked, late]).catch(() => false);
      if (!isUnlocked) await session.end();
    } finally {
      this.#names.delete(name);
    }
  }
}
