import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { makeCertificate, prepareBroker } from './broker-data.js';
import type { BrokerCode, Compiled } from './broker-process.js';
import type { LocalSecurity } from './broker-properties.js';
import { classArchiveOf } from './class-archive.js';
import { LocalCluster } from './local-cluster.js';
import type { LocalKafka } from './local-cluster.js';
import { planCluster, planListeners } from './broker-plan.js';
import type { RoutedClients } from './broker-plan.js';
import { releaseHostLock, takeHostLock } from '../host/host-lock.js';
import type { Say } from '../host/processes.js';
import { kafkaFolder } from './kafka-folder.js';
import { writeKeystore } from './listener-keystore.js';
import type { KafkaFolder } from './kafka-folder.js';
import { brokerPrograms, kafkaJars } from './kafka-jars.js';
import { requirePrograms } from '../host/programs.js';
import { stopStrayBrokers } from './stray-brokers.js';

export { freePorts } from '../host/free-ports.js';
export type { RoutedClients } from './broker-plan.js';
export type { LocalKafka, LocalKafkaLogin } from './local-cluster.js';

/** The data folder of a local cluster, its size and its security. */
export interface LocalKafkaOptions {
  /** The folder of all files of the brokers; may be relative. */
  readonly folder: string;
  readonly brokers: 1 | 3;
  /** A fixed port per broker. Default: free ports, chosen at the first start and kept. */
  readonly ports?: readonly number[];
  /** Default `plaintext`. With `sasl-tls` a client needs TLS and a password. */
  readonly security?: LocalSecurity;
  /**
   * Default `quickly`: a short start, for runs of a minute. `well` needs half the processor time per
   * request after a warm-up.
   */
  readonly compiled?: Compiled;
  /** Clients that reach the brokers by separate routes (`bootstrapOf`). Without a certificate they have the security of all. */
  readonly routed?: RoutedClients;
  readonly say: Say;
  /** Called when a broker ends although nobody stopped it; `restart` starts it again. */
  readonly onEnd?: (node: number) => void;
}

const startAttemptsMax = 3;

/**
 * Starts Apache Kafka on the data in `folder`. The data survives stops and kills: brokers left behind
 * are shut down first. Resolves when every broker answers and knows all others.
 *
 * @throws Error when Java is missing, when the jars cannot be fetched, when a living process uses the
 *   folder, when the folder has a cluster of another size, when a fixed port is taken, and, with the
 *   end of its log, when a broker does not start
 */
export async function startLocalKafka(options: LocalKafkaOptions): Promise<LocalKafka> {
  const { say } = options;
  const jars = await kafkaJars(say, process.env);
  requirePrograms('local Kafka brokers', { java: brokerPrograms.java }, process.env);
  const code = { jars, classArchive: await classArchiveOf(jars, say, process.env) };
  const folder = kafkaFolder(options.folder);
  mkdirSync(folder.root, { recursive: true });
  takeHostLock(folder.lock);
  try {
    await stopStrayBrokers(folder, say);
    return await startOnSomePorts(folder, code, options);
  } catch (error) {
    releaseHostLock(folder.lock);
    throw error;
  }
}

/**
 * Deletes a cluster whose host is dead, with its data. Brokers that still run are shut down first.
 *
 * @throws Error when a living process hosts the cluster, and when the folder has no cluster
 */
export async function removeLocalKafka(options: {
  readonly folder: string;
  readonly say: Say;
}): Promise<void> {
  const folder = kafkaFolder(options.folder);
  if (!existsSync(folder.cluster)) throw new Error(`${folder.root} has no Kafka cluster`);
  takeHostLock(folder.lock);
  await stopStrayBrokers(folder, options.say);
  rmSync(folder.root, { recursive: true, force: true });
}

async function startOnSomePorts(
  folder: KafkaFolder,
  code: BrokerCode,
  options: LocalKafkaOptions,
): Promise<LocalKafka> {
  const { say, security = 'plaintext', compiled = 'quickly', routed: clients, onEnd } = options;
  for (let attempt = 1; ; attempt += 1) {
    const plan = await planCluster(folder, options, say);
    const secured = security === 'sasl-tls';
    const ca = secured ? await makeCertificate(folder.tls, plan.passwords.broker) : undefined;
    const routed = clients === undefined ? [] : await planListeners(plan, clients);
    const routedKeystore = clients?.tls && writeKeystore(folder, clients.tls);
    const data = { folder, plan, security, code, routed, routedKeystore };
    await Promise.all(plan.nodes.map(({ node }) => prepareBroker(data, node)));
    const cluster = new LocalCluster({ folder, code, compiled, plan, routed, ca, say, onEnd });
    try {
      await cluster.start();
      return cluster;
    } catch (error) {
      await cluster.endAll();
      // Another program may have taken a port since the plan was made.
      const taken = (error as Error).message.includes('Address already in use');
      if (!taken || options.ports || attempt === startAttemptsMax) throw error;
      say(`a port was taken (attempt ${attempt} of ${startAttemptsMax}); trying again`);
    }
  }
}
