import { join } from 'node:path';
import { supervise } from '@nordgate/service/process';
import type { Address } from '@nordgate/service/process';
import { readConfig } from './config.js';
import type { AppProcess } from '@nordgate/local/cluster';
import { Cluster } from '@nordgate/local/cluster';

/**
 * `npm run start:kafka`: the bank as it runs in production, every app a process on a local Kafka,
 * until it is told to stop. `-- --brokers=3` for a cluster that bears the loss of a broker.
 */
async function start() {
  const config = readConfig(process.env);
  let stopping = false;
  const startAgain = (app: AppProcess, code: string) => {
    if (stopping) return;
    say(`${app.name} has ended (${code}); starting it again`);
    setTimeout(() => void app.start().catch((error: unknown) => say(String(error))), againMs);
  };
  const cluster = await Cluster.start({
    dataDir: join(config.NORDGATE_DATA_DIR, 'cluster'),
    // One demo TPP for both ways to run the bank.
    sandboxDir: config.NORDGATE_DATA_DIR,
    compiled: 'well',
    brokers: process.argv.includes('--brokers=3') ? 3 : 1,
    ports: { gateway: config.GATEWAY_PORT, sca: config.SCA_PORT, internal: internalPortFirst },
    say,
    onEnd: startAgain,
  });
  return {
    addresses: addressesOf(cluster),
    stop() {
      stopping = true;
      return cluster.stop();
    },
  };
}

const againMs = 1000;
const internalPortFirst = 8090;

function addressesOf({ gatewayUrls, scaUrl, kafka, apps }: Cluster): Address[] {
  return [
    ...gatewayUrls.map((url): Address => ['interface for TPPs', `${url}/v1`]),
    ['approval site', scaUrl],
    ['Kafka', kafka.bootstrap.join(', ')],
    ...apps.map(({ name, internalUrl, pid }): Address => {
      return [name, `${internalUrl}/health/ready  (pid ${String(pid)})`];
    }),
  ];
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

await supervise({ name: 'Nordgate on Kafka', start });
