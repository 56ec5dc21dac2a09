import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { existsSync, globSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { Client } from 'pg';
import type { Cluster } from '@nordgate/local/cluster';
import { groupLag } from '@nordgate/messaging/kafka';
import { createLog } from '@nordgate/telemetry';

const artifacts = join(import.meta.dirname, '..', '..', '..', 'artifacts', 'chaos');
/** A part that hangs is one of those that failed. */
const partMsMax = 20_000;

const sessions = `
select a.datname, a.application_name, a.pid, a.state, a.wait_event_type, a.wait_event, a.xact_start, a.query_start,
       a.query, pg_blocking_pids(a.pid) as blocked_by
  from pg_stat_activity a where a.backend_type = 'client backend' order by a.datname, a.pid`;

/**
 * Keeps what tells why a run failed, while its cluster still runs: the logs of all processes, the requests, the lags of the consumer groups,
 * the sessions of the databases, and what each app says about itself. What cannot be read is replaced by the reason.
 *
 * @param name of the folder below `artifacts/chaos`; an older one is replaced
 * @returns the folder
 */
export async function keepFailure(cluster: Cluster, name: string, error: unknown): Promise<string> {
  const folder = join(artifacts, name);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const keep = async (file: string, read: () => Promise<string>) => {
    const text = await within(read()).catch((reason: unknown) => `not read: ${String(reason)}`);
    await writeFile(join(folder, file), `${text}\n`);
  };
  await keep('why.txt', () => Promise.resolve(describeError(error)));
  await keep('lags.json', () => lagsOf(cluster));
  await keep('sessions.json', () => sessionsOf(cluster));
  await keep('apps.txt', () => statesOf(cluster));
  await keepFiles(cluster.options.dataDir, folder);
  return folder;
}

/** The stack of an error, and of what caused it. */
function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause === undefined ? '' : `\ncaused by ${describeError(error.cause)}`;
  return `${error.stack ?? error.message}${cause}`;
}

async function within(read: Promise<string>): Promise<string> {
  const limit = Promise.withResolvers<never>();
  const timer = setTimeout(() => limit.reject(new Error('no answer')), partMsMax);
  return Promise.race([read, limit.promise]).finally(() => clearTimeout(timer));
}

async function lagsOf({ kafka }: Cluster): Promise<string> {
  const settings = { brokers: kafka.bootstrap, clientId: 'nordgate-chaos' };
  const log = createLog({ app: 'chaos', level: 'silent' });
  return JSON.stringify(await groupLag({ settings, log }), undefined, 1);
}

async function sessionsOf(cluster: Cluster): Promise<string> {
  const connectionString = cluster.databaseUrl('payments');
  const client = new Client({ connectionString, connectionTimeoutMillis: partMsMax / 2 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return JSON.stringify((await client.query(sessions)).rows, undefined, 1);
  } finally {
    await client.end();
  }
}

async function statesOf({ apps }: Cluster): Promise<string> {
  const lines = apps.map(async (app) => {
    const end = app.unexpectedEnd;
    return `${app.name} (pid ${String(app.pid)}): ${end ?? (await app.liveness())}`;
  });
  return (await Promise.all(lines)).join('\n');
}

/** The logs, and the requests of every run on the cluster. */
async function keepFiles(dataDir: string, folder: string): Promise<void> {
  const kinds = ['logs/*', 'kafka/broker-*/server.log*', 'postgres/server.log*', 'chaos-*/*'];
  for (const path of globSync(kinds, { cwd: dataDir })) {
    const part = basename(dirname(path));
    const to = join(folder, part, basename(path));
    if (existsSync(join(dataDir, path))) await cp(join(dataDir, path), to, { recursive: true });
  }
}
