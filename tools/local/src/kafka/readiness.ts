import { setTimeout as sleep } from 'node:timers/promises';
import { Kafka, logLevel, type KafkaConfig } from 'kafkajs';
import { patchKafkajs } from '@nordgate/messaging/kafka';
import type { BrokerProcess } from './broker-process.js';

/** A broker that was started, and how to reach it. */
export interface StartedBroker {
  readonly node: number;
  readonly process: BrokerProcess;
  readonly connection: KafkaConfig;
  /** Whoever answers for another cluster at that address is not this broker. */
  readonly clusterId: string;
}

const readyWaitMs = 90_000;
const pollMs = 50;

/**
 * Waits until every given broker answers, and knows all others as living. Throws, with the end of
 * its log, when one ends before that or is not ready in time.
 */
export async function awaitReady(brokers: readonly StartedBroker[]): Promise<void> {
  const nodes = brokers.map(({ node }) => node);
  const giveUp = new AbortController();
  const ends = brokers.map(async ({ node, process }) => {
    await process.ended;
    throw new Error(`Kafka broker ${node} did not start: ${process.lastWords()}`);
  });
  try {
    const answers = brokers.map((broker) => untilItKnows(broker, nodes, giveUp.signal));
    await Promise.race([Promise.all(answers), ...ends]);
  } finally {
    giveUp.abort();
    // A broker may well end later, when nobody waits any more.
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
        `Kafka broker ${node} is not ready after ${readyWaitMs} ms: ${process.lastWords()}`,
      );
    }
    await sleep(pollMs);
  }
}

/** Which brokers the asked one counts as living; none while it does not answer. */
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
