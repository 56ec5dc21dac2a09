import { placeOf, placeText, startOf } from './partition-start.js';
import type { PartitionPosition, StartTerms } from './partition-start.js';

const events: StartTerms = { carries: 'events', hasHistory: false };
const withHistory: StartTerms = { carries: 'events', hasHistory: true };
const behindOlder: StartTerms = { ...withHistory, isFollowing: true };
const commands: StartTerms = { carries: 'commands', hasHistory: false };
const leftCommands: StartTerms = { ...commands, isLeft: true };
const leftEvents: StartTerms = { ...events, isLeft: true };
const reports: StartTerms = { carries: 'core', hasHistory: false };

type Offsets = readonly [committed: number | undefined, low: number, high: number];

function at([committed, low, high]: Offsets, place = {}): PartitionPosition {
  const offset = committed === undefined ? {} : { committed: BigInt(committed) };
  return { partition: 3, ...offset, place, low: BigInt(low), high: BigInt(high) };
}

describe('a group in a partition', () => {
  it.each<[string, Offsets, StartTerms]>([
    ['has an offset that the topic has', [5, 2, 9], events],
    ['has read everything', [9, 9, 9], events],
    ['goes on at the first record', [2, 2, 9], withHistory],
    ['has an offset, and the topic is empty', [0, 0, 0], withHistory],
    ['is new, and the topic has its first record', [undefined, 0, 9], events],
    ['is new in a generation that follows another one', [undefined, 0, 9], behindOlder],
    ['is new, and takes commands after the older generation', [undefined, 0, 9], leftCommands],
    [
      'is new, and takes commands of a topic that has its first record',
      [undefined, 0, 9],
      commands,
    ],
  ])('goes on in the topic when it %s', (_what, offsets, terms) => {
    expect(startOf(at(offsets), terms)).toEqual({ is: 'here' });
  });

  it.each<[string, Offsets]>([
    ['is new', [undefined, 7, 9]],
    ['is new, and the topic was made again', [undefined, 0, 0]],
    ['goes on before the first record', [5, 7, 9]],
    ['goes on behind the end of a topic that was made again', [12, 0, 9]],
  ])('reads the history from its place when it %s', (_what, offsets) => {
    const place = { since: new Date('2026-03-01T10:00:00Z') };
    expect(startOf(at(offsets, place), withHistory)).toEqual({ is: 'history', from: place });
  });

  it('goes on in a history that it has not read to the end, whatever the topic has', () => {
    expect(startOf(at([0, 0, 9], { part: 4 }), withHistory)).toEqual({
      is: 'history',
      from: { part: 4 },
    });
  });

  it.each<[string, Offsets, StartTerms]>([
    ['is new, and the first events are gone', [undefined, 7, 9], events],
    ['goes on before the first event', [5, 7, 9], events],
    ['goes on before the first command', [5, 7, 9], commands],
    ['goes on before the first report of the core', [5, 7, 9], reports],
    ['goes on behind the end of a topic of events without its first record', [12, 7, 9], events],
    ['is new, and an older generation of the topic is gone', [undefined, 0, 9], leftEvents],
  ])('skips nothing in silence when it %s', (_what, offsets, terms) => {
    expect(startOf(at(offsets), terms)).toMatchObject({ is: 'lost' });
  });

  it('names its offset and the first record when records are lost', () => {
    expect(startOf(at([5, 7, 9]), events)).toEqual({
      is: 'lost',
      because: 'the group goes on at 5, and the first record is 7',
    });
  });

  it.each<[string, Offsets, StartTerms]>([
    [
      'is new, and takes commands of a topic that has dropped old ones',
      [undefined, 7, 9],
      commands,
    ],
    ['is new, and takes reports of a topic that has dropped old ones', [undefined, 7, 9], reports],
    ['goes on behind the end of a topic of events that was made again', [12, 0, 9], events],
    ['goes on behind the end of a topic of commands', [12, 7, 9], commands],
  ])('begins at the first record when it %s', (_what, offsets, terms) => {
    expect(startOf(at(offsets), terms)).toMatchObject({ is: 'again' });
  });
});

describe('the place that a group commits', () => {
  it.each([
    ['a part', { part: 17 }],
    ['a time', { since: new Date('2026-03-01T10:00:00.123Z') }],
  ])('is read back when it is %s', (_what, place) => {
    expect(placeOf(placeText(place))).toEqual(place);
  });

  it.each([
    ['nothing', null],
    ['the empty text of a tool', ''],
    ['a text of another program', 'somewhere'],
    ['a time that is none', '{"since":"yesterday"}'],
    ['JSON that is no object', 'null'],
  ])('is the first event when the text is %s', (_what, text) => {
    expect(placeOf(text)).toEqual({});
  });
});
