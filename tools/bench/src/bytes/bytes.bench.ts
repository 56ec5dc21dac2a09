import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { defaultProfile } from '@nordgate/contracts/profile';
import { Cluster } from '@nordgate/local/cluster';
import {
  initiate,
  makeApproved,
  meetPsu,
  orderBetween,
  psuBrowser,
  runBatchUntil,
  setUpSandbox,
  singlePath,
  statusOf,
} from '@nordgate/testing';
import type { MadePayment, Parties, World } from '@nordgate/testing';
import { TppClient } from '@nordgate/tpp-client';
import { bytesOf } from './bytes-table.js';
import type { ByteGoals } from './bytes-table.js';
import { DiskMeter } from './disk-use.js';
import { reportAccounts, reportEntries } from './reported-entries.js';

const counts = { unapproved: 1000, executed: 300, entries: 5000 } as const;
const databases = ['payments', 'baskets', 'sca', 'accounts', 'batch'] as const;
/** The first ones make the first pages of each table, and do not count. */
const warmUpShare = 10;
/**
 * Payments are read in rounds. A row of a stream is written several times, so the first round leaves the space of old rows, which a
 * vacuum frees. Later rounds use it, as on a bank that runs for long.
 */
const rounds = ['first round', 'second round', 'third round'] as const;
/** The debtor has funds for all of them. */
const small = { instructedAmount: { amount: '1.00', currency: 'NOK' } };
const workers = 4;
/** Time for projections and relays after the last request. */
const settledMs = 5000;

/** Brings a number of one case about. */
type Case = (world: World, parties: Parties, count: number) => Promise<void>;

const cases: readonly {
  readonly name: string;
  readonly count: number;
  readonly goals: ByteGoals;
  readonly run: Case;
}[] = [
  {
    name: 'a payment that nobody approves',
    count: counts.unapproved,
    goals: { databases: 2.5, topics: 2.5 },
    run: (world, parties, count) =>
      inParallel(count, async () => {
        await initiate(world, singlePath, orderBetween(parties));
      }),
  },
  {
    name: 'an executed payment, its PSU logs in for it',
    count: counts.executed,
    goals: { databases: 12, topics: 6 },
    run: executeEach,
  },
];

/**
 * The bytes that a payment leaves in all databases, on each broker and as WAL, on a bank of processes with
 * Kafka; and those of an entry that a core reports.
 *
 * @returns lines of text: a table for each case
 */
export async function bytesFigures(dataDir: string): Promise<readonly string[]> {
  return [
    ...(await ofPayments(join(dataDir, 'payments'))),
    ...(await ofEntries(join(dataDir, 'entries'))),
  ];
}

async function ofPayments(dataDir: string): Promise<readonly string[]> {
  const cluster = await startCluster(dataDir, {});
  const meter = await meterOf(cluster, dataDir);
  try {
    const world = worldOf(cluster);
    const [debtor, creditor] = await setUpSandbox(world);
    if (debtor === undefined || creditor === undefined)
      throw new Error('the sandbox has no customers');
    await meetPsu(world, debtor);
    const lines: string[] = [];
    for (const { name, count, goals, run } of cases) {
      await run(world, { debtor, creditor }, count / warmUpShare);
      let before = await settled(meter);
      for (const round of rounds) {
        await run(world, { debtor, creditor }, count);
        const after = await settled(meter);
        lines.push(...bytesOf({ name: `${name}, ${round}`, count, goals }, before, after));
        before = after;
      }
    }
    return lines;
  } finally {
    await meter.close();
    await cluster.stop();
  }
}

async function ofEntries(dataDir: string): Promise<readonly string[]> {
  const cluster = await startCluster(dataDir, { execution: { executor: 'core' } });
  const meter = await meterOf(cluster, dataDir);
  try {
    const count = counts.entries;
    const databaseUrl = cluster.databaseUrl('accounts');
    const bank = { databaseUrl, brokers: cluster.kafka.bootstrap };
    await reportAccounts(bank);
    await reportEntries(bank, count / warmUpShare);
    const before = await settled(meter);
    await reportEntries(bank, count);
    const name = 'an entry that the core reports';
    const goals = { databases: 0.9, topics: 0.5 };
    return bytesOf({ name, count, goals }, before, await settled(meter));
  } finally {
    await meter.close();
    await cluster.stop();
  }
}

async function startCluster(dataDir: string, terms: object): Promise<Cluster> {
  await mkdir(dataDir, { recursive: true });
  const everyTpp = { readsPerSecond: 100_000, writesPerSecond: 100_000, linksPerSecond: 100_000 };
  const profile = { ...defaultProfile('sandbox'), rates: { everyTpp }, ...terms };
  const file = join(dataDir, 'profile.json');
  await writeFile(file, JSON.stringify(profile));
  const env = { NORDGATE_PROFILE: file, LOG_LEVEL: 'error', ACCESS_LOG: 'off' };
  return Cluster.start({ dataDir, brokers: 1, compiled: 'well', env, say: () => undefined });
}

function meterOf(cluster: Cluster, dataDir: string): Promise<DiskMeter> {
  const databaseUrls = Object.fromEntries(
    databases.map((name) => [name, cluster.databaseUrl(name)]),
  );
  return DiskMeter.open({ databaseUrls, brokerData: join(dataDir, 'kafka', 'broker-1', 'data') });
}

function worldOf({ gatewayUrls, scaUrl, trust }: Cluster): World {
  const gatewayUrl = gatewayUrls[0] ?? '';
  const redirectUri = 'https://tpp.example/back';
  return {
    tpp: new TppClient({ baseUrl: gatewayUrl, identity: trust.demoTpp, redirectUri }),
    newBrowser: () => psuBrowser({ gatewayUrl, scaUrl }),
    narrator: { part: () => undefined, step: () => undefined },
  };
}

async function executeEach(world: World, parties: Parties, count: number): Promise<void> {
  const made: MadePayment[] = [];
  await inParallel(count, async () => {
    made.push(await makeApproved(world, parties, small));
  });
  const last = made.at(-1)?.paymentId ?? '';
  const isDone = async () => (await statusOf(world, singlePath, last)) === 'ACSC';
  await runBatchUntil(world, isDone);
}

async function inParallel(count: number, one: () => Promise<void>): Promise<void> {
  let left = count;
  const work = async () => {
    while (left > 0) {
      left -= 1;
      await one();
    }
  };
  await Promise.all(Array.from({ length: workers }, work));
}

async function settled(meter: DiskMeter) {
  await pause(settledMs);
  return meter.read();
}
