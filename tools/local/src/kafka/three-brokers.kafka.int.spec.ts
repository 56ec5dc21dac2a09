import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigResourceTypes, Kafka, logLevel, type Admin } from 'kafkajs';
import { eventually } from '@nordgate/testing';
import { startLocalKafka } from './local-kafka.js';
import type { LocalKafka } from './local-kafka.js';

let folder: string;
let local: LocalKafka;
let kafka: Kafka;
let admin: Admin;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'nordgate-kafka-three-'));
  local = await startLocalKafka({ folder, brokers: 3, say: () => undefined });
  kafka = new Kafka({
    brokers: [...local.bootstrap],
    logLevel: logLevel.NOTHING,
    retry: { retries: 100, maxRetryTime: 500 },
  });
  admin = kafka.admin();
  await admin.connect();
});
afterAll(async () => {
  await admin.disconnect();
  await local.stop();
  rmSync(folder, { recursive: true });
});

const topic = 'copied';

/** How many copies of each partition are up to date. */
async function copies(): Promise<number[]> {
  const { topics } = await admin.fetchTopicMetadata({ topics: [topic] });
  return topics.flatMap(({ partitions }) => partitions.map(({ isr }) => isr.length));
}

/** A broker may not know a topic yet that another one has created. */
const untilCopiesAre = (wanted: number[]) =>
  eventually(`copies are ${wanted.join()}`, async () => {
    const now = await copies().catch((): number[] => []);
    return now.join() === wanted.join();
  });

async function minimumOf(name: string): Promise<string | undefined> {
  const resources = [{ type: ConfigResourceTypes.TOPIC, name }];
  const answer = await admin.describeConfigs({ resources, includeSynonyms: false });
  const entries = answer.resources.flatMap(({ configEntries }) => configEntries);
  return entries.find(({ configName }) => configName === 'min.insync.replicas')?.configValue;
}

async function valuesIn(count: number): Promise<string[]> {
  const consumer = kafka.consumer({ groupId: 'reader' });
  const values = new Set<string>();
  await consumer.connect();
  await consumer.subscribe({ topic, fromBeginning: true });
  await new Promise<void>((done) => {
    void consumer.run({
      eachMessage: ({ message }) => {
        values.add(String(message.value));
        if (values.size === count) done();
        return Promise.resolve();
      },
    });
  });
  await consumer.disconnect();
  return [...values];
}

it('accepts writes while one of three brokers is dead, and has three copies again after its return', async () => {
  await admin.createTopics({ topics: [{ topic, numPartitions: 3 }], waitForLeaders: false });
  await untilCopiesAre([3, 3, 3]);
  expect(await minimumOf(topic)).toBe('2');

  const producer = kafka.producer({ idempotent: true, maxInFlightRequests: 1 });
  await producer.connect();
  const written: string[] = [];
  const write = async (count: number) => {
    for (let n = 0; n < count; n += 1) {
      const value = `${written.length}`;
      await producer.send({ topic, acks: -1, messages: [{ key: value, value }] });
      written.push(value);
    }
  };
  await write(20);
  const victim = local.pids.get(1);
  await local.kill9(1);
  expect(local.pids.has(1)).toBe(false);
  await write(20);
  await untilCopiesAre([2, 2, 2]);

  await local.restart(1);
  expect(local.pids.get(1)).not.toBe(victim);
  await untilCopiesAre([3, 3, 3]);
  await write(20);
  await producer.disconnect();
  expect((await valuesIn(60)).toSorted()).toEqual(written.toSorted());
});
