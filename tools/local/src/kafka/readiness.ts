import { setTimeout as sleep } from 'node:timers/promises';
import { Kafka, logLevel, type KafkaConfig } from 'kafkajs';
import { patchKafkajs } from '@nordgate/messaging/kafka';
import type { BrokerProcess } from './broker-process.js';

/** A started broker and its address. */
interface StartedBroker {
  readonly node: number;
  readonly process: BrokerProcess;
  readonly connection: KafkaConfig;
  /** A broker of another cluster may answer at the same address. */
  readonly clusterId: string;
}

/** Three brokers that start together on a busy machine have taken longer than 90 s. */
const readyWaitMs = 240_000;
const pollMs = 50;

/**
 * Waits until every given broker answers and lists all others as alive.
 *
 * @throws Error with the end of the broker's log when a broker ends, or is not ready after four minutes
 */
export async function awaitReady(brokers: readonly StartedBroker[]): Promise<void> {
  const nodes = brokers.map(({ node }) => node);
  const giveUp = new AbortController();
  const ends = brokers.map(async ({ node, process }) => {
    await process.ended;
    throw new Error(`Kafka broker ${node} did not start: ${process.logEnd()}`);
  });
  try {
    const answers = brokers.map((broker) => untilItKnows(broker, nodes, giveUp.signal));
    await Promise.race([Promise.all(answers), ...ends]);
  } finally {
    giveUp.abort();
    // A broker may end later, when nothing awaits its end.
    for (const end of ends) end.catch(() => undefined);
  }
}

async function untilItKnows(
  broker: StartedBroker,
  nodes: readonly number[],
  signal: AbortSignal,
): Promise<void> {
  const deadline = Date.now() + readyWaitMs;
  while (!signal.aborted) {
    const known = await livingNodes(broker);
    if (nodes.every((wanted) => known.includes(wanted))) return;
    if (Date.now() > deadline) {
      const { node, process } = broker;
      throw new Error(
        `Kafka broker ${node} is not ready after ${readyWaitMs} ms: ${process.logEnd()}`,
      );
    }
    await sleep(pollMs);
  }
}

/** The nodes that a broker lists as alive. Empty while the broker does not answer. */
async function livingNodes({ connection, clusterId }: StartedBroker): Promise<number[]> {
  patchKafkajs();
  const kafka = new Kafka({
    ...connection,
    logLevel: logLevel.NOTHING,
    connectionTimeout: 2_000,
    requestTimeout: 5_000,
    retry: { retries: 0 },
  });
  const admin = kafka.admin();
  try {
    await admin.connect();
    const cluster = await admin.describeCluster();
    return cluster.clusterId === clusterId ? cluster.brokers.map(({ nodeId }) => nodeId) : [];
  } catch {
    return [];
  } finally {
    await admin.disconnect();
  }
}
