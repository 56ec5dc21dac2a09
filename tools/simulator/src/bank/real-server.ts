import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asRealWork } from '../clock/quiet.js';
import type { BankDatabases, DatabaseServer } from './database-server.js';
import type { DriverClient } from './driver.js';
import { services } from './service-names.js';

/**
 * A real PostgreSQL under the simulated clock, which stands still while the server works. Its answers do not depend on
 * the seed alone, so a run cannot be replayed exactly: it shows what the model of PostgreSQL has to answer.
 *
 * @param Client that of `pg`, before anything has replaced it
 */
export async function startRealServer(Client: PlainClientClass): Promise<DatabaseServer> {
  const { startEmbeddedServer } = await import('@nordgate/local/postgres');
  const dataDir = mkdtempSync(join(tmpdir(), 'nordgate-simulator-'));
  const settings = { max_connections: '300' };
  const server = await startEmbeddedServer({
    ...{ dataDir, settings, durable: false },
    log: () => undefined,
  });
  let banks = 0;
  const named = async (template?: string): Promise<BankDatabases> => {
    const bank = `bank_${String((banks += 1))}`;
    const admin = new Client({ connectionString: server.url('postgres') });
    await admin.connect();
    for (const service of services) {
      const from = template === undefined ? '' : ` template ${template}_${service}`;
      await admin.query(`create database ${bank}_${service}${from} strategy file_copy`);
    }
    await admin.end();
    const url = (service: string) => server.url(`${bank}_${service}`);
    return { url, drop: () => Promise.resolve() };
  };
  return {
    makeClient: (config) => waitedFor(new Client(config)),
    create: () => named(),
    copy: (of) => named(/\/(bank_\d+)_payments/.exec(of.url('payments'))?.[1]),
    cut: (client) => streamOf(client)?.destroy(),
    beginMs: () => Date.now(),
    stop: async () => {
      await server.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

export type PlainClientClass = new (config?: unknown) => DriverClient;

function streamOf(client: DriverClient): { destroy(): void } | undefined {
  return (client as unknown as { connection?: { stream?: { destroy(): void } } }).connection
    ?.stream;
}

/** Lets the simulated clock wait for the work of a client. */
function waitedFor(client: DriverClient): DriverClient {
  const plain = {
    connect: client.connect.bind(client),
    query: client.query.bind(client),
    end: client.end.bind(client),
  };
  // A killed process has nobody who listens.
  client.on('error', () => undefined);
  return Object.assign(client, {
    connect: () => asRealWork(plain.connect()),
    query: (...args: unknown[]) => asRealWork(plain.query(...args)),
    end: () => asRealWork(plain.end()),
  });
}
