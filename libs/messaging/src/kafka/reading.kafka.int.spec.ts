import { randomUUID } from 'node:crypto';
import { createLog } from '@nordgate/telemetry';
import type { Message, ReceivedMessage } from '../bus.js';
import { eventually } from '@nordgate/testing';
import { groupLag } from './group-lag.js';
import { KafkaBus } from './kafka-bus.js';
import { readBatches, readTopics } from './read-topics.js';
import { createTopics } from './topic-admin.js';

const log = createLog({ app: 'messaging-test', level: 'silent' });
const brokers = (process.env['NORDGATE_TEST_KAFKA'] ?? '').split(',');
const settings = { brokers, clientId: 'messaging-test' };
const topic = 'accounts.events.v1';

/** Together more than one fetch brings. */
const padding = 'x'.repeat(40_000);

const messageOf = (key: string, number: number): Message => ({
  key,
  value: JSON.stringify({ number, padding }),
  headers: { ce_id: `${key}/${String(number)}` },
});

describe('readTopics and groupLag', () => {
  const run = randomUUID();
  const keys = ['a', 'b', 'c'].map((name) => `reading-${run}-${name}`);
  let bus: KafkaBus;
  beforeAll(async () => {
    await createTopics({ settings, log, replicationFactor: 1 });
    bus = new KafkaBus({ settings, log });
    for (let number = 0; number < 50; number += 1) {
      await bus.publish(
        topic,
        keys.map((key) => messageOf(key, number)),
      );
    }
  });
  afterAll(() => bus.close());

  const mine = (records: readonly ReceivedMessage[] = []) =>
    records.filter(({ key }) => key.includes(run));

  it('read all records from the first to the last, in the order of each key', async () => {
    for (let again = 0; again < 2; again += 1) {
      const read = await readTopics({ settings, log, topics: [topic, 'sca.events.v1'] });
      const records = mine(read.get(topic));
      expect(records).toHaveLength(150);
      for (const key of keys) {
        const ofKey = records.filter((record) => record.key === key);
        const numbers = ofKey.map(({ value }) => (JSON.parse(value) as { number: number }).number);
        expect(numbers).toEqual(Array.from({ length: 50 }, (_, i) => i));
        expect(new Set(ofKey.map(({ partition }) => partition)).size).toBe(1);
      }
      expect(mine(read.get('sca.events.v1'))).toEqual([]);
    }
  });

  it('report the lag of a group while it handles messages and after it has left', async () => {
    const group = `reading-${run}`;
    const lagOf = async () =>
      (await groupLag({ settings, log })).find((lag) => lag.group === group);
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const consumption = await bus.consume({ topic, group, handle: () => held });
    await eventually('it has its partitions', async () => (await lagOf())?.isAssigned === true);
    const behind = (await lagOf())?.behind ?? 0;
    expect(behind).toBeGreaterThanOrEqual(150);
    release();
    await eventually('it has caught up', async () => (await lagOf())?.behind === 0);
    await consumption.stop();
    await bus.publish(topic, [messageOf(keys[0] ?? '', 50)]);
    expect(await lagOf()).toEqual({ group, topic, behind: 1, isAssigned: false });
  });

  describe('readBatches', () => {
    const group = `reading-${run}-batches`;
    const read = async (since?: Date, take?: () => Promise<void>) => {
      const records: ReceivedMessage[] = [];
      await readBatches({
        ...{ settings, log, topics: [topic], group, limitMs: 30_000 },
        ...(since !== undefined && { since }),
        take: take ?? ((_topic, messages) => Promise.resolve(void records.push(...messages))),
      });
      return mine(records);
    };

    it('reads what was written since a time, and from the first record when it is run again without a time', async () => {
      const since = new Date();
      await bus.publish(topic, [messageOf(keys[0] ?? '', 51)]);
      expect(await read(since)).toHaveLength(1);
      expect((await read()).length).toBeGreaterThanOrEqual(151);
    });

    it('ends at once when nothing was written since a time', async () => {
      expect(await read(new Date(Date.now() + 3_600_000))).toEqual([]);
    });

    it('rejects when a batch cannot be taken, and begins again at the first record', async () => {
      const broken = () => Promise.reject(new Error('the database is away'));
      await expect(read(undefined, broken)).rejects.toThrow('the database is away');
      expect((await read()).length).toBeGreaterThanOrEqual(151);
    });
  });
});
