import { Client } from 'pg';
import type { ClientConfig } from 'pg';

/** How long a client waits for a server that says nothing, in milliseconds. */
export interface Patience {
  /** For the answer to a statement: longer than the server lets any statement run. */
  readonly answerMs: number;
  /** For a connection and its log-in. */
  readonly connectMs: number;
}

/** The client without the forms of a statement. */
type PlainClient = new (config?: ClientConfig) => {
  query(...args: readonly unknown[]): unknown;
  end(): Promise<void>;
};

/** What pg says when a statement has no answer in time. */
const silence = 'Query read timeout';

/**
 * The client of a pool whose connections each have the URL of now, so that a new password needs no restart. A connection on which
 * the server does not answer is closed, as it may be half-open: the server is gone or a firewall has lost the connection, and TCP would say so
 * after a quarter of an hour only.
 */
export function clientTo(urlNow: () => string, patience: Patience): typeof Client {
  class PatientClient extends (Client as unknown as PlainClient) {
    constructor(config?: ClientConfig) {
      super({
        ...config,
        connectionString: urlNow(),
        query_timeout: patience.answerMs,
        connectionTimeoutMillis: patience.connectMs,
      });
    }

    override query(...args: readonly unknown[]): unknown {
      const answer = super.query(...args);
      // A pool closes a connection whose callback has an error; a transaction may try to go on.
      if (answer instanceof Promise) answer.catch(this.#endWhenSilent);
      return answer;
    }

    readonly #endWhenSilent = (error: unknown): void => {
      if (error instanceof Error && error.message === silence) void this.end();
    };
  }
  return PatientClient as unknown as typeof Client;
}
