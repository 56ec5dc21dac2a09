import { setTimeout as sleep } from 'node:timers/promises';
import { Kafka, logLevel, Partitioners } from 'kafkajs';
import type { Admin } from 'kafkajs';
import { Client } from 'pg';
import type { ParkedEntry } from '@nordgate/contracts/commands';
import type { Cluster } from '@nordgate/local/cluster';
import { OperationsClient } from '@nordgate/operator/operations-client';
import { operatorProgram } from '@nordgate/operator/operator-program';
import type { Chance } from './chance.js';
import { poisonId } from './checker/evidence/poison.js';
import type { Fault } from './fault.js';

const services = ['payments', 'baskets', 'sca', 'accounts', 'batch'] as const;
type Service = (typeof services)[number];

/** A message, by what is wrong with it. The headers of a whole one are added to its own. */
interface Poison {
  readonly value: string;
  readonly headers?: Readonly<Record<string, string | undefined>>;
}

const hugeText = 300_000;
const unreadable: readonly Poison[] = [
  { value: '{"instructedAmount":' },
  { value: `{"text":"${'x'.repeat(hugeText)}` },
  { value: 'null' },
  { value: '{}', headers: { 'nordgate-schema-version': '999' } },
  { value: '{}', headers: { 'nordgate-version': undefined } },
  { value: '{}', headers: { ce_time: undefined } },
  { value: '{}', headers: { ce_type: 'NobodyKnowsThis' } },
];
/** A command without a version of its data is whole. */
const unreadableCommands = unreadable.filter(
  ({ value, headers = {} }) => value !== '{}' || 'ce_time' in headers || 'ce_type' in headers,
);

/** Of so many of the newest streams of each service the next events wait behind a poisoned one. */
const streamsMax = 4;
const newestEvents = 100;
/** Until the messages behind the poisoned ones have piled up. */
const pileMs = { min: 2000, max: 4000 };
const killAfterMs = { min: 50, max: 800 };
const redrivenMs = 90_000;
const lookMs = 500;

/**
 * Messages that nobody can read come to every topic: for keys that nobody has, and in the middle of streams that go on. Then the
 * operator gives them up and retries what waits behind them, while a service is killed, until nothing is parked.
 */
export const poisonMessages: Fault = {
  name: 'poison-messages',
  lastsSeconds: 24,
  async inflict(cluster, chance) {
    const brokers = [...cluster.kafka.bootstrap];
    const kafka = new Kafka({ clientId: 'nordgate-chaos', brokers, logLevel: logLevel.NOTHING });
    const producer = kafka.producer({ createPartitioner: Partitioners.DefaultPartitioner });
    const admin = kafka.admin();
    await Promise.all([producer.connect(), admin.connect()]);
    try {
      const places = new Set<string>();
      for (const message of await poisonFor(cluster, chance)) {
        const { topic, ...record } = message;
        const [at] = await producer.send({ topic, messages: [record], acks: -1 });
        places.add(placeOf(topic, at?.partition ?? 0, at?.baseOffset ?? '0'));
      }
      await sleep(chance.between(pileMs.min, pileMs.max));
      await untilRead(admin, places);
      return await redrive(cluster, places, chance);
    } finally {
      await Promise.all([producer.disconnect(), admin.disconnect()]);
    }
  },
};

interface PoisonRecord {
  readonly topic: string;
  readonly key: string;
  readonly value: string;
  readonly headers: Record<string, string>;
}

let count = Date.now();

/** Commands of keys that nobody has, and events of streams that go on. */
async function poisonFor(cluster: Cluster, chance: Chance): Promise<readonly PoisonRecord[]> {
  const all: PoisonRecord[] = [];
  const add = (topic: string, key: string, type: string, { value, headers }: Poison) => {
    count += 1;
    const whole = {
      ...{ ce_id: poisonId(count), ce_type: type, ce_time: new Date().toISOString() },
      ...{ ce_source: '/chaos', ce_specversion: '1.0', 'nordgate-actor': 'chaos' },
      ...{ 'nordgate-version': '999', ...headers },
    };
    const kept = Object.entries(whole).filter((entry): entry is [string, string] => {
      return entry[1] !== undefined;
    });
    all.push({ topic, key, value, headers: Object.fromEntries(kept) });
  };
  for (const service of services) {
    for (const poison of unreadableCommands) {
      add(`${service}.commands.v1`, poisonId(count), 'InitiatePayment', poison);
    }
    const { streams, types } = await newestIn(cluster, service);
    for (const stream of chance.shuffled(streams).slice(0, streamsMax)) {
      add(`${service}.events.v1`, stream, chance.pick(types), chance.pick(unreadable));
    }
  }
  return chance.shuffled(all);
}

/** The streams and types of the newest events, each once. */
interface Newest {
  readonly streams: readonly string[];
  readonly types: readonly string[];
}

async function newestIn(cluster: Cluster, service: Service): Promise<Newest> {
  const client = new Client({ connectionString: cluster.databaseUrl(service) });
  await client.connect();
  try {
    const { rows } = await client.query<Newest>(
      `select coalesce(array_agg(distinct stream_id), '{}') as streams,
              coalesce(array_agg(distinct type), '{}') as types
         from (select * from es.event order by position desc limit ${String(newestEvents)}) e`,
    );
    return rows[0] ?? { streams: [], types: [] };
  } finally {
    await client.end();
  }
}

const placeOf = (topic: string, partition: number, offset: string) =>
  `${topic}/${String(partition)}/${offset}`;

/** Every group that reads these topics has come past these places: it has parked or skipped what is there. */
async function untilRead(admin: Admin, places: ReadonlySet<string>): Promise<void> {
  const { groups } = await admin.listGroups();
  for (const { groupId } of groups) {
    for (const deadline = Date.now() + redrivenMs; Date.now() < deadline; await sleep(lookMs)) {
      const read = await admin.fetchOffsets({ groupId });
      const isBehind = [...places].some((place) => {
        const [topic, partition, offset] = place.split('/');
        const own = read.find((one) => one.topic === topic)?.partitions;
        const committed = own?.find((one) => String(one.partition) === partition)?.offset ?? '-1';
        return committed !== '-1' && Number(committed) <= Number(offset);
      });
      if (!isBehind) break;
    }
  }
}

/** @returns what the operator could not do */
async function redrive(
  cluster: Cluster,
  places: ReadonlySet<string>,
  chance: Chance,
): Promise<readonly string[]> {
  const client = await OperationsClient.open({
    OPERATIONS_URL: internalUrlOf(cluster, 'accounts'),
    services: Object.fromEntries(
      services.map((service) => [service, internalUrlOf(cluster, service)]),
    ) as Record<Service, string>,
    NORDGATE_SECRETS_DIR: cluster.secretsFolder,
    ...(cluster.certificates && { OPERATIONS_CA_FILE: cluster.certificates.caFile }),
  });
  const said: string[] = [];
  const operate = (...words: readonly string[]) =>
    operatorProgram(client, (text) => void said.push(text))
      .parseAsync(words, { from: 'user' })
      // The service that is killed does not answer, and a message whose approval is parked, too, fails once more.
      .catch((error: unknown) => said.push(String(error)));
  const parkedIn = async (service: Service) =>
    (await client.run({ name: 'ListParked', service })) as readonly ParkedEntry[];
  const victim = chance.pick(cluster.of(chance.pick(services)));
  const killing = sleep(chance.between(killAfterMs.min, killAfterMs.max)).then(async () => {
    await victim.kill9();
    await victim.start();
  });
  for (const deadline = Date.now() + redrivenMs; Date.now() < deadline; await sleep(lookMs)) {
    let left = 0;
    for (const service of services) {
      const parked = await parkedIn(service).catch(() => undefined);
      left += parked?.length ?? 1;
      const poisoned = parked?.filter(({ topic, partition, offset }) =>
        places.has(placeOf(topic, partition, offset)),
      );
      for (const { seq } of poisoned ?? []) {
        await operate('parked', 'discard', service, seq, '--reason', 'nobody can read it');
      }
      if (left > 0) await operate('parked', 'retry', service, '--all');
    }
    await killing;
    if (left === 0) return [];
  }
  return [`messages are still parked: ${said.slice(-5).join('; ')}`];
}

function internalUrlOf(cluster: Cluster, service: Service): string {
  return cluster.of(service)[0]?.internalUrl ?? '';
}
