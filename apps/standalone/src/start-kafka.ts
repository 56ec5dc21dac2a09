import { join } from 'node:path';
import { Cluster } from '@nordgate/local/cluster';
import { Restarts } from '@nordgate/local/restarts';
import { supervise } from '@nordgate/service/process';
import { writeOperationsFile } from '@nordgate/service/settings';
import type { Address } from '@nordgate/service/process';
import type { OperationsFile } from '@nordgate/service/settings';
import { earlyEnd, endEarly } from './command-arguments.js';
import { logForm, readConfig, services } from './config.js';
import type { Config, Service } from './config.js';
import { checkStart } from './start-check.js';
import type { WantedPort } from './start-check.js';

/**
 * `npm run start:kafka`: the bank deployed as in production, every app a process on a local Kafka, until
 * SIGTERM or SIGINT. With `-- --brokers=3` the cluster survives the loss of a broker.
 */
async function start(say: (text: string) => void) {
  const config = readConfig(process.env);
  const { NORDGATE_TRUST_DIR: trustDir } = config;
  await checkStart(config, portsOf(config));
  const restarts = new Restarts(say);
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
      console: config.CONSOLE_PORT,
    },
    // The settings of this process: the apps log as it does, and into files.
    env: { LOG_LEVEL: config.LOG_LEVEL, TRACES_KEPT: String(config.TRACES_KEPT) },
    say,
    onEnd: (app, code) => restarts.again(app.name, code, () => app.start()),
    onServerEnd: (name, startIt) => restarts.again(name, 'nobody stopped it', startIt),
  });
  const renewal = cluster.trust.follow({
    info: (fields, text) => say(`${text} ${JSON.stringify(fields)}`),
    error: (fields, text) => say(`${text} ${JSON.stringify(fields)}`),
  });
  const removeFile = writeOperationsFile(cluster.options.dataDir, {
    secrets: cluster.secretsFolder,
    services: servicesOf(cluster),
    pid: process.pid,
  });
  return {
    addresses: addressesOf(cluster, config),
    async stop() {
      restarts.stop();
      removeFile();
      await renewal.stop();
      await cluster.stop();
    },
  };
}

/** The ports of the settings; the apps take consecutive internal ports. */
function portsOf({ GATEWAY_PORT, SCA_PORT, CONSOLE_PORT, INTERNAL_PORT }: Config): WantedPort[] {
  const apps = INTERNAL_PORT === 0 ? 0 : services.length + 1;
  return [
    { setting: 'GATEWAY_PORT', port: GATEWAY_PORT },
    { setting: 'SCA_PORT', port: SCA_PORT },
    { setting: 'CONSOLE_PORT', port: CONSOLE_PORT },
    ...Array.from({ length: apps }, (_, i) => ({
      setting: 'INTERNAL_PORT',
      port: INTERNAL_PORT + i,
    })),
  ];
}

/** The internal address of the first instance of each service. */
function servicesOf(cluster: Cluster): OperationsFile['services'] {
  const of = (service: Service) => cluster.of(service)[0]?.internalUrl ?? '';
  return Object.fromEntries(
    services.map((service) => [service, of(service)]),
  ) as OperationsFile['services'];
}

function addressesOf(
  { gatewayUrls, scaUrl, consoleUrl = '', kafka, apps, logs }: Cluster,
  { NORDGATE_DATA_DIR }: Config,
): Address[] {
  return [
    ...gatewayUrls.map((url): Address => ['interface for TPPs', `${url}/v1`]),
    ...gatewayUrls.map((url): Address => ['documentation', `${url}/docs`]),
    ['approval site', scaUrl],
    ['pages of customers', `${scaUrl}/my`],
    ['console for TPPs', consoleUrl],
    ['demo certificate', join(NORDGATE_DATA_DIR, 'sandbox', 'demo-tpp.pem')],
    ['Kafka', kafka.bootstrap.join(', ')],
    ['logs', logs],
    ['operator', 'npm run operator -- --help, in another terminal'],
    ...apps.map(({ name, internalUrl, pid }): Address => {
      return [name, `${internalUrl}/health/ready  (pid ${String(pid)})`];
    }),
  ];
}

const end = earlyEnd(process.argv.slice(2), {
  usage: 'npm run start:kafka [-- --brokers=3]',
  text: `Starts the sandbox bank on a local Kafka, one process per app, until SIGTERM or SIGINT. With
--brokers=3 it survives the loss of a broker. Environment variables set its data folder (cluster/ in
NORDGATE_DATA_DIR), ports (GATEWAY_PORT, SCA_PORT, CONSOLE_PORT, INTERNAL_PORT and the next ones), LOG_LEVEL of the apps and
further CAs (NORDGATE_TRUST_DIR): docs/reference/configuration.md.`,
  known: ['--brokers=3', '--brokers=1'],
});
if (end !== undefined) endEarly(end);
await supervise({ name: 'Nordgate on Kafka', form: logForm(process.env), start });
