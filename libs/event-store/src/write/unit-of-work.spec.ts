import { claimText } from '@nordgate/decider';
import { StreamTypes } from './stream-types.js';
import type { LoadedSlice } from './load.js';
import { decideTally, tally, tallyCommand } from '@nordgate/decider/testing';
import { collectWrite } from './collect-write.js';
import { UnitOfWork } from './unit-of-work.js';

const types = new StreamTypes([tally, { ...tally, name: 'tally-sub' }]);
const state = (sum: number, reserved: string | null = null) => ({
  state: { count: sum, sum, reserved },
  version: sum,
});

function workOn(streams: LoadedSlice['streams'], more: Partial<LoadedSlice> = {}): UnitOfWork {
  const loaded = {
    streams,
    known: new Set<string>(),
    parked: new Set<string>(),
    claims: new Map<string, string>(),
    ...more,
  };
  return new UnitOfWork(loaded, types, (ids) =>
    Promise.resolve({
      ...loaded,
      streams: new Map(ids.map((id) => [id, state(0)])),
    }),
  );
}

const count = (id: string, name: string, by = 1) => tallyCommand(id, name, 'Count', { by });

it('StreamTypes finds the type of a stream by the longest matching name', () => {
  expect(types.of('tally-1').name).toBe('tally');
  expect(types.of('tally-sub-1').name).toBe('tally-sub');
  expect(() => types.of('basket-1')).toThrow('no stream type for basket-1');
  expect(() => new StreamTypes([tally, tally])).toThrow(/same name/);
});

it('UnitOfWork returns one root per stream, whose state follows each command', () => {
  const work = workOn(new Map([['tally-a', state(3)]]));
  work.begin('tally-a');
  work.root(tally, 'tally-a').run(decideTally, count('1', 'a', 10));
  expect(work.root(tally, 'tally-a').state.sum).toBe(13);
  expect(work.root(tally, 'tally-a').version).toBe(4);
});

it('UnitOfWork.root throws for a stream of another type, an unreadable and an unloaded one', async () => {
  const work = workOn(new Map([['tally-bad', { error: new Error('unreadable') }]]));
  expect(() => work.root(tally, 'tally-sub-1')).toThrow('tally-sub-1 is no tally stream');
  expect(() => work.root(tally, 'tally-bad')).toThrow('unreadable');
  expect(() => work.root(tally, 'tally-late')).toThrow(/was not loaded/);
  await work.load(['tally-late']);
  expect(work.root(tally, 'tally-late').version).toBe(0);
});

it('UnitOfWork.forget drops the decisions of a failed item and returns the unwritten streams that it saw', () => {
  const work = workOn(
    new Map([
      ['tally-a', state(0)],
      ['tally-b', state(0)],
    ]),
  );
  work.begin('one');
  work.root(tally, 'tally-a').run(decideTally, count('1', 'a'));
  work.keep();
  work.begin('two');
  work.root(tally, 'tally-a').run(decideTally, count('2', 'a'));
  work.root(tally, 'tally-b').run(decideTally, count('2', 'b'));
  expect(work.forget().map(({ streamId }) => streamId)).toEqual(['tally-a']);
  const { write } = collectWrite('c', work.traces());
  expect(write.streams.map(({ streamId, events }) => [streamId, events.length])).toEqual([
    ['tally-a', 1],
  ]);
  expect(write.inbox).toEqual([{ messageId: '1', streamId: 'tally-a' }]);
});

it('UnitOfWork knows command ids of the inbox and of kept items, but not of the current item', () => {
  const work = workOn(new Map([['tally-a', state(0)]]), { known: new Set(['old']) });
  work.begin('one');
  expect(work.root(tally, 'tally-a').run(decideTally, count('old', 'a'))).toEqual([]);
  work.root(tally, 'tally-a').run(decideTally, count('new', 'a'));
  expect(work.isKnown('new')).toBe(false);
  work.keep();
  expect(work.isKnown('new')).toBe(true);
});

it('an item that was decided on an unwritten claim depends on the stream of that claim', () => {
  const work = workOn(
    new Map([
      ['tally-a', state(0)],
      ['tally-b', state(0)],
      ['tally-c', state(0)],
    ]),
  );
  const reserve = (name: string) => {
    work.begin(`tally-${name}`);
    const command = tallyCommand(`r-${name}`, name, 'Reserve', { key: 'seat' });
    work.root(tally, command.stream).run(decideTally, command);
    work.keep();
  };
  reserve('a');
  reserve('b');
  work.begin('tally-c');
  work.root(tally, 'tally-c').run(decideTally, count('c', 'c'));
  work.keep();
  const { write, dependsOn } = collectWrite('c', work.traces());
  expect(dependsOn).toEqual([['tally-a'], ['tally-a'], ['tally-c']]);
  expect(write.streams[0]).toMatchObject({ take: [{ scope: 'key', key: 'seat' }], release: [] });
});

it('UnitOfWork shows a stored claim, and no holder after its release', () => {
  const claims = new Map([[claimText({ scope: 'key', key: 'seat' }), 'tally-a']]);
  const work = workOn(new Map([['tally-a', state(1, 'seat')]]), { claims });
  const seat = { scope: 'key', key: 'seat' };
  work.begin('tally-a');
  expect(work.facts.holderOf(seat)).toBe('tally-a');
  work.root(tally, 'tally-a').run(decideTally, tallyCommand('f', 'a', 'Free', {}));
  expect(work.facts.holderOf(seat)).toBeUndefined();
  work.keep();
  const { write } = collectWrite('c', work.traces());
  expect(write.streams[0]).toMatchObject({ take: [], release: [seat] });
});

it('UnitOfWork accepts rows only while an item is handled', () => {
  const work = workOn(new Map());
  const upsert = { name: 'r', sql: '', columns: ['id'] };
  expect(() => work.rows(upsert).push(['x'])).toThrow(/while an item is handled/);
  work.begin('k');
  work.rows(upsert).push(['x']);
  work.keep();
  expect(collectWrite('c', work.traces()).write.rows).toEqual([{ upsert, row: ['x'], after: [] }]);
});
