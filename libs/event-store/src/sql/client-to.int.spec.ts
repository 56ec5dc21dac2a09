import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';
import { Pool } from 'pg';
import { clientTo } from './client-to.js';
import type { Database } from './database.js';
import { isInfrastructureFailure } from './store-errors.js';
import { testDatabase } from '../testing/test-database.js';

const patience = { answerMs: 1000, connectMs: 20_000 };

let database: Database & { readonly url: string };
let relay: Server;
let pool: Pool;
/** Connections of which nothing arrives any more, and neither side hears why. */
const silent = new Set<Socket>();
const sockets: Socket[] = [];
let takesNone = false;

beforeEach(async () => {
  database = await testDatabase('silent');
  const { port, hostname } = new URL(database.url);
  relay = createServer((client) => {
    const server = connect(Number(port), hostname);
    sockets.push(client, server);
    if (takesNone) silent.add(client);
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      from.on('data', (bytes) => !silent.has(client) && to.write(bytes));
      from.on('close', () => !silent.has(client) && to.destroy());
      from.on('error', () => undefined);
    }
  });
  relay.listen(0, '127.0.0.1');
  await once(relay, 'listening');
  const url = new URL(database.url);
  url.port = String((relay.address() as AddressInfo).port);
  pool = new Pool({ Client: clientTo(() => url.href, patience), max: 1 });
  pool.on('error', () => undefined);
});

afterEach(async () => {
  takesNone = false;
  silent.clear();
  for (const socket of sockets.splice(0)) socket.destroy();
  await pool.end();
  relay.close();
  await database.close();
});

function forgetConnections(): void {
  for (const socket of sockets) silent.add(socket);
}

const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => 'answered',
    (error: unknown) => (isInfrastructureFailure(error) ? 'an outage' : error),
  );

describe('a connection on which the server is silent', () => {
  it('fails a statement as an outage, and the next statement has another connection', async () => {
    await pool.query('select 1');
    forgetConnections();
    expect(await failureOf(pool.query('select 1'))).toBe('an outage');
    expect(await failureOf(pool.query('select 1'))).toBe('answered');
  });

  it('is not used again after a transaction that gave it back as if it worked', async () => {
    const client = await pool.connect();
    client.on('error', () => undefined);
    await client.query('begin');
    forgetConnections();
    expect(await failureOf(client.query('select 1'))).toBe('an outage');
    await client.query('rollback').catch(() => undefined);
    client.release();
    expect(await failureOf(pool.query('select 1'))).toBe('answered');
  });

  it('fails a log-in as an outage', async () => {
    takesNone = true;
    patience.connectMs = 300;
    expect(await failureOf(pool.query('select 1'))).toBe('an outage');
    takesNone = false;
    patience.connectMs = 20_000;
    expect(await failureOf(pool.query('select 1'))).toBe('answered');
  });
});
