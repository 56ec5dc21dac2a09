import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { EventStore, handleSlice, openDatabase } from '@nordgate/event-store';
import type { Database } from '@nordgate/event-store';
import { emptyTestDatabase } from '@nordgate/event-store/testing';
import { createTopics, KafkaBus } from '@nordgate/messaging/kafka';
import { contractStreams, journal, note } from '@nordgate/messaging/testing';
import type { Note } from '@nordgate/messaging/testing';
import { kafkaSettingsOf, SecretWatch } from '@nordgate/service/settings';
import { createLog } from '@nordgate/telemetry';
import { eventually } from '@nordgate/testing';
import { startLocalKafka } from './local-kafka.js';
import type { LocalKafka, LocalKafkaLogin } from './local-kafka.js';

const log = createLog({ app: 'rotation-test', level: 'silent' });
const topic = 'payments.events.v1';

let folder: string;
let kafka: LocalKafka;
let bus: KafkaBus;
let following: { stop(): Promise<void> };
let database: Database;
let drop: () => Promise<void>;
const watch = new SecretWatch();
const file = (name: string) => join(folder, name);
const login = (): LocalKafkaLogin => {
  if (kafka.login === undefined) throw new Error('a secured cluster without a login');
  return kafka.login;
};

/** Mounts another text. The watch finds it by itself, as in a process. */
async function mount(name: string, text: string): Promise<void> {
  await writeFile(file(name), text);
  await watch.look();
}

function settings(ofWatch?: SecretWatch) {
  const env = {
    KAFKA_BROKERS: kafka.bootstrap.join(','),
    KAFKA_TLS_CA_FILE: file('ca.pem'),
    KAFKA_SASL_MECHANISM: 'scram-sha-512',
    KAFKA_SASL_USERNAME: login().username,
    KAFKA_SASL_PASSWORD_FILE: file('password'),
    NORDGATE_ENVIRONMENT: 'production',
    TOPIC_PARTITIONS: 12,
  } as const;
  return kafkaSettingsOf(env, 'rotation-test', ofWatch);
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nordgate-kafka-rotation-'));
  const at = join(folder, 'kafka');
  kafka = await startLocalKafka({
    folder: at,
    brokers: 1,
    security: 'sasl-tls',
    say: () => undefined,
  });
  await mount('ca.pem', login().ca);
  await mount('password', login().password);
  const own = await settings(watch);
  await createTopics({ settings: own, log, replicationFactor: 1 });
  const { url, ...made } = await emptyTestDatabase('rotated-login');
  drop = made.drop;
  database = await openDatabase({ url, applicationName: 'test', migrations: [], poolMax: 4 });
  following = watch.follow(log);
  bus = new KafkaBus({ settings: own, log });
});
afterAll(async () => {
  await bus.close();
  await following.stop();
  await database.close();
  await drop();
  await kafka.stop();
  await rm(folder, { recursive: true });
});

/** Appends an event every few milliseconds, which the relay publishes, until it is stopped. */
function startLoad() {
  const appended: string[] = [];
  const stopping = new AbortController();
  const running = (async () => {
    while (!stopping.signal.aborted) {
      const stream = `journal-${randomUUID()}`;
      await append(stream);
      appended.push(stream);
      await delay(everyMs);
    }
  })();
  const stop = async () => {
    stopping.abort();
    await running;
    return appended;
  };
  return { appended, stop };
}

const everyMs = 20;

it('a rotated CA and a rotated password of Kafka lose no record and need no restart while records flow', async () => {
  const received = new Set<string>();
  await bus.consume({
    ...{ topic, group: 'rotation' },
    handle: ({ messages }) => Promise.resolve(messages.forEach(({ key }) => received.add(key))),
  });
  bus.publishEvents(topic, database, contractStreams);
  const load = startLoad();
  const flows = async (what: string) => {
    const from = load.appended.length;
    await eventually(
      `records arrive ${what}`,
      () => load.appended.slice(from, from + 20).filter((one) => received.has(one)).length >= 20,
    );
  };
  await flows('at the start');

  const old = login();
  await kafka.renewCertificate();
  // As while the brokers are ahead of the process: the file has both authorities a moment later.
  await mount('ca.pem', old.ca + login().ca);
  await flows('with the certificates of both authorities');
  await mount('ca.pem', login().ca);
  await kafka.restart(1);
  await flows('with the new authority alone');

  const password = randomUUID();
  await kafka.changePassword(password);
  await flows('on the connections of the old password');
  await mount('password', password);
  await kafka.restart(1);
  await flows('with the new password');

  const appended = await load.stop();
  await eventually('the last record is there', () => appended.every((one) => received.has(one)));
  expect(appended.filter((one) => !received.has(one))).toEqual([]);
  // The old password, and the old authority, are of no use any more.
  await mount('password', old.password);
  const late = new KafkaBus({ settings: await settings(), log });
  const message = { key: 'late', value: '{}', headers: { ce_id: '1' } };
  await expect(late.publish(topic, [message])).rejects.toThrow(/authentication failed/i);
  await late.close();
});

async function append(stream: string): Promise<void> {
  const command: Note = {
    ...{ type: 'Note', id: randomUUID(), stream, data: { number: 1, text: '' } },
    meta: { at: new Date().toISOString(), actor: 'test' },
  };
  const source = { topic: 'test', partition: 0, offset: '0', payload: '', headers: {} };
  await handleSlice({
    store: new EventStore(database, contractStreams),
    consumer: 'writer',
    items: [{ key: stream, commands: [command], source }],
    execute: (one, work) => Promise.resolve(work.root(journal, one.stream).run(note, one as Note)),
  });
}
