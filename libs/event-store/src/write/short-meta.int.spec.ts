import { tally } from '@nordgate/decider/testing';
import fc from 'fast-check';
import { openReader } from '../read/snapshot-delta-reader.js';
import { testDatabase } from '../testing/test-database.js';
import type { TestDatabase } from '../testing/test-database.js';
import { EventStore } from './event-store.js';
import type { EventMeta } from './stored-event.js';

let database: TestDatabase;
let store: EventStore;

beforeAll(async () => {
  database = await testDatabase('short-meta');
  store = new EventStore(database, [tally]);
});
afterAll(() => database.close());

const requestedAt = '2026-03-01T10:00:00.000Z';
const from = 'entry-1@7>';

let lastStream = 0;
const newStream = () => `tally-${String((lastStream += 1))}`;

async function append(streamId: string, meta: EventMeta, data: unknown): Promise<void> {
  const events = [{ type: 'Counted', schemaVersion: 1, data, meta }];
  const place = { streamId, streamType: 'tally', expected: 0, events, group: 1 };
  const stream = { ...place, state: {}, stateVersion: 1, take: [], release: [] };
  await store.append({ consumer: 'test', streams: [stream], inbox: [], rows: [] });
}

async function storedMeta(streamId: string): Promise<unknown> {
  const sql = 'select meta from es.event where stream_id = $1';
  return (await database.pool.query<{ meta: unknown }>(sql, [streamId])).rows[0]?.meta;
}

const cases: Readonly<
  Record<string, { meta: (stream: string) => EventMeta; data?: object; stored: object | 'whole' }>
> = {
  'a command to the stream': {
    meta: (stream) => ({ commandId: `${stream}/request`, actor: 'psu', requestedAt }),
    stored: { i: '/request', a: 'psu', r: requestedAt },
  },
  'a command that an event caused': {
    meta: (stream) => ({ commandId: from + stream, actor: 'event:entry-1', requestedAt }),
    stored: { i: from, r: requestedAt },
  },
  'a moment that the data has': {
    meta: (stream) => ({ commandId: from + stream, actor: 'event:entry-1', requestedAt }),
    data: { by: 1, at: requestedAt },
    stored: { i: from },
  },
  'data that PostgreSQL cannot take apart': {
    meta: (stream) => ({ commandId: from + stream, actor: 'event:entry-1', requestedAt }),
    data: { by: 1, at: requestedAt, text: '\u0000' },
    stored: { i: from, r: requestedAt },
  },
  'a command to several streams': {
    meta: () => ({ commandId: 'c', actor: 'psu', requestedAt, commandEvents: 3 }),
    stored: { i: 'c', a: 'psu', r: requestedAt, n: 3 },
  },
  'an id that begins like a shortened one': {
    meta: () => ({ commandId: '/c', actor: 'psu', requestedAt }),
    stored: 'whole',
  },
  'an id that ends like a shortened one': {
    meta: () => ({ commandId: 'c>', actor: 'psu', requestedAt }),
    stored: 'whole',
  },
  'an id that begins and ends like a shortened one': {
    meta: (stream) => ({ commandId: `/>${stream}`, actor: 'psu', requestedAt }),
    stored: 'whole',
  },
  'an actor that PostgreSQL cannot read': {
    meta: () => ({ commandId: 'c', actor: '\u0000', requestedAt }),
    stored: 'whole',
  },
  'a command with a trace': {
    meta: () => ({ commandId: 'c', actor: 'psu', requestedAt, traceparent: '00-1-2-01' }),
    stored: 'whole',
  },
  'a command of a moved clock': {
    meta: () => ({ commandId: 'c', actor: 'psu', requestedAt, aheadMs: 1 }),
    stored: 'whole',
  },
};

describe('the metadata of an event', () => {
  it.each(Object.entries(cases))('is stored without repetitions: %s', async (_, one) => {
    const streamId = newStream();
    const meta = one.meta(streamId);
    await append(streamId, meta, one.data ?? { by: 1 });
    expect(await storedMeta(streamId)).toEqual(one.stored === 'whole' ? meta : one.stored);
    const [event] = await store.history(streamId);
    expect(event?.meta).toEqual(meta);
  });

  it('is whole for a reader of an older release', async () => {
    const streamId = newStream();
    const meta = { commandId: `${streamId}/request`, actor: 'psu', requestedAt };
    await append(streamId, meta, { by: 1 });
    const sql = `select meta from es.read_page('3:3:', pg_current_snapshot(), '0', 0, 1000, null, 1000000)
                  where stream_id = $1`;
    const { rows } = await database.pool.query<{ meta: unknown }>(sql, [streamId]);
    expect(rows).toEqual([{ meta }]);
  });

  it('is read as it was written, whatever it is', async () => {
    const reader = await openReader({ database, name: 'metas', from: 'now' });
    const place = fc.constantFrom('STREAM', '/', '>', '@', 'event:', 'é', '"', '\\', '\u0000', 'x');
    const text = fc.array(place, { maxLength: 6 }).map((parts) => parts.join(''));
    const meta = fc.record(
      {
        commandId: text,
        actor: text,
        requestedAt: fc.constantFrom(requestedAt, 'x', ''),
        commandEvents: fc.integer({ min: 2, max: 9 }),
      },
      { requiredKeys: ['commandId', 'actor', 'requestedAt'] },
    );
    const data = fc.constantFrom(
      { at: requestedAt },
      { at: 'x' },
      { at: 1 },
      { at: '' },
      { by: 1 },
    );
    await fc.assert(
      fc.asyncProperty(meta, data, async (written, facts) => {
        const streamId = newStream();
        const own = (value: string) => value.replaceAll('STREAM', streamId);
        const [commandId, actor] = [own(written.commandId), own(written.actor)];
        const whole = { ...written, commandId, actor };
        await append(streamId, whole, facts);
        const page = await reader.read(10);
        await page.done();
        expect(page.events.map((event) => event.meta)).toEqual([whole]);
        expect((await store.history(streamId)).map((event) => event.meta)).toEqual([whole]);
      }),
    );
  });
});
