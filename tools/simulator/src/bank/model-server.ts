import { ModelClient } from '../postgres/driver/client.js';
import type { ModelClientConfig } from '../postgres/driver/client.js';
import type { Language } from '../postgres/language.port.js';
import { Cluster } from '../postgres/storage/cluster.js';
import type { ClusterImage } from '../postgres/storage/cluster.js';
import type { BankDatabases, DatabaseServer } from './database-server.js';
import type { DriverClient } from './driver.js';
import { SimulatedClock } from '../clock/simulated-clock.js';
import { services } from './service-names.js';

/** Monday, 2 March 2026, at nine in Oslo. */
const beginMs = Date.parse('2026-03-02T08:00:00Z');
const pauseMs = 60_000;

/** The model of PostgreSQL as the server of simulated banks: each bank has a separate cluster. */
export function modelServer(language: Language): DatabaseServer {
  const clusters = new Map<string, Cluster>();
  const images = new Map<string, ClusterImage>();
  let banks = 0;
  const options = {
    language,
    clock: () => BigInt(SimulatedClock.nowMs()) * 1000n,
    randomUuid: () => crypto.randomUUID(),
  };
  const named = (cluster: Cluster): BankDatabases => {
    const bank = `bank${String((banks += 1))}`;
    clusters.set(bank, cluster);
    return {
      url: (service) => `postgres://${bank}/${service}`,
      drop: () => {
        clusters.delete(bank);
        images.delete(bank);
        return Promise.resolve();
      },
    };
  };
  const clusterAt = (url: string): Cluster => {
    const { host } = new URL(url);
    const cluster = clusters.get(host);
    if (cluster === undefined) throw new Error(`there is no bank ${host}`);
    return cluster;
  };
  return {
    makeClient: (config) => {
      const { connectionString = '' } = config as ModelClientConfig;
      const client = new ModelClient(clusterAt(connectionString), {}, config as ModelClientConfig);
      return client as unknown as DriverClient;
    },
    create: async () => {
      const cluster = new Cluster(options);
      await createDatabases(cluster);
      return named(cluster);
    },
    copy: (of) => {
      const { host } = new URL(of.url('payments'));
      const image = images.get(host) ?? clusterAt(of.url('payments')).image();
      images.set(host, image);
      return Promise.resolve(named(image.fork(options)));
    },
    cut: (client) => void (client as unknown as ModelClient).cut(),
    beginMs: (templateEndMs) => (templateEndMs === undefined ? beginMs : templateEndMs + pauseMs),
    stop: () => Promise.resolve(),
  };
}

async function createDatabases(cluster: Cluster): Promise<void> {
  const admin = new ModelClient(cluster, {}, { database: 'postgres' });
  await admin.connect();
  for (const name of services) await admin.query(`create database ${name}`);
  await admin.end();
}
