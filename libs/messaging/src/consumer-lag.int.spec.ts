import { EventStore, handleSlice } from '@nordgate/event-store';
import { testDatabase } from '@nordgate/event-store/testing';
import type { TestDatabase } from '@nordgate/event-store/testing';
import { createLog, instrumentsOf } from '@nordgate/telemetry';
import { eventually } from '@nordgate/testing';
import { MemoryBus } from './memory/memory-bus.js';
import { Relay } from './relay/relay.js';
import { contractStreams } from './testing/bus-harness.js';
import { journal } from './testing/journal.js';
import type { Noted } from './testing/journal.js';

const topic = 'payments.events.v1';
const log = createLog({ app: 'messaging-test', level: 'silent' });
const never = new Promise<void>(() => undefined);

let database: TestDatabase;
beforeEach(async () => {
  database = await testDatabase('consumer-lag');
  const meta = { at: '2026-03-01T10:00:00Z', actor: 'test' };
  const command = { id: 'c-1', type: 'Note', stream: 'journal-1', data: {}, meta };
  const noted: Noted = { type: 'Noted', data: { number: 1, text: '' } };
  await handleSlice({
    store: new EventStore(database, contractStreams),
    consumer: 'test',
    items: [
      {
        key: command.stream,
        commands: [command],
        source: { topic: 'test', partition: 0, offset: '1', payload: {}, headers: {} },
      },
    ],
    execute: (one, work) => Promise.resolve(work.root(journal, one.stream).run(() => [noted], one)),
  });
  await database.pool.query(`update es.event set at = at - interval '60 seconds'`);
});
afterEach(() => database.close());

/** The value of a series; undefined while it is absent. */
function valueIn(text: string): number | undefined {
  const last = text.trim().split(' ').at(-1);
  return last === '' ? undefined : Number(last);
}
const until = (condition: () => boolean) => eventually('the wanted value', condition);
const age = () => valueIn(instrumentsOf().unpublishedAge.text());

describe('the age of the oldest event that is not published', () => {
  it('is that of the event that the leading relay cannot publish', async () => {
    const publish = () => Promise.reject(new Error('no brokers'));
    const relay = new Relay({ topic, table: { database }, publish, onError: () => undefined });
    relay.start();
    await until(() => age() !== undefined);
    expect(age()).toBeGreaterThan(59);
    expect(instrumentsOf().unpublishedAge.text()).toContain(
      `{messaging_destination_name="${topic}"}`,
    );
    await relay.stop();
    expect(age()).toBeUndefined();
  });

  it('is measured by an instance that does not lead', async () => {
    const lock = await database.leaders.tryLock('relay');
    const publish = () => never;
    const relay = new Relay({ topic, table: { database }, publish, onError: () => undefined });
    relay.start();
    await until(() => age() !== undefined);
    expect(age()).toBeGreaterThan(59);
    await relay.stop();
    await lock?.release();
  });
});

it('the lag of a reader of the event table is that of the events that it cannot handle', async () => {
  const bus = new MemoryBus({ log });
  bus.attachEventTable(topic, database, contractStreams);
  const handle = () => Promise.reject(new Error('not now'));
  await bus.consume({ topic, group: 'sca.open', handle });
  const { consumerLagMessages, consumerLagSeconds } = instrumentsOf();
  await until(() => consumerLagMessages.text() !== '');
  expect(consumerLagMessages.text()).toContain(
    `{messaging_consumer_group_name="sca.open",messaging_destination_name="${topic}"} 1\n`,
  );
  expect(valueIn(consumerLagSeconds.text())).toBeGreaterThan(59);
  await bus.close();
  expect(consumerLagMessages.text() + consumerLagSeconds.text()).toBe('');
});
