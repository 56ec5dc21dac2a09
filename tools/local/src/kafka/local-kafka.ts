import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { prepareBroker } from './broker-data.js';
import type { Compiled } from './broker-process.js';
import type { LocalSecurity } from './broker-properties.js';
import { makeCertificate } from './certificate.js';
import { LocalCluster } from './local-cluster.js';
import { planCluster } from './cluster-plan.js';
import { releaseHostLock, takeHostLock } from './host-lock.js';
import { kafkaFolder, type KafkaFolder, type Say } from './kafka-folder.js';
import { kafkaJars } from './kafka-jars.js';
import { requirePrograms } from './programs.js';
import { stopStrayBrokers } from './stray-brokers.js';

export { freePorts } from './free-ports.js';

/** Where a local cluster lives and how large it is. */
export interface LocalKafkaOptions {
  /** The folder of everything the brokers keep; may be relative. */
  readonly folder: string;
  readonly brokers: 1 | 3;
  /** A fixed port per broker; otherwise free ones are chosen once and kept. */
  readonly ports?: readonly number[];
  /** Default `plaintext`. With `sasl-tls` nobody gets in without TLS and a password. */
  readonly security?: LocalSecurity;
  /**
   * Default `quickly`: ready soon, for runs of a minute. `well` takes half the processor time per
   * request once it has run for a while.
   */
  readonly compiled?: Compiled;
  readonly say: Say;
}

/** What a client of a secured cluster needs; SCRAM-SHA-512 and PLAIN both take the password. */
export interface LocalKafkaLogin {
  /** The certificate to trust, as PEM; made anew at every start. */
  readonly ca: string;
  readonly username: string;
  readonly password: string;
}

/** Running brokers, reachable from this machine only. Nodes are numbered from 1. */
export interface LocalKafka {
  /** `host:port` of every broker, in the order of the nodes. */
  readonly bootstrap: readonly string[];
  /** Present when the cluster was started with `sasl-tls`. */
  readonly login: LocalKafkaLogin | undefined;
  /** The process of every node that runs now. */
  readonly pids: ReadonlyMap<number, number>;
  /** Kills a broker on the spot and resolves when its process has ended. */
  readonly kill9: (node: number) => Promise<void>;
  /**
   * Starts a broker that was killed, and one that runs anew; resolves when it takes part again. With
   * three brokers one other has to run, as a majority decides who takes part.
   */
  readonly restart: (node: number) => Promise<void>;
  /** Ends all brokers; topics and their records stay in the folder. */
  readonly stop: () => Promise<void>;
}

const startAttemptsMax = 3;

/**
 * Starts Apache Kafka on the data in `folder`, which survives stops and kills: brokers left behind
 * are shut down first. Resolves when every broker answers and knows all others.
 * Throws when Java is missing, when the jars cannot be fetched, when a living process uses the folder,
 * when the folder holds a cluster of another size, when a fixed port is taken, and, with the end of its
 * log, when a broker does not start.
 */
export async function startLocalKafka(options: LocalKafkaOptions): Promise<LocalKafka> {
  const { say } = options;
  const jars = await kafkaJars(say, process.env);
  requirePrograms(['java'], process.env);
  const folder = kafkaFolder(options.folder);
  mkdirSync(folder.root, { recursive: true });
  takeHostLock(folder);
  try {
    await stopStrayBrokers(folder, say);
    return await startOnSomePorts(folder, jars, options);
  } catch (error) {
    releaseHostLock(folder);
    throw error;
  }
}

/**
 * Deletes a cluster whose host is dead, data and all; shuts its brokers down first when they still
 * run. Throws when a living process hosts it, and when the folder holds no cluster.
 */
export async function removeLocalKafka(options: {
  readonly folder: string;
  readonly say: Say;
}): Promise<void> {
  const folder = kafkaFolder(options.folder);
  if (!existsSync(folder.cluster)) throw new Error(`${folder.root} holds no Kafka cluster`);
  takeHostLock(folder);
  await stopStrayBrokers(folder, options.say);
  rmSync(folder.root, { recursive: true, force: true });
}

async function startOnSomePorts(
  folder: KafkaFolder,
  jars: string,
  options: LocalKafkaOptions,
): Promise<LocalKafka> {
  const { say, security = 'plaintext', compiled = 'quickly' } = options;
  for (let attempt = 1; ; attempt += 1) {
    const plan = await planCluster(folder, options, say);
    const secured = security === 'sasl-tls';
    const ca = secured ? await makeCertificate(folder.tls, plan.passwords.broker) : undefined;
    const data = { folder, plan, security, jars };
    await Promise.all(plan.nodes.map(({ node }) => prepareBroker(data, node)));
    const cluster = new LocalCluster({ folder, jars, compiled, plan, ca, say });
    try {
      await cluster.start();
      return cluster;
    } catch (error) {
      await cluster.endAll();
      // Another program may have taken a port meanwhile.
      const taken = (error as Error).message.includes('Address already in use');
      if (!taken || options.ports || attempt === startAttemptsMax) throw error;
      say(`a port was taken (attempt ${attempt} of ${startAttemptsMax}); trying again`);
    }
  }
}
