import { streamType } from '@nordgate/decider';
import type { DomainEvent } from '@nordgate/decider';
import { EventStore } from '@nordgate/event-store';
import { testDatabase } from '@nordgate/event-store/testing';
import type { TestDatabase } from '@nordgate/event-store/testing';
import { streamsOfTpp } from './world-streams.js';

type Ordered = DomainEvent<'Ordered', Readonly<Record<string, unknown>>>;

const orderStream = streamType<Readonly<Record<string, unknown>>, Ordered>({
  name: 'order',
  stateVersion: 1,
  initial: {},
  evolve: (state) => state,
  events: { Ordered: { version: 1 } },
  hasEnded: () => false,
});

const [a, b] = ['PSDNO-FSA-900000001', 'PSDNO-FSA-900000002'] as const;
const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;

let database: TestDatabase;
let store: EventStore;
beforeAll(async () => {
  database = await testDatabase('tpp-streams');
  store = new EventStore(database, [orderStream]);
  await order('first', a);
  await order('of-b', b);
  await order('second', a);
  await order('reset.1', a);
});
afterAll(() => database.close());

async function order(name: string, tpp: string): Promise<void> {
  const meta = { commandId: name, actor: tpp, requestedAt: '2030-01-01T00:00:00Z', traceparent };
  const data = { text: 'rent to 97104133219', psuId: 'psu-1', amount: '1.00' };
  const one = { type: 'Ordered', schemaVersion: 1, data, meta };
  const stream = {
    ...{ streamId: `order-${name}`, streamType: 'order', expected: 0, group: 1, stateVersion: 1 },
    ...{ events: [one, one], state: { initiator: { tpp } }, take: [], release: [] },
  };
  await store.append({ consumer: 'test', streams: [stream], inbox: [], rows: [] });
}

const idsOf = async (tpp: string, generation = 0) =>
  (await streamsOfTpp(store, 'order', { tpp, generation })).map(({ streamId }) => streamId);

describe('the streams of a TPP in the console', () => {
  it('are those that it initiated, the last changed first, and none of another TPP', async () => {
    expect(await idsOf(a)).toEqual(['order-second', 'order-first']);
    expect(await idsOf(b)).toEqual(['order-of-b']);
    expect(await idsOf('PSDNO-FSA-900000003')).toEqual([]);
  });

  it('are those since the last reset, and none of another type', async () => {
    expect(await idsOf(a, 1)).toEqual(['order-reset.1']);
    expect(await streamsOfTpp(store, 'payment', { tpp: a, generation: 0 })).toEqual([]);
  });

  it('have their events in order, with trace ids, without secrets and account numbers', async () => {
    const [stream] = await streamsOfTpp(store, 'order', { tpp: b, generation: 0 });
    const events = stream?.events ?? [];
    expect(events.map(({ version, type, traceId }) => [version, type, traceId])).toEqual([
      [1, 'Ordered', 'a'.repeat(32)],
      [2, 'Ordered', 'a'.repeat(32)],
    ]);
    const [{ data } = { data: '' }] = events;
    expect(data).toContain('1.00');
    for (const secret of ['97104133219', 'psu-1']) expect(data).not.toContain(secret);
  });
});
