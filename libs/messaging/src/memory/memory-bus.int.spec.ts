import { Logger } from '@nestjs/common';
import { EventStore, handleSlice } from '@nordgate/event-store';
import type { Database } from '@nordgate/event-store';
import { testDatabase } from '@nordgate/event-store/testing';
import { createLog } from '@nordgate/telemetry';
import type { Slice } from '../bus.js';
import { contractStreams } from '../testing/bus-harness.js';
import { describeBusContract } from '../testing/bus-contract.js';
import { CrashableBus } from '../testing/crashable-bus.js';
import { eventually, isPending, outcomeOf } from '@nordgate/testing';
import { journal } from '../testing/journal.js';
import type { Noted } from '../testing/journal.js';
import { MemoryBus } from './memory-bus.js';

const meta = { at: '2026-03-01T10:00:00Z', actor: 'test' };
const noted = { type: 'Noted', data: { number: 1, text: '' } } as const;
const log = createLog({ app: 'messaging-test', level: 'silent' });
const commands = 'payments.commands.v1';
const events = 'payments.events.v1';

beforeAll(() => void Logger.overrideLogger(false));

describeBusContract('MemoryBus', async () => {
  const database = await testDatabase('bus-contract');
  const start = () => {
    const bus = new MemoryBus({ log });
    bus.attachEventTable(events, database, contractStreams);
    return new CrashableBus(bus);
  };
  const processes = [start()];
  return {
    durableMeans: 'handled',
    commands,
    events,
    get bus() {
      return processes.at(-1) as CrashableBus;
    },
    store: new EventStore(database, contractStreams),
    crash() {
      processes.at(-1)?.crash();
      processes.push(start());
      return Promise.resolve();
    },
    async close() {
      await Promise.all(processes.map((one) => one.dispose()));
      await database.close();
    },
  };
});

describe('MemoryBus', () => {
  const handle = () => Promise.resolve();
  const settle = { topic: events, group: 'payments.settle', handle } as const;
  let database: Database;
  let bus: MemoryBus;

  beforeAll(async () => {
    database = await testDatabase('memory-bus');
  });
  beforeEach(() => {
    bus = new MemoryBus({ log });
    bus.attachEventTable(events, database);
  });
  afterEach(() => bus.close());

  const record = (stream: string, event: Noted) =>
    handleSlice({
      store: new EventStore(database, contractStreams),
      consumer: 'test',
      items: [
        {
          key: stream,
          commands: [{ type: 'Note', id: stream, stream, data: null, meta }],
          source: { topic: 'test', partition: 0, offset: '0', payload: '', headers: {} },
        },
      ],
      execute: (cause, work) =>
        Promise.resolve(work.root(journal, cause.stream).run(() => [event], cause)),
    });

  afterAll(() => database.close());

  it('accepts one consumer per command topic, and a new one after that has stopped', async () => {
    const consumer = { topic: commands, group: 'payments', handle } as const;
    const first = await bus.consume(consumer);
    await expect(bus.consume(consumer)).rejects.toThrow('already has a consumer');
    await first.stop();
    const second = await bus.consume(consumer);
    await first.stop();
    await expect(bus.consume(consumer)).rejects.toThrow('already has a consumer');
    await second.stop();
  });

  it('has one slice of a command topic in flight, whatever the keys of its commands', async () => {
    const gate = Promise.withResolvers<void>();
    const slices: string[][] = [];
    const collect = ({ messages }: Slice) => {
      slices.push(messages.map(({ value }) => value));
      return gate.promise;
    };
    await bus.consume({ topic: commands, group: 'payments', handle: collect });
    const keys = ['payment-1', 'payment-2', 'payment-3', 'payment-4'];
    const publish = (key: string) => bus.publish(commands, [{ key, value: key, headers: {} }]);
    const first = publish('payment-0');
    await eventually('the first slice is in flight', () => slices.length > 0);
    const others = keys.map(publish);
    expect(await isPending(Promise.race(others))).toBe(true);
    gate.resolve();
    await Promise.all([first, ...others]);
    expect(slices).toEqual([['payment-0'], keys]);
  });

  it('accepts one consumer per group of an event topic, and any number of groups', async () => {
    await bus.consume(settle);
    await bus.consume({ ...settle, group: 'payments.other' });
    await expect(bus.consume(settle)).rejects.toThrow('already has a consumer');
  });

  it('lets a consumer of events wait until their owner attaches its table', async () => {
    const late = { ...settle, topic: 'sca.events.v1' } as const;
    const consuming = bus.consume(late);
    expect(await isPending(consuming)).toBe(true);
    bus.attachEventTable('sca.events.v1', database);
    await consuming;
  });

  it('rejects consumers that still wait for an event table when it closes', async () => {
    const consuming = outcomeOf(bus.consume({ ...settle, topic: 'sca.events.v1' }));
    await bus.close();
    expect(await consuming).toBe('rejected');
  });

  it('rejects a consumer when its checkpoint cannot be opened, and accepts it later', async () => {
    const gone = await testDatabase('memory-bus-gone');
    await gone.close();
    bus.attachEventTable(events, gone);
    await expect(bus.consume(settle)).rejects.toThrow();
    bus.attachEventTable(events, database);
    await bus.consume(settle);
  });

  it('ends a group whose checkpoint another process takes over, and logs the error', async () => {
    const logged: unknown[] = [];
    const listening = log.child({});
    listening.error = (fields: unknown) => void logged.push(fields);
    const old = new MemoryBus({ log: listening });
    old.attachEventTable(events, database);
    await old.consume(settle);
    await bus.consume(settle);
    await record('journal-takeover', noted);
    await eventually('the old bus logs it', () => logged.length > 0);
    expect(logged).toMatchObject([{ topic: events, err: { name: 'StaleReaderError' } }]);
    await old.close();
  });

  it('upcasts events of an older release before it delivers them', async () => {
    await record('journal-old', noted);
    const upcasts = [(data: { number: number }) => ({ ...data, text: 'lifted' })];
    const today = { ...journal, events: { Noted: { version: 2, upcasts } } };
    bus.attachEventTable(events, database, [today]);
    const values: string[] = [];
    const read = (slice: Slice) =>
      Promise.resolve(void values.push(...slice.messages.map(({ value }) => value)));
    await bus.consume({ ...settle, group: 'payments.today', handle: read });
    await eventually('the event is there', () => values.length > 0);
    expect(JSON.parse(values[0] ?? '')).toEqual({ number: 1, text: 'lifted' });
  });

  it('accepts no consumer after it is closed', async () => {
    await bus.consume(settle);
    await bus.close();
    await expect(bus.consume(settle)).rejects.toThrow('closed');
  });
});
