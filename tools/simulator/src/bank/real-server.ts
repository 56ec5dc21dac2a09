import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asRealWork } from '../clock/simulated-clock.js';
import type { BankDatabases, DatabaseServer } from './database-server.js';
import type { DriverClient, DriverClientClass } from './driver.js';

const services = ['payments', 'baskets', 'sca', 'accounts', 'batch'] as const;

/**
 * A real PostgreSQL under the simulated clock, which stands still while the server works. Its answers do not depend on
 * the seed alone, so a run cannot be replayed exactly: it shows what the model of PostgreSQL has to answer.
 *
 * @param replace called with the client before anything imports `pg`
 */
export async function startRealServer(
  replace: (client: DriverClientClass) => void,
): Promise<DatabaseServer> {
  const pg = createRequire(import.meta.url)('pg') as { readonly Client: DriverClientClass };
  const Client = waitedFor(pg.Client);
  replace(Client);
  const { startEmbeddedServer } = await import('@nordgate/local/postgres');
  const dataDir = mkdtempSync(join(tmpdir(), 'nordgate-simulator-'));
  const settings = { max_connections: '300' };
  const server = await startEmbeddedServer({
    dataDir,
    settings,
    durable: false,
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
    return {
      url: (service) => server.url(`${bank}_${service}`),
      drop: () => Promise.resolve(),
    };
  };
  return {
    Client,
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

function streamOf(client: DriverClient): { destroy(): void } | undefined {
  return (client as unknown as { connection?: { stream?: { destroy(): void } } }).connection
    ?.stream;
}

/** A client whose work stops the simulated clock. */
function waitedFor(Plain: DriverClientClass): DriverClientClass {
  const waited = (work: unknown) => asRealWork(Promise.resolve(work));
  return class extends Plain {
    constructor(config?: unknown) {
      super(config);
      // A killed process has nobody who listens.
      this.on('error', () => undefined);
    }
    override connect(...args: never[]): Promise<unknown> {
      return waited(super.connect(...args));
    }
    override query(...args: unknown[]): unknown {
      return waited(super.query(...args));
    }
    override end(...args: never[]): Promise<void> {
      return waited(super.end(...args)) as Promise<void>;
    }
  };
}
