import { X509Certificate } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AppName, AppProcess, Cluster } from '@nordgate/local/cluster';
import type { ClusterCertificates } from '@nordgate/local/cluster-certificates';
import { eventually, firstThat } from '@nordgate/testing';
import { Client } from 'pg';
import type { Chance } from './chance.js';
import type { Fault } from './fault.js';
import { servedSerial } from './machine/served-certificate.js';
import type { TlsServer } from './machine/served-certificate.js';

/** Apps look at their files every ten seconds. Two steps come before the end. */
const livesMs = 40_000;
const takenUp = { limitMs: 60_000, everyMs: 250 };
const awayMs = { min: 200, max: 1500 };
const apps = ['gateway', 'payments', 'baskets', 'sca', 'accounts', 'batch'] as const;

/**
 * The certificates of all servers are renewed in the three steps of docs/operations/rotation.md, while the load goes on. First a certificate of
 * the old authority that soon ends, then one of a new authority, which clients trust beside the old one, and at last the old authority is
 * withdrawn. Apps are killed in between, so that they connect again, and after the last step connections of the others end. It fails when a server
 * does not present the new certificate, when an app does not trust the new authority, and when a connection to PostgreSQL has no TLS.
 */
export const renewCertificates: Fault = {
  name: 'renew-certificates',
  lastsSeconds: 75,
  needsBrokers: true,
  needs: ['tls'],
  async inflict(cluster, chance) {
    const certificates = certificatesOf(cluster);
    const victims = chance.shuffled([...cluster.apps]).slice(0, 2);

    const before = await trustChanges(cluster);
    await certificates.renew({ livesMs });
    const endsAt = endOf(certificates);
    await certificates.addAuthority();
    await Promise.all([presented(cluster, certificates), trusted(cluster, before)]);

    await certificates.renew();
    await Promise.all([presented(cluster, certificates), killed(victims[0], chance)]);
    await sleep(Math.max(endsAt - Date.now(), 0));
    await killed(victims[1], chance);

    const beforeEnd = await trustChanges(cluster);
    await certificates.withdrawAuthorities();
    await trusted(cluster, beforeEnd);
    await endConnections(cluster, chance);
    return connectionsWithoutTls(cluster);
  },
};

function certificatesOf({ certificates }: Cluster): ClusterCertificates {
  if (certificates === undefined) throw new Error('the cluster was started without TLS');
  return certificates;
}

const leafOf = ({ server }: ClusterCertificates) => new X509Certificate(server.certificate);
const endOf = (certificates: ClusterCertificates) => leafOf(certificates).validToDate.getTime();

/** Resolves when every server presents the current certificate. */
async function presented(cluster: Cluster, certificates: ClusterCertificates): Promise<void> {
  await cluster.presentCertificate();
  const { serialNumber } = leafOf(certificates);
  const waits = serversOf(cluster).map((server) =>
    eventually(
      `${server.name} presents its new certificate`,
      async () => (await servedSerial(server).catch(() => '')) === serialNumber,
      takenUp,
    ),
  );
  await Promise.all(waits);
}

/** Everything that apps and TPPs connect to. */
function serversOf(cluster: Cluster): TlsServer[] {
  const ofUrl = (name: string, url: string): TlsServer => ({
    ...{ name, port: Number(new URL(url).port), protocol: 'tls' },
  });
  const postgres = Number(new URL(cluster.databaseUrl('sca')).port);
  return [
    { name: 'PostgreSQL', port: postgres, protocol: 'postgres' },
    ...apps.flatMap((app) =>
      cluster.kafka.bootstrapOf(app).map((address) => ofUrl(address, `tls://${address}`)),
    ),
    ...cluster.apps.map(({ name, internalUrl }) => ofUrl(`inside ${name}`, internalUrl)),
    ...cluster.gatewayUrls.map((url) => ofUrl('a gateway', url)),
    ofUrl('the approval site', cluster.scaUrl),
  ];
}

async function killed(victim: AppProcess | undefined, chance: Chance): Promise<void> {
  await victim?.kill9();
  await sleep(chance.between(awayMs.min, awayMs.max));
  await victim?.start();
}

type Counts = ReadonlyMap<string, number>;

/** How often each instance has taken up other authorities of the brokers. Those of other processes are in the same file. */
async function trustChanges({ apps: instances }: Cluster): Promise<Counts> {
  const counts = instances.map(async (app) => [app.name, await countOf(app)] as const);
  return new Map(await Promise.all(counts));
}

const counter = /^nordgate_secret_changes_total\{[^}]*"KAFKA_TLS_CA_FILE"[^}]*\} (\d+)/m;

async function countOf({ internalUrl }: AppProcess): Promise<number> {
  const answer = await fetch(`${internalUrl}/metrics`);
  return Number(counter.exec(await answer.text())?.[1] ?? 0);
}

/** Resolves when every instance has taken up the authorities that there are now. */
async function trusted(cluster: Cluster, before: Counts): Promise<void> {
  const haveAll = async () => {
    const now = await trustChanges(cluster).catch((): Counts => new Map());
    return [...before].every(([name, count]) => (now.get(name) ?? 0) > count);
  };
  await eventually('every app trusts other authorities', haveAll, takenUp);
}

/** Ends the connections to PostgreSQL and to a broker, so that apps which nobody killed connect again. */
async function endConnections(cluster: Cluster, chance: Chance): Promise<void> {
  await query(cluster, `select pg_terminate_backend(pid) from pg_stat_activity where ${others}`);
  const { kafka } = cluster;
  const node = chance.pick([...kafka.pids.keys()]);
  await kafka.kill9(node);
  await kafka.restart(node);
}

const others = `pid <> pg_backend_pid() and backend_type = 'client backend'`;
const services: readonly AppName[] = apps.filter((app) => app !== 'gateway');

/** Waits until each service has connections to its database again, and tells which of them have no TLS. */
async function connectionsWithoutTls(cluster: Cluster): Promise<readonly string[]> {
  const wanted = services.map((app) => new URL(cluster.databaseUrl(app)).pathname.slice(1));
  // A connection that is being made has no database yet.
  const look = () =>
    query<{ datname: string; ssl: boolean }>(
      cluster,
      `select datname, ssl from pg_stat_activity join pg_stat_ssl using (pid) where ${others} and datname is not null`,
    );
  const rows = await firstThat(
    'every service is connected to its database',
    look,
    (found) => wanted.every((name) => found.some(({ datname }) => datname === name)),
    takenUp,
  );
  return rows.filter(({ ssl }) => !ssl).map(({ datname }) => `${datname} is read without TLS`);
}

async function query<Row extends object>(cluster: Cluster, sql: string): Promise<readonly Row[]> {
  const client = new Client({ connectionString: cluster.databaseUrl('sca') });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}
