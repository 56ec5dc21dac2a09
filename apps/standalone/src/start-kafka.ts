import { join } from 'node:path';
import { Cluster } from '@nordgate/local/cluster';
import type { AppProcess } from '@nordgate/local/cluster';
import { supervise } from '@nordgate/service/process';
import type { Address } from '@nordgate/service/process';
import { earlyEnd, endEarly } from './command-arguments.js';
import { profileOf, readConfig } from './config.js';

/**
 * `npm run start:kafka`: the bank deployed as in production, every app a process on a local Kafka, until
 * SIGTERM or SIGINT. With `-- --brokers=3` the cluster survives the loss of a broker.
 */
async function start() {
  const config = readConfig(process.env);
  const { NORDGATE_TRUST_DIR: trustDir } = config;
  // Before the servers start: each app would reject a wrong profile, too, but only after a minute.
  profileOf(config);
  let stopping = false;
  const startAgain = (app: AppProcess, code: string) => {
    if (stopping) return;
    say(`${app.name} has ended (${code}); starting it again`);
    setTimeout(() => void app.start().catch((error: unknown) => say(String(error))), againMs);
  };
  const cluster = await Cluster.start({
    dataDir: join(config.NORDGATE_DATA_DIR, 'cluster'),
    // `npm start` and this command share one demo TPP.
    sandboxDir: config.NORDGATE_DATA_DIR,
    ...(trustDir !== undefined && { trustDir }),
    compiled: 'well',
    brokers: process.argv.includes('--brokers=3') ? 3 : 1,
    ports: {
      gateway: config.GATEWAY_PORT,
      sca: config.SCA_PORT,
      internal: config.INTERNAL_PORT,
    },
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

const end = earlyEnd(process.argv.slice(2), {
  usage: 'npm run start:kafka [-- --brokers=3]',
  text: `Starts the sandbox bank on a local Kafka, one process per app, until SIGTERM or SIGINT. With
--brokers=3 it survives the loss of a broker. Environment variables set its data folder (cluster/ in
NORDGATE_DATA_DIR), ports (GATEWAY_PORT, SCA_PORT, INTERNAL_PORT and the next ones) and further CAs
(NORDGATE_TRUST_DIR): docs/reference/configuration.md.`,
  known: ['--brokers=3', '--brokers=1'],
});
if (end !== undefined) endEarly(end);
await supervise({ name: 'Nordgate on Kafka', start });
