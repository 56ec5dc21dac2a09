import { join } from 'node:path';
import { openDatabase } from '@nordgate/event-store';
import { TppClient } from '@nordgate/tpp-client';
import { Cluster } from '@nordgate/local/cluster';
import { getStatusBench } from '../get/get-status.bench.js';
import { postBench } from '../post.bench.js';
import type { Comparison } from '../rounds.js';
import { commandsBench } from './commands.bench.js';
import { latencyBench } from './latency.bench.js';
import { relayBench } from './relay.bench.js';

/** Runs the benches that need a broker, with the bank as processes. */
export async function benchKafka(
  dataDir: string,
  isWanted: (name: string) => boolean,
  run: (comparison: Comparison) => Promise<void>,
): Promise<void> {
  const folder = join(dataDir, 'cluster');
  const cluster = await Cluster.start({
    dataDir: folder,
    brokers: 1,
    compiled: 'well',
    say: () => undefined,
    // The bench `seal` measures the price of seals.
    env: { RESPONSE_SEAL_CERT_FILE: '', RESPONSE_SEAL_KEY_FILE: '' },
  });
  try {
    const database = await openDatabase({
      url: cluster.databaseUrl('accounts').replace(/\w+$/, 'postgres'),
      applicationName: 'nordgate-bench',
      migrations: [],
      poolMax: 32,
    });
    const { bootstrap } = cluster.kafka;
    const tpp = tppOf(cluster);
    if (isWanted('post-kafka')) {
      await run(await postBench(tpp, database, 'through Kafka', { target: 0.2, warmUps }));
    }
    if (isWanted('get-kafka')) {
      const ca = cluster.trust.ca.certificate;
      const paymentsUrl = cluster.databaseUrl('payments');
      const asked = { way: 'through the processes', tpp, paymentsUrl, ca } as const;
      await stopping(await getStatusBench(asked), run);
    }
    if (isWanted('latency')) await stopping(await latencyBench(tpp, bootstrap, database), run);
    await Promise.all(cluster.apps.map((app) => app.stop()));
    if (isWanted('commands')) await run(commandsBench(bootstrap, database));
    if (isWanted('relay')) await run(await relayBench(bootstrap, database));
    await database.close();
  } finally {
    await cluster.stop();
  }
}

/** Rounds until the JIT compiler has optimised the brokers. */
const warmUps = 5;

/** The benches that need Java, by name. */
export const kafkaBenches = {
  'post-kafka': 'signed POST through Kafka (needs Java, as the next ones)',
  'get-kafka': 'signed GET of a status through the processes',
  latency: 'one signed POST at a time through Kafka',
  commands: 'durable commands from a backlog on Kafka',
  relay: 'publishing a backlog of events',
} as const;

function tppOf({ gatewayUrls, trust }: Cluster): TppClient {
  const redirectUri = 'https://tpp.example/back';
  const tpp = new TppClient({
    baseUrl: gatewayUrls[0] ?? '',
    identity: trust.demoTpp,
    redirectUri,
  });
  tpp.actFor({ psuId: '1f4b0d52-6b2b-4a58-9d2b-5c3f2f1f9a10', tppSessionId: 'bench' });
  return tpp;
}

async function stopping(
  comparison: Comparison & { stop(): Promise<void> },
  run: (comparison: Comparison) => Promise<void>,
): Promise<void> {
  try {
    await run(comparison);
  } finally {
    await comparison.stop();
  }
}
