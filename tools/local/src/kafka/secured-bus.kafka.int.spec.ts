import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EventStore, handleSlice, openDatabase } from '@nordgate/event-store';
import type { Database } from '@nordgate/event-store';
import { emptyTestDatabase } from '@nordgate/event-store/testing';
import { createLog } from '@nordgate/telemetry';
import type { ReceivedMessage, Reply } from '@nordgate/messaging';
import { startLocalKafka } from './local-kafka.js';
import type { LocalKafka, LocalKafkaLogin } from './local-kafka.js';
import { contractStreams, journal, note } from '@nordgate/messaging/testing';
import { eventually } from '@nordgate/testing';
import type { Note } from '@nordgate/messaging/testing';
import { createTopics, KafkaBus } from '@nordgate/messaging/kafka';
import type { KafkaSettings } from '@nordgate/messaging/kafka';

const log = createLog({ app: 'messaging-test', level: 'silent' });
const commands = 'payments.commands.v1';
const events = 'payments.events.v1';

let folder: string;
let kafka: LocalKafka;
let login: LocalKafkaLogin;
let good: KafkaSettings;
const buses: KafkaBus[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nordgate-kafka-secured-'));
  kafka = await startLocalKafka({ folder, brokers: 1, security: 'sasl-tls', say: () => undefined });
  if (!kafka.login) throw new Error('a secured cluster without a login');
  login = kafka.login;
  good = { brokers: kafka.bootstrap, clientId: 'messaging-test', tls: { ca: login.ca }, ...sasl() };
  await createTopics({ settings: good, log, replicationFactor: 1 });
});
afterAll(async () => {
  await Promise.all(buses.map((bus) => bus.close()));
  await kafka.stop();
  await rm(folder, { recursive: true });
});

const sasl = (changed = {}): Pick<KafkaSettings, 'sasl'> => {
  const { username, password } = login;
  return { sasl: { mechanism: 'scram-sha-512', username, password, ...changed } };
};

function busWith(settings: KafkaSettings): KafkaBus {
  const bus = new KafkaBus({ settings, log });
  buses.push(bus);
  return bus;
}

const aMessage = () => ({ key: `journal-${randomUUID()}`, value: '{}', headers: { ce_id: '1' } });

describe('the bus over TLS and with a password', () => {
  let database: Database;
  let drop: () => Promise<void>;
  beforeAll(async () => {
    const { url, ...made } = await emptyTestDatabase('secured-bus');
    drop = made.drop;
    database = await openDatabase({ url, applicationName: 'test', migrations: [], poolMax: 4 });
  });
  afterAll(async () => {
    await Promise.all(buses.splice(0).map((bus) => bus.close()));
    await database.close();
    await drop();
  });

  it.each(['scram-sha-512', 'plain'] as const)(
    'delivers commands to their consumer, by %s',
    async (mechanism) => {
      const bus = busWith({ ...good, ...sasl({ mechanism }) });
      const handled: ReceivedMessage[] = [];
      await bus.consume({
        topic: commands,
        group: `secured-${mechanism}`,
        handle: ({ messages }) => Promise.resolve(void handled.push(...messages)),
      });
      const message = aMessage();
      await bus.publish(commands, [message]);
      await eventually('it is there', () => handled.some(({ key }) => key === message.key));
      expect(handled.find(({ key }) => key === message.key)).toMatchObject(message);
    },
  );

  it('relays the events of a database', async () => {
    const bus = busWith(good);
    const handled: string[] = [];
    await bus.consume({
      topic: events,
      group: 'secured-events',
      handle: ({ messages }) => Promise.resolve(void handled.push(...messages.map((m) => m.key))),
    });
    bus.publishEvents(events, database, contractStreams);
    const stream = `journal-${randomUUID()}`;
    await append(database, stream);
    await eventually('its event is there', () => handled.includes(stream));
  });

  it('delivers replies to the asking client', async () => {
    const heard: Reply[] = [];
    const channel = await busWith(good).openReplies((reply) => heard.push(reply));
    const reply = { commandId: 'c1', outcome: { total: 1 } };
    busWith(good).reply(channel.address, reply);
    await eventually('it is heard', () => heard.length > 0);
    expect(heard).toEqual([reply]);
  });
});

describe.each([
  [
    'a wrong password',
    () => ({ ...good, ...sasl({ password: 'guessed' }) }),
    /authentication failed/i,
  ],
  [
    'an unknown user',
    () => ({ ...good, ...sasl({ username: 'nobody' }) }),
    /authentication failed/i,
  ],
  ['brokers whose CA it does not know', () => ({ ...good, tls: {} }), /self-signed certificate/],
])('the bus with %s fails at once with the reason', (_what, settings, why) => {
  it('when it publishes', () =>
    expect(busWith(settings()).publish(commands, [aMessage()])).rejects.toThrow(why));

  it('when it consumes', () => {
    const handle = () => Promise.resolve();
    const consuming = busWith(settings()).consume({ topic: commands, group: 'shut-out', handle });
    return expect(consuming).rejects.toThrow(why);
  });

  it('when it listens for replies', () =>
    expect(busWith(settings()).openReplies(() => undefined)).rejects.toThrow(why));

  it('when it creates topics', async () => {
    const creating = createTopics({ settings: settings(), log, replicationFactor: 1 });
    await expect(creating).rejects.toThrow(why);
  });
});

async function append(database: Database, stream: string): Promise<void> {
  const command: Note = {
    type: 'Note',
    id: randomUUID(),
    stream,
    data: { number: 1, text: '' },
    meta: { at: '2026-03-01T10:00:00Z', actor: 'test' },
  };
  const source = { topic: 'test', partition: 0, offset: '0', payload: '', headers: {} };
  await handleSlice({
    store: new EventStore(database, contractStreams),
    consumer: 'writer',
    items: [{ key: stream, commands: [command], source }],
    execute: (one, work) => Promise.resolve(work.root(journal, one.stream).run(note, one as Note)),
  });
}
