import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { once } from 'node:events';
import { connect } from 'node:tls';
import { ConfigResourceTypes, Kafka, logLevel, type Admin } from 'kafkajs';
import { issueLocalAuthority, issueServerCertificate } from '@nordgate/signature/issue';
import type { IssuedPem } from '@nordgate/signature/issue';
import { eventually } from '@nordgate/testing';
import { startLocalKafka } from './local-kafka.js';
import type { LocalKafka, RoutedClients } from './local-kafka.js';

let folder: string;
let local: LocalKafka;
let kafka: Kafka;
let admin: Admin;
let authority: IssuedPem;
const aDay = 86_400_000;
const validity = { validFrom: new Date(Date.now() - aDay), validTo: new Date(Date.now() + aDay) };
const newCertificate = () => issueServerCertificate({ authority, name: 'broker', ...validity });

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'nordgate-kafka-three-'));
  authority = await issueLocalAuthority({ name: 'Servers', ...validity });
  const routed: RoutedClients = {
    clients: ['payments'],
    tls: await newCertificate(),
    route: (_client, _node, port) => Promise.resolve(port),
  };
  local = await startLocalKafka({ folder, brokers: 3, routed, say: () => undefined });
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
  // In order they would wait five seconds for each other.
  await Promise.all([...local.pids.keys()].map((node) => local.kill9(node)));
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

/** The certificate that the listener of payments at a broker presents to a new connection. */
async function presentedBy(address: string): Promise<string> {
  const { hostname: host, port } = new URL(`tls://${address}`);
  const socket = connect({ host, port: Number(port), ca: authority.certificate });
  try {
    await once(socket, 'secureConnect');
    return socket.getPeerX509Certificate()?.toString() ?? '';
  } finally {
    socket.destroy();
  }
}

it('presents a renewed certificate to a routed client, without a restart and after one', async () => {
  const running = new Map(local.pids);
  const addresses = local.bootstrapOf('payments');
  expect(addresses).toHaveLength(3);
  const presentedByAll = async () => [
    ...new Set(await Promise.all(addresses.map((address) => presentedBy(address)))),
  ];
  const renewed = await newCertificate();
  expect(await presentedByAll()).not.toEqual([renewed.certificate]);
  await local.renewListeners(renewed);
  const areRenewed = async () => (await presentedByAll()).join() === renewed.certificate;
  await eventually('all brokers present the new certificate', areRenewed);
  expect(local.pids).toEqual(running);

  await local.restart(2);
  expect(await presentedByAll()).toEqual([renewed.certificate]);
});
