import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Cluster } from '@nordgate/local/cluster';
import {
  aDomesticPayment,
  demoTpp,
  psuBrowser,
  runJourney,
  singlePath,
  strangerTpp,
  uncheckedTpp,
} from '@nordgate/testing';
import type { World } from '@nordgate/testing';
import type { TppCall } from '@nordgate/tpp-client';
import { Kafka, logLevel } from 'kafkajs';
import type { Target } from './prometheus.js';

const silent = { part: () => undefined, step: () => undefined };
const paymentsMade = 40;
const paymentsAtOnce = 4;

/** The services export, so that this has a gauge, too. */
async function exportFile(dataDir: string): Promise<string> {
  const file = join(dataDir, 'export.json');
  await mkdir(dataDir, { recursive: true });
  await writeFile(file, JSON.stringify({ kind: 'folder', folder: join(dataDir, 'export') }));
  return file;
}

/** The six apps over Kafka on this machine, with something to do. */
export class BankUnderLoad {
  private constructor(
    private readonly cluster: Cluster,
    private readonly dataDir: string,
  ) {}

  static async start(dataDir: string): Promise<BankUnderLoad> {
    const say = () => undefined;
    // A gateway on a slow machine turns requests away, and then the alerts of availability fire.
    const env = { GATEWAY_LOOP_DELAY_MS: '10000', EXPORT_STORE_FILE: await exportFile(dataDir) };
    return new BankUnderLoad(await Cluster.start({ dataDir, brokers: 1, env, say }), dataDir);
  }

  get targets(): readonly Target[] {
    return this.cluster.apps.map(({ app, internalUrl }) => ({
      app,
      address: new URL(internalUrl).host,
    }));
  }

  /** A TPP's whole journey, and meanwhile a few more payments. @throws JourneyError when the bank fails */
  async work(): Promise<void> {
    const addresses = {
      gatewayUrl: this.cluster.gatewayUrls[0] ?? '',
      scaUrl: this.cluster.scaUrl,
    };
    const world: World = {
      tpp: await demoTpp(addresses, this.dataDir),
      newBrowser: () => psuBrowser(addresses),
      narrator: silent,
    };
    await runJourney(world, await strangerTpp(addresses));
    const tpp = await uncheckedTpp(addresses, this.dataDir);
    for (let made = 0; made < paymentsMade; made += paymentsAtOnce) {
      const call: TppCall = { method: 'POST', path: singlePath, body: aDomesticPayment() };
      await Promise.all(Array.from({ length: paymentsAtOnce }, () => tpp.call(call)));
    }
  }

  /** Writes a command that no release can read on the topic of accounts: the service parks it. */
  async parkMessage(): Promise<void> {
    const kafka = new Kafka({
      clientId: 'observability',
      brokers: [...this.cluster.kafka.bootstrap],
      logLevel: logLevel.NOTHING,
    });
    const producer = kafka.producer();
    await producer.connect();
    const message = { key: 'tpp-stop-PSDNO-FSA-000000000', value: 'no JSON' };
    await producer.send({ topic: 'accounts.commands.v1', messages: [message] });
    await producer.disconnect();
  }

  /** Prints where the logs are, for a run that failed. */
  get logs(): string {
    return join(this.dataDir, 'logs');
  }

  stop(): Promise<void> {
    return this.cluster.stop();
  }
}
