import { Client } from 'pg';

/** pg has these two, and its types do not. */
interface KeepingClient extends Client {
  /** From now on the connection keeps the process alive. */
  ref(): void;
  unref(): void;
}

/** A session on a server, and the end of the last work in it. */
interface AdminSession {
  readonly server: string;
  readonly client: Promise<KeepingClient>;
  last: Promise<unknown>;
}

/**
 * Where Jest's environment keeps what outlives a test file (`tools/jest/test-environment.mjs`). Another program keeps its
 * session here.
 */
const kept = ((globalThis as Record<symbol, unknown>)[Symbol.for('nordgate.kept-by-worker')] ??
  {}) as { session?: AdminSession };

/**
 * Acts in a session that the test files of a worker share, one act after the other. A new session costs the server
 * as much as half of a new database. Rejects as `act`, and with an error of the driver when the server cannot be reached.
 */
export function asAdmin<T>(server: string, act: (client: Client) => Promise<T>): Promise<T> {
  if (kept.session?.server !== server) {
    kept.session = { server, client: openSession(server), last: Promise.resolve() };
  }
  const { client, last } = kept.session;
  const done = (async () => {
    await last;
    return actIn(await client, act);
  })();
  kept.session.last = done.catch(() => undefined);
  return done;
}

/** The session keeps the process alive only while somebody acts in it. */
async function actIn<T>(client: KeepingClient, act: (client: Client) => Promise<T>): Promise<T> {
  client.ref();
  try {
    return await act(client);
  } finally {
    client.unref();
  }
}

/** One that has ended is not used again. */
async function openSession(server: string): Promise<KeepingClient> {
  const client = new Client({ connectionString: server }) as KeepingClient;
  const forget = (): void => void delete kept.session;
  client.on('error', forget).on('end', forget);
  try {
    await client.connect();
  } catch (error) {
    forget();
    throw error;
  }
  return client;
}
