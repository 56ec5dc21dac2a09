import { join } from 'node:path';
import { BankProcess } from '@nordgate/demo/bank-process';
import type { EmbeddedServer } from '@nordgate/local/postgres';
import { operatorProgram } from '@nordgate/operator/operator-program';
import type { BankAddresses } from '@nordgate/testing';
import type { TppClient } from '@nordgate/tpp-client';
import type { Stores } from '../checker/evidence/databases.js';
import { services, since } from '../checker/evidence/evidence.js';
import type { Before, Service } from '../checker/evidence/evidence.js';
import { evidenceInOneProcess } from '../checker/evidence/gather.js';
import { judge } from '../checker/law.js';
import type { Verdict } from '../checker/law.js';
import { laws } from '../checker/laws.js';
import { awaitRestOfStores } from '../checker/rest.js';
import type { History } from '../history/history.js';
import { dump, restore } from './backups.js';

const databaseOf = (service: Service) => `nordgate_${service}`;

/** The five databases of a bank on one server. */
export function storesOn(server: EmbeddedServer): Stores {
  return { databaseUrl: (service) => server.url(databaseOf(service)) };
}

/** Creates the empty databases of a bank. */
export async function createDatabases(server: EmbeddedServer): Promise<void> {
  for (const service of services) await server.ensureDatabase(databaseOf(service));
}

const fileOf = (folder: string, service: Service) => join(folder, `${service}.dump`);

/** Dumps some databases of a bank into a folder, at the same time. */
export async function dumpDatabases(
  server: EmbeddedServer,
  folder: string,
  which: readonly Service[] = services,
): Promise<void> {
  const { databaseUrl } = storesOn(server);
  await Promise.all(which.map((name) => dump(databaseUrl(name), fileOf(folder, name))));
}

/** Restores all databases of a bank from the dumps in a folder, on a server that has none of them. */
export async function restoreDatabases(server: EmbeddedServer, folder: string): Promise<void> {
  await createDatabases(server);
  const { databaseUrl } = storesOn(server);
  await Promise.all(services.map((name) => restore(fileOf(folder, name), databaseUrl(name))));
}

/** Where a bank keeps its keys and listens. */
interface Place {
  readonly dataDir: string;
  /** The addresses of the bank before the loss: its links name them. */
  readonly before?: BankAddresses;
}

/** Starts a bank in one process on the databases of a server. @throws Error with what it complains about */
export async function startBankOn(
  server: EmbeddedServer,
  { dataDir, before }: Place,
): Promise<BankProcess> {
  const { databaseUrl } = storesOn(server);
  let complaints = '';
  const ports = before && {
    gatewayPort: Number(new URL(before.gatewayUrl).port),
    scaPort: Number(new URL(before.scaUrl).port),
  };
  const starting = BankProcess.start({
    ...{ dataDir, ...ports },
    env: Object.fromEntries(
      services.map((name) => [`DATABASE_URL_${name.toUpperCase()}`, databaseUrl(name)]),
    ),
    complain: (text) => (complaints += text),
  });
  return starting.catch((error: unknown) => {
    throw new Error(`${String(error)}: ${complaints}`);
  });
}

/** The services are stopped: a command that asks one fails. */
const nobody = { run: () => Promise.reject(new Error('no service runs')) };

/** `operator restore rebase` on every database of a stopped bank. @returns what it said */
export async function rebaseDatabases(
  server: EmbeddedServer,
  readers: 'replay' | 'resume',
): Promise<string[]> {
  const { databaseUrl } = storesOn(server);
  const said: string[] = [];
  for (const name of services) {
    const how = ['--database-url', databaseUrl(name), '--readers', readers];
    const program = operatorProgram(nobody, (text) => said.push(text));
    await program.parseAsync(['restore', 'rebase', ...how], { from: 'user' });
  }
  return said;
}

interface Judged {
  readonly server: EmbeddedServer;
  /** The streams from before the load. */
  readonly since: Before;
  readonly history: History;
  readonly tpp: TppClient;
}

/** Judges a bank in one process when it is at rest. */
export async function judgeBank({ server, history, tpp, ...load }: Judged): Promise<Verdict> {
  const stores = storesOn(server);
  await awaitRestOfStores(stores);
  const evidence = await evidenceInOneProcess({ stores, history, tpp });
  return judge(laws, since(load.since, evidence));
}
