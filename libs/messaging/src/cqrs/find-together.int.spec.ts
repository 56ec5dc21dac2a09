import { jest } from '@jest/globals';
import { decisionOn, on, onMany } from '@nordgate/decider';
import type { Command, DeciderTable, DomainEvent } from '@nordgate/decider';
import { decideTally, tally, tallyCommand } from '@nordgate/decider/testing';
import { EventStore, handleSlice, InfrastructureError } from '@nordgate/event-store';
import type { Database, SliceResult, UnitOfWork } from '@nordgate/event-store';
import { testDatabase } from '@nordgate/event-store/testing';
import { decideCommand } from './decide-command.js';
import { findTogether } from './find-together.js';

/** What `find` of the next commands throws, by stream. */
const faults = new Map<string, Error>();

interface Chasing {
  readonly Count: { stream: string; data: { readonly by: number }; receipt: null };
  readonly Chase: { stream: string; data: object; receipt: null };
  readonly CountOnce: { stream: string; data: { readonly by: number }; receipt: null };
}

/** What the stored events say of `CountOnce`, and how often they were asked. */
const reads = { stored: new Map<string, DomainEvent>(), count: 0 };

/** Counts on the tally that is named by the sum of the command's own one. */
const deciders: DeciderTable<Chasing> = {
  Count: on(tally, decideTally),
  Chase: onMany(tally, {
    find: ({ stream }: Command<'Chase', object>, { sum }) => {
      const fault = faults.get(stream);
      return fault === undefined ? [`tally-sum-${String(sum)}`] : Promise.reject(fault);
    },
    decide: (_command, { ids }) =>
      ids.map((id) => decisionOn(tally, id, [{ type: 'Counted', data: { by: 1 } }])),
    receipt: () => null,
  }),
  CountOnce: onMany(tally, {
    find: () => [],
    decide: ({ stream, data }: Command<'CountOnce', { readonly by: number }>, { earlier }) =>
      earlier === undefined ? [decisionOn(tally, stream, [{ type: 'Counted', data }])] : [],
    receipt: () => null,
    earlier: {
      isIt: ({ data: { by } }, { data }) => (data as { readonly by: number }).by === by,
      read: ({ stream }) => {
        reads.count += 1;
        const fault = faults.get(stream);
        return fault === undefined
          ? Promise.resolve(reads.stored.get(stream))
          : Promise.reject(fault);
      },
    },
  }),
};

let database: Database;
let store: EventStore;

beforeAll(async () => {
  database = await testDatabase('find_together');
  store = new EventStore(database, [tally]);
});
afterEach(() => {
  jest.restoreAllMocks();
  faults.clear();
  reads.stored.clear();
  reads.count = 0;
});
afterAll(() => database.close());

/** Hands commands in as one slice, as the bus does. */
function decide(...commands: readonly Command[]): Promise<SliceResult[]> {
  return handleSlice({
    ...{ store, consumer: 'test', prepare: (all, work) => findTogether(deciders, all, work) },
    items: commands.map((command, at) => ({
      key: command.stream,
      commands: [command],
      source: { topic: 'test', partition: 0, offset: String(at), payload: '', headers: {} },
    })),
    execute: (command, work) => decideCommand(deciders, command, work),
  });
}

let ids = 0;
const id = () => `command-${String((ids += 1))}`;
const count = (name: string, by: number) => tallyCommand(id(), name, 'Count', { by });
const chase = (name: string) => ({ ...count(name, 0), type: 'Chase', data: {} });
const sumOf = async (name: string) => (await store.state(tally, `tally-${name}`)).state.sum;

describe('the other streams of the commands of a slice', () => {
  it('are loaded in one trip after the commands’ own', async () => {
    await decide(count('a', 11), count('b', 12), count('c', 13));
    const load = jest.spyOn(store, 'load');
    await decide(chase('a'), chase('b'), chase('c'));
    expect(load).toHaveBeenCalledTimes(2);
    expect(await Promise.all([11, 12, 13].map((sum) => sumOf(`sum-${String(sum)}`)))).toEqual([
      1, 1, 1,
    ]);
  });

  it('are found again for a command whose own stream the slice has changed', async () => {
    await decide(count('d', 21));
    await decide(count('d', 1), chase('d'));
    expect([await sumOf('sum-21'), await sumOf('sum-22')]).toEqual([0, 1]);
  });

  it('are found for the others when they cannot be found for one, which alone is parked', async () => {
    await decide(count('e', 31), count('f', 32));
    faults.set('tally-e', new Error('no such thing'));
    const results = await decide(chase('e'), chase('f'));
    expect(results.map(({ status }) => status)).toEqual(['parked', 'done']);
    expect(await sumOf('sum-32')).toBe(1);
  });

  it('are nobody’s fault when the database does not answer: nothing is parked', async () => {
    faults.set('tally-g', Object.assign(new Error('shutting down'), { code: '57P01' }));
    await expect(decide(chase('g'))).rejects.toThrow(InfrastructureError);
    faults.clear();
    expect(await decide(chase('g'))).toMatchObject([{ status: 'done' }]);
  });
});

describe('the earlier event of a command', () => {
  const countOnce = (name: string, by: number) => ({ ...count(name, by), type: 'CountOnce' });

  it('is the stored one, so a command that was carried out changes nothing', async () => {
    reads.stored.set('tally-h', { type: 'Counted', data: { by: 5 } });
    await decide(countOnce('h', 5), countOnce('i', 5));
    expect(await Promise.all(['h', 'i'].map(sumOf))).toEqual([0, 5]);
  });

  it('is also one that the same slice has decided, and the store is asked once for each command', async () => {
    await decide(countOnce('j', 5), countOnce('j', 7), countOnce('j', 5), countOnce('j', 7));
    expect(await sumOf('j')).toBe(12);
    expect(reads.count).toBe(4);
  });

  it('is read when a command is decided by itself', async () => {
    reads.stored.set('tally-k', { type: 'Counted', data: { by: 5 } });
    const items = [
      {
        ...{ key: 'tally-k', commands: [countOnce('k', 5)] },
        source: { topic: 'test', partition: 0, offset: '0', payload: '', headers: {} },
      },
    ];
    const execute = (command: Command, work: UnitOfWork) => decideCommand(deciders, command, work);
    expect(await handleSlice({ store, consumer: 'test', items, execute })).toMatchObject([
      { status: 'done' },
    ]);
    expect(await sumOf('k')).toBe(0);
  });

  it('is nobody’s fault when the database does not answer: nothing is parked', async () => {
    faults.set('tally-l', Object.assign(new Error('shutting down'), { code: '57P01' }));
    await expect(decide(countOnce('l', 5))).rejects.toThrow(InfrastructureError);
  });
});
