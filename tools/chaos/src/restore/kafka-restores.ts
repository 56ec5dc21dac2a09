import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Cluster } from '@nordgate/local/cluster';
import { newestEventAt } from '@nordgate/event-store';
import { startEmbeddedServer } from '@nordgate/local/postgres';
import { operatorProgram } from '@nordgate/operator/operator-program';
import { DescribedTpp, eventually, meetPsu } from '@nordgate/testing';
import { Kafka, logLevel } from 'kafkajs';
import { Client } from 'pg';
import { Chance } from '../chance.js';
import { services, since } from '../checker/evidence/evidence.js';
import type { Before, Service } from '../checker/evidence/evidence.js';
import { gatherEvidence, streamsOfNow } from '../checker/evidence/gather.js';
import { judge } from '../checker/law.js';
import type { Verdict } from '../checker/law.js';
import { laws } from '../checker/laws.js';
import { awaitRest } from '../checker/rest.js';
import { meetParties, worldOf } from '../load/parties.js';
import type { Parties } from '../load/parties.js';
import { run } from '../run.js';

const writers = 3;
const seed = 7;
const loadMs = 4000;
/** How far before the copy the groups read again, as docs/operations/backup-and-restore.md says. */
const readAgainMs = 3_600_000;

interface Rehearsed {
  readonly cluster: Cluster;
  readonly before: Before;
  /** Runs load; `midway` happens in the middle of it. @returns the file of its history */
  readonly load: (midway: () => Promise<void>) => Promise<string>;
  readonly verdict: (now: Cluster, historyFile: string) => Promise<Verdict>;
  readonly say: (text: string) => void;
}

/** A restore of a bank over Kafka. @returns the cluster that runs afterwards, and what the laws say of it */
export type Restore = (
  on: Rehearsed,
) => Promise<{ readonly now: Cluster; readonly verdict: Verdict }>;

/** Starts a bank over Kafka, loses something under load, and restores it. @returns the verdict of all laws */
export async function rehearseRestore(
  restore: Restore,
  say: (text: string) => void,
): Promise<Verdict> {
  const dataDir = await mkdtemp(join(tmpdir(), 'nordgate-over-kafka-'));
  const env = { EXPORT_STORE_FILE: await exportFile(dataDir) };
  let cluster = await Cluster.start({ dataDir, brokers: 1, env, say: () => undefined });
  try {
    const parties = await meetParties(cluster);
    await awaitRest(cluster, false);
    const before = await streamsOfNow(cluster);
    const first = cluster;
    const restored = await restore({
      ...{ cluster, before, say },
      load: async (midway) => {
        const chance = new Chance(seed);
        const meanwhile = async () => {
          await sleep(loadMs);
          await eventually('a run has picked a payment of the load', () => isAnyPicked(cluster));
          await midway();
          await sleep(loadMs);
          return [];
        };
        const done = await run({
          ...{ cluster, parties, chance, writers, meanwhile },
          say: () => undefined,
        });
        return done.historyFile;
      },
      verdict: async (now, historyFile) => {
        await awaitRest(now);
        const tpp = now === first ? parties.tpps[0] : await newTpp(now, parties.psu);
        const evidence = await gatherEvidence({ cluster: now, historyFile, tpp });
        return judge(laws, since(before, evidence));
      },
    });
    cluster = restored.now;
    return restored.verdict;
  } finally {
    await cluster.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Whether a run has picked a payment: on a slow machine it takes longer than the load until a PSU has approved one. */
async function isAnyPicked(cluster: Cluster): Promise<boolean> {
  const client = new Client({ connectionString: cluster.databaseUrl('batch') });
  await client.connect();
  try {
    const picked = `select from es.event where type = 'PaymentsPicked' limit 1`;
    return (await client.query(picked)).rowCount === 1;
  } finally {
    await client.end();
  }
}

/** The file that says where the services export to: a folder beside their data. */
async function exportFile(dataDir: string): Promise<string> {
  const file = join(dataDir, 'export.json');
  await writeFile(file, JSON.stringify({ kind: 'folder', folder: join(dataDir, 'export') }));
  return file;
}

/** A client for the gateway of a cluster that was started again, whose ports are new. */
async function newTpp(cluster: Cluster, psu: Parties['psu']): Promise<DescribedTpp> {
  const baseUrl = cluster.gatewayUrls[0] ?? '';
  const redirectUri = 'https://tpp.example/back';
  const tpp = new DescribedTpp({ baseUrl, identity: cluster.trust.demoTpp, redirectUri });
  await meetPsu(worldOf(cluster.scaUrl, tpp), psu);
  return tpp;
}

/** Which services get a database back that is older, and which get an empty one. */
export interface LostStores {
  readonly older: readonly Service[];
  readonly lost?: readonly Service[];
}

/**
 * A copy of each older database is made under load and put back after it. Kafka has kept everything since. The copies
 * are of one moment: the services stand still meanwhile. A lost database is empty afterwards, and the topic of its service
 * has dropped what was exported until that moment: only the export has the first half, and only the topic the second one.
 */
export function restoredStores({ older, lost = [] }: LostStores): Restore {
  return async ({ cluster, load, verdict, say }) => {
    const chosen = [...older, ...lost];
    const apps = chosen.flatMap((service) => cluster.of(service));
    const stop = () => Promise.all(apps.map((app) => app.stop()));
    const start = () => Promise.all(apps.map((app) => app.start()));
    let moment = '';
    const historyFile = await load(async () => {
      moment = momentBefore();
      await stop();
      for (const service of older) {
        await execute(cluster, `create database older_${service} template nordgate_${service}`);
      }
      const topics = await Promise.all(lost.map((service) => exportedTopic(cluster, service)));
      await start();
      for (const topic of topics) say(await topic.drop());
    });
    await stop();
    for (const service of chosen) {
      await execute(cluster, `drop database nordgate_${service} with (force)`);
    }
    for (const service of older) {
      await execute(cluster, `alter database older_${service} rename to nordgate_${service}`);
    }
    for (const service of lost) await execute(cluster, `create database nordgate_${service}`);
    await readBack(cluster, chosen, moment, say);
    await start();
    return { now: cluster, verdict: await verdict(cluster, historyFile) };
  };
}

/** From when on the groups read again after a copy that is made now. ISO 8601. */
export const momentBefore = () => new Date(Date.now() - readAgainMs).toISOString();

/** Stopped services with older databases read their events back, and their groups read again from a moment on. */
export async function readBack(
  cluster: Cluster,
  chosen: readonly Service[],
  moment: string,
  say: (text: string) => void,
): Promise<void> {
  for (const service of chosen) say(await restoreEvents(cluster, service));
  for (const service of chosen) {
    say(await operate(cluster, 'offsets', '--service', service, '--before', moment));
  }
}

/** What the topic of a stopped service has. `drop` deletes it there, as soon as the service has exported it. */
export async function exportedTopic(cluster: Cluster, service: Service) {
  const brokers = [...cluster.kafka.bootstrap];
  const admin = new Kafka({ brokers, logLevel: logLevel.NOTHING }).admin();
  const topic = `${service}.events.v1`;
  await admin.connect();
  const partitions = await admin.fetchTopicOffsets(topic);
  const newest = await newestEventAt(cluster.databaseUrl(service), unlimited());
  const records = partitions.reduce((sum, { low, high }) => sum + Number(high) - Number(low), 0);
  return {
    drop: async () => {
      await untilExported(cluster, service, newest);
      await admin.deleteTopicRecords({ topic, partitions });
      await admin.disconnect();
      return `the topic of ${service} dropped ${String(records)} records`;
    },
  };
}

const unlimited = () => ({ limitMs: 60_000, signal: new AbortController().signal });

/** A service exports at its start. Resolves when a part has what was stored last before that. */
async function untilExported(
  cluster: Cluster,
  service: Service,
  newest: Date | null,
): Promise<void> {
  const client = new Client({ connectionString: cluster.databaseUrl(service) });
  await client.connect();
  try {
    // Parts have times of whole milliseconds.
    const covers = `select from es.export where last_at >= date_trunc('milliseconds', $1::timestamptz)`;
    while ((await client.query(covers, [newest])).rowCount === 0) await sleep(lookMs);
  } finally {
    await client.end();
  }
}

const lookMs = 200;

/** The program of a service that reads its events back from its export and its topic. @returns its log lines. @throws when it fails */
async function restoreEvents(cluster: Cluster, service: Service): Promise<string> {
  const program = join(repository, 'apps', service, 'dist', 'restore-events.js');
  const env = {
    PATH: process.env['PATH'],
    NORDGATE_ENVIRONMENT: 'sandbox',
    DATABASE_URL: cluster.databaseUrl(service),
    KAFKA_BROKERS: cluster.kafka.bootstrap.join(','),
    EXPORT_STORE_FILE: join(cluster.options.dataDir, 'export.json'),
  };
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [program], { env });
    return stdout.trim();
  } catch (error) {
    // The reason is in its log, which is its output.
    const { message, stdout } = error as Error & { readonly stdout: string };
    throw new Error(`${message}\n${stdout}`, { cause: error });
  }
}

const repository = join(import.meta.dirname, '..', '..', '..', '..');

/** The brokers are empty, and every service publishes all its events again. */
export const lostBrokers: Restore = async ({ cluster, load, verdict, say }) => {
  const historyFile = await load(() => Promise.resolve());
  const { dataDir } = cluster.options;
  await cluster.stop();
  await rm(join(dataDir, 'kafka'), { recursive: true });
  const log = () => undefined;
  const server = await startEmbeddedServer({ dataDir: join(dataDir, 'postgres'), log });
  for (const service of services) {
    const url = server.url(`nordgate_${service}`);
    say(await operate(cluster, 'replay', '--database-url', url));
  }
  await server.stop();
  const again = await Cluster.start({ dataDir, brokers: 1, say: log });
  return { now: again, verdict: await verdict(again, historyFile) };
};

const nobody = { run: () => Promise.reject(new Error('no service is asked')) };

/** A command of the operator on a stopped service. @returns what it said */
async function operate({ kafka }: Cluster, ...command: readonly string[]): Promise<string> {
  const said: string[] = [];
  const env = { KAFKA_BROKERS: kafka.bootstrap.join(','), NORDGATE_ENVIRONMENT: 'sandbox' };
  const program = operatorProgram(nobody, (text) => said.push(text), env);
  await program.parseAsync(['restore', ...command], { from: 'user' });
  return said.join('\n');
}

async function execute(cluster: Cluster, statement: string): Promise<void> {
  const url = new URL(cluster.databaseUrl('payments'));
  url.pathname = '/postgres';
  const client = new Client({ connectionString: url.href });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
