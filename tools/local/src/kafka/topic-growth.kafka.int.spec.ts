import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Kafka, logLevel } from 'kafkajs';
import type { Admin, Producer } from 'kafkajs';
import { createLog } from '@nordgate/telemetry';
import { eventually, outcomeOf } from '@nordgate/testing';
import type { ReceivedMessage } from '@nordgate/messaging';
import {
  cancelGeneration,
  createGeneration,
  createTopics,
  dropGeneration,
  generationStates,
  KafkaBus,
  readTopics,
  switchGeneration,
} from '@nordgate/messaging/kafka';
import {
  CrashableBus,
  CuttableSockets,
  firstGeneration,
  kafkaClient,
  setSeal,
  untilSealed,
} from '@nordgate/messaging/testing';

const log = createLog({ app: 'messaging-test', level: 'silent' });
const brokers = (process.env['NORDGATE_TEST_KAFKA'] ?? '').split(',');
const settings = { brokers, clientId: 'messaging-test' };
const growth = { settings, log, readersLimitMs: 20_000 };
const topic = 'sca.commands.v1';
const grown = `${topic}.p24`;

let admin: Admin;
let producer: Producer;
let buses: { dispose(): Promise<void> }[];
let loads: Load[];

beforeAll(async () => {
  admin = new Kafka({ brokers, logLevel: logLevel.NOTHING }).admin();
  producer = kafkaClient(settings, log).producer({ retry: { retries: 0 } });
  await Promise.all([admin.connect(), producer.connect()]);
});
afterAll(() => Promise.all([admin.disconnect(), producer.disconnect()]));

beforeEach(async () => {
  buses = [];
  loads = [];
  await createTopics({ settings, log, replicationFactor: 1 });
});
afterEach(async () => {
  await Promise.all(loads.map((load) => load.stop()));
  await Promise.all(buses.map((bus) => bus.dispose()));
  // Groups and generations of one test are no readers and no records of the next one.
  const { groups } = await admin.listGroups();
  const ours = groups.map(({ groupId }) => groupId).filter((name) => name.startsWith('growth-'));
  await admin.deleteGroups(ours);
  const all = (await admin.listTopics()).filter((name) => name.startsWith(topic));
  await admin.deleteTopics({ topics: all });
});

/** A process: a crash cuts its connections. */
function aProcess() {
  const sockets = new CuttableSockets();
  const inner = new KafkaBus({
    ...{ settings: { ...settings, socketFactory: sockets.factory }, log },
    ...{ lookMs: 200, sessionMs: 4000 },
  });
  const bus = new CrashableBus(inner, () => sockets.cut());
  buses.push(bus);
  return bus;
}

/** Writes numbers from 1 on to each key, one after the other, each by another one of these processes. */
class Load {
  private readonly stopping = new AbortController();
  private readonly written = new Map<string, number>();
  private readonly running: Promise<void>;

  constructor(
    private readonly writers: readonly CrashableBus[],
    keys: readonly string[],
  ) {
    this.running = Promise.all(keys.map((key) => this.write(key))).then(() => undefined);
    loads.push(this);
  }

  /** @returns the last number of each key that a broker has acknowledged */
  async stop(): Promise<ReadonlyMap<string, number>> {
    this.stopping.abort();
    await this.running;
    return this.written;
  }

  private async write(key: string): Promise<void> {
    for (let number = 1; !this.stopping.signal.aborted;) {
      const writer = this.writers[number % this.writers.length] as CrashableBus;
      const sent = await outcomeOf(
        writer.publish(topic, [{ key, value: String(number), headers: {} }]),
      );
      // What is refused is sent again, as a client of the gateway does.
      if (sent === 'resolved') this.written.set(key, number++);
      await delay(5);
    }
  }
}

/** What a group has handled: the numbers of each key, without repeats. */
class Handled {
  private readonly numbers = new Map<string, Set<number>>();
  readonly handle = ({ messages }: { readonly messages: readonly ReceivedMessage[] }) => {
    for (const { key, value } of messages) {
      const known = this.numbers.get(key) ?? new Set();
      this.numbers.set(key, known.add(Number(value)));
    }
    return Promise.resolve();
  };

  of(key: string): number[] {
    return [...(this.numbers.get(key) ?? [])];
  }
}

const upTo = (last = 0) => Array.from({ length: last }, (_, i) => i + 1);
const keysOf = (count: number) => upTo(count).map((number) => `growth-${String(number)}`);
const stateOf = async (name: string) =>
  (await generationStates(growth, topic)).find((state) => state.name === name);
const membersRead = async (name: string) =>
  (await stateOf(name))?.groups.some(({ isAssigned }) => isAssigned) === true;

describe('a topic that grows from 12 to 24 partitions under load', () => {
  it('keeps the order of each key and loses nothing, while a reader is killed in the middle', async () => {
    const group = `growth-${randomUUID()}`;
    const handled = new Handled();
    const [one, other, writer] = [aProcess(), aProcess(), aProcess()];
    for (const bus of [one, other]) await bus.consume({ topic, group, handle: handled.handle });
    const keys = keysOf(40);
    const load = new Load([writer, other], keys);
    await eventually('something is handled', () => handled.of('growth-1').length > 10);

    await createGeneration(growth, topic, 24);
    await eventually('both read the new generation', () => membersRead(grown));
    // Until its session ends nobody handles its partitions of the old generation.
    one.crash();
    await switchGeneration(growth, topic);
    await eventually('the new generation has records', async () => {
      return ((await stateOf(grown))?.records ?? 0) > 100;
    });
    const written = await load.stop();

    await eventually(
      'the groups have handled everything',
      async () => {
        const states = await generationStates(growth, topic);
        return states.every(({ groups }) =>
          groups.every(({ behind, isAssigned }) => behind === 0 && isAssigned),
        );
      },
      { everyMs: 500 },
    );
    for (const key of keys) expect(handled.of(key)).toEqual(upTo(written.get(key)));
    const records = await readTopics({ settings, log, topics: [topic] });
    const later = (records.get(topic) ?? []).filter(({ generation }) => generation === grown);
    expect(new Set(later.map(({ partition }) => partition)).size).toBeGreaterThan(12);
    expect(await stateOf(grown)).toMatchObject({ groups: [{ group: `${group}.p24`, behind: 0 }] });

    expect(await dropGeneration(growth, topic)).toBe(topic);
    await other.publish(topic, [{ key: 'growth-1', value: '1000000', headers: {} }]);
    await eventually('it is handled', () => handled.of('growth-1').includes(1_000_000));
  });

  it('handles nothing of the new generation before the old one is handled to its end', async () => {
    const group = `growth-${randomUUID()}`;
    const held = Promise.withResolvers<void>();
    const bus = aProcess();
    const values: string[] = [];
    const consumption = await bus.consume({
      ...{ topic, group },
      handle: async ({ messages }) => {
        if (messages.some(({ value }) => value === 'held')) await held.promise;
        values.push(...messages.map(({ value }) => value));
      },
    });
    await bus.publish(topic, [{ key: 'growth-1', value: 'held', headers: {} }]);
    await createGeneration(growth, topic, 24);
    await switchGeneration(growth, topic);
    // The key of another partition: the guard is about all of them.
    await bus.publish(topic, [{ key: 'growth-2', value: 'later', headers: {} }]);
    await eventually('it is in the new generation', async () => {
      return (await stateOf(grown))?.records === 1;
    });
    await delay(1500);
    expect(values).toEqual([]);
    await expect(dropGeneration(growth, topic)).rejects.toThrow('has not handled everything');
    held.resolve();
    await eventually('both are handled', () => values.length === 2);
    expect(values).toEqual(['held', 'later']);
    await consumption.stop();
  });

  it('goes on when the switch was stopped after the seal, and senders wait for it', async () => {
    const bus = aProcess();
    const handled = new Handled();
    await bus.consume({ topic, group: `growth-${randomUUID()}`, handle: handled.handle });
    await bus.publish(topic, [{ key: 'growth-1', value: '1', headers: {} }]);
    await createGeneration(growth, topic, 24);
    await eventually('its readers are there', () => membersRead(grown));
    await setSeal(admin, topic, 0);
    await untilSealed(producer, firstGeneration(topic), [0, 1]);

    const sent = bus.publish(topic, [{ key: 'growth-1', value: '2', headers: {} }]);
    await switchGeneration(growth, topic);
    await sent;
    await eventually('both are handled', () => handled.of('growth-1').length === 2);
    expect(await stateOf(grown)).toMatchObject({ records: 1 });
    await expect(cancelGeneration(growth, topic)).rejects.toThrow('has had 1 records');
  });
});

describe('a new generation that nothing was written to', () => {
  it('is not switched to while a group does not read it', async () => {
    const [bus] = [aProcess()];
    const group = `growth-${randomUUID()}`;
    const consumption = await bus.consume({ topic, group, handle: () => Promise.resolve() });
    await bus.publish(topic, [{ key: 'growth-1', value: '1', headers: {} }]);
    await eventually('it is handled', async () => (await stateOf(topic))?.groups[0]?.behind === 0);
    await consumption.stop();
    await createGeneration(growth, topic, 24);
    await expect(switchGeneration({ ...growth, readersLimitMs: 1000 }, topic)).rejects.toThrow(
      `${grown} is not read by ${group}.p24`,
    );
    await bus.publish(topic, [{ key: 'growth-1', value: '2', headers: {} }]);
    expect((await stateOf(topic))?.records).toBe(2);
  });

  it('is cancelled after a seal, and the old one accepts records again', async () => {
    const bus = aProcess();
    await createGeneration(growth, topic, 24);
    await setSeal(admin, topic, 0);
    await untilSealed(producer, firstGeneration(topic), [0]);
    expect(await cancelGeneration(growth, topic)).toBe(grown);
    await bus.publish(topic, [{ key: 'growth-1', value: '1', headers: {} }]);
    expect((await generationStates(growth, topic)).map(({ name }) => name)).toEqual([topic]);
  });

  it('has more partitions than the one before', async () => {
    await expect(createGeneration(growth, topic, 12)).rejects.toThrow('13 to 256 partitions');
    await expect(createGeneration(growth, 'gateway.replies.v1', 24)).rejects.toThrow('keeps its');
  });
});

describe('the seal of a topic', () => {
  it('stores no batch that asks for it, and keeps the other settings of the topic', async () => {
    await expect(untilSealed(producer, firstGeneration(topic), [0, 11], 300)).rejects.toThrow(
      'partition 0 of sca.commands.v1 still accepts records',
    );
    await setSeal(admin, topic, 0);
    await untilSealed(producer, firstGeneration(topic), [0, 11]);
    const ends = await admin.fetchTopicOffsets(topic);
    expect(ends.every(({ high }) => high === '0')).toBe(true);
    const { resources } = await admin.describeConfigs({
      includeSynonyms: false,
      resources: [{ type: 2, name: topic }],
    });
    const values = Object.fromEntries(
      (resources[0]?.configEntries ?? []).map((entry) => [entry.configName, entry.configValue]),
    );
    expect(values).toMatchObject({ 'max.message.bytes': '0', 'retention.ms': '-1' });
  });
});
