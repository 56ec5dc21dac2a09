import { ConfigFault, readConfig } from './config.js';
import { Cluster } from './cluster/cluster.js';
import type { AppProcess } from './cluster/app-process.js';

/** `npm run start:kafka`: the bank as it runs in production, every app a process, until told to stop. */
async function main(): Promise<void> {
  const started = performance.now();
  const config = readConfig(process.env);
  const brokers = process.argv.includes('--brokers=3') ? 3 : 1;
  let stopping = false;
  const again = (app: AppProcess, code: string) => {
    if (stopping) return;
    say(`${app.name} has ended (${code}); starting it again`);
    setTimeout(() => void app.start().catch((error: unknown) => say(String(error))), againMs);
  };
  const cluster = await Cluster.start({
    dataDir: `${config.NORDGATE_DATA_DIR}-kafka`,
    brokers,
    ports: { gateway: config.GATEWAY_PORT, sca: config.SCA_PORT, internal: internalPortFirst },
    say,
    onEnd: again,
  });
  const stop = (signal: string) => {
    stopping = true;
    say(`${signal}: stopping`);
    cluster.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        say(`stopping failed: ${String(error)}`);
        process.exit(1);
      },
    );
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
  say(`ready after ${((performance.now() - started) / 1000).toFixed(1)} s`);
  tell(cluster);
}

const againMs = 1000;
const internalPortFirst = 8090;

function tell(cluster: Cluster): void {
  for (const url of cluster.gatewayUrls) say(`  interface for TPPs   ${url}/v1`);
  say(`  approval site        ${cluster.scaUrl}`);
  say(`  Kafka                ${cluster.kafka.bootstrap.join(', ')}`);
  for (const { name, internalUrl, pid } of cluster.apps) {
    say(`  ${name.padEnd(20)} ${internalUrl}/health/ready  (pid ${String(pid)})`);
  }
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

main().catch((error: unknown) => {
  const faults = error instanceof ConfigFault ? error.message : String(error);
  process.stderr.write(`Nordgate cannot start:\n${faults}\n`);
  process.exit(1);
});
