import { jest } from '@jest/globals';
import { tally, tallyCommand } from '@nordgate/decider/testing';
import { executeTally, tallyItem } from '../testing/tally-items.js';
import { testDatabase } from '../testing/test-database.js';
import type { TestDatabase } from '../testing/test-database.js';
import { EventStore } from '../write/event-store.js';
import { handleSlice } from '../write/handle-slice.js';
import { originTraces } from './origin-traces.js';
import { readerLag } from './reader-lag.js';
import { openReader } from './snapshot-delta-reader.js';

let database: TestDatabase;
let store: EventStore;

beforeEach(async () => {
  database = await testDatabase('lag');
  store = new EventStore(database, [tally]);
});
afterEach(() => database.close());

let ids = 0;

async function append(names: readonly string[], meta: object = {}): Promise<void> {
  const items = names.map((name) => {
    const command = tallyCommand(`l${(ids += 1)}`, name, 'Count', { by: 1 });
    return tallyItem({ ...command, meta: { ...command.meta, ...meta } });
  });
  await handleSlice({ store, consumer: 'lag', items, execute: executeTally });
}

const lag = (name = 'relay', eventTypes?: readonly string[]) =>
  readerLag(database.pool, { name, eventTypes });

/** Other work of the process asks meanwhile. */
const lagStatements = (query: { readonly mock: { readonly calls: readonly unknown[][] } }) =>
  query.mock.calls.filter(([sent]) => (sent as { name?: string }).name === 'es.reader_lags').length;

/** Makes all events look older. */
const age = (seconds: number) =>
  database.pool.query(`update es.event set at = at - make_interval(secs => $1)`, [seconds]);

describe('the lag of a reader', () => {
  it('is that of all events while the reader has never run, and rises while it stands still', async () => {
    expect(await lag()).toEqual({ events: 0, seconds: 0 });
    await append(['a', 'b']);
    await age(60);
    const first = await lag();
    expect(first.events).toBe(2);
    expect(first.seconds).toBeGreaterThan(59);
    await age(60);
    expect((await lag()).seconds).toBeGreaterThan(119);
  });

  it('of several readers asked in one turn is one statement, each with its own types and place', async () => {
    await append(['a', 'b']);
    const reader = await openReader({ database, name: 'reads' });
    await (await reader.read(10)).done();
    await append(['c']);
    const query = jest.spyOn(database.pool, 'query');
    const lags = await Promise.all([
      lag('reads'),
      lag('new'),
      lag('typed', ['Counted']),
      lag('other-type', ['Never']),
      lag('no-type', []),
    ]);
    expect(lags.map(({ events }) => events)).toEqual([1, 3, 3, 0, 0]);
    expect(lagStatements(query)).toBe(1);
    await lag();
    expect(lagStatements(query)).toBe(2);
    query.mockRestore();
  });

  it('rejects for each reader that was asked when the database does not answer', async () => {
    const query = jest.spyOn(database.pool, 'query').mockRejectedValue(new Error('gone') as never);
    const lags = await Promise.allSettled([lag('one'), lag('two')]);
    expect(lags.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    query.mockRestore();
  });

  it('is 0 when the reader has handled everything', async () => {
    await append(['a', 'b']);
    const reader = await openReader({ database, name: 'relay' });
    const page = await reader.read(10);
    expect((await lag()).events).toBe(2);
    await page.done();
    expect(await lag()).toEqual({ events: 0, seconds: 0 });
  });

  it('counts the rest of an open window and the events behind it once each', async () => {
    await append(['a', 'b', 'c']);
    const reader = await openReader({ database, name: 'relay' });
    await (await reader.read(2)).done();
    await append(['d', 'e']);
    expect((await lag()).events).toBe(3);
  });

  it('leaves out the types that the reader does not read', async () => {
    await append(['a']);
    expect((await lag('some', ['Elsewhere'])).events).toBe(0);
    expect((await lag('some', ['Counted'])).events).toBe(1);
  });
});

it('the origin of a stream is the trace of its first event', async () => {
  const trace = (digit: string) => ({
    traceparent: `00-${digit.repeat(32)}-00f067aa0ba902b7-01`,
  });
  await append(['a'], trace('1'));
  await append(['a'], trace('2'));
  await append(['b']);
  const origins = await originTraces(database.pool, ['tally-a', 'tally-b', 'tally-none']);
  expect([...origins]).toEqual([['tally-a', trace('1')]]);
});
