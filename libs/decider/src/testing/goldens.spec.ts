import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { on, onMany } from '../decider-table.js';
import { decideBy, writtenBy } from './decide-by.js';
import { declaredGoldens, foldGolden, readGolden, writeMissingGoldens } from './goldens.js';
import { storedGoldens, unwrittenMembers, writtenAllTheSame, writtenData } from './goldens.js';
import type { GoldenSet } from './goldens.js';
import { decideTally, tally, tallyCommand } from './tally.js';

const many = { find: () => [], decide: () => [], receipt: () => null };
const table = {
  Count: on(tally, decideTally),
  Reserve: on(tally, decideTally),
  Free: on(tally, decideTally),
  Transfer: onMany(tally, many),
};
const count = tallyCommand('c1', 'one', 'Count', { by: 2, note: 'first' });
const reserve = tallyCommand('c2', 'one', 'Reserve', { key: 'seat' });
const free = tallyCommand('c3', 'one', 'Free', {});
const counted = { type: 'Counted', data: { by: 2, note: 'first' } } as const;
const reserved = { type: 'Reserved', data: { key: 'seat' } } as const;
const samples = {
  Count: [{ after: [], command: count }],
  Reserve: [{ after: [counted], command: reserve }],
  Free: [{ after: [counted, reserved], command: free }],
};
const taken = { holderOf: () => 'tally-other' };

describe('decideBy', () => {
  const decide = decideBy(table, tally);

  it('decides with the decider of the command, and with no claim held unless facts are given', () => {
    expect(decide(reserve, tally.initial)).toEqual([reserved]);
    expect(decide(reserve, tally.initial, taken)).toMatchObject({ refused: 'TAKEN' });
  });

  it('throws for a command without a row and for a command over several streams', () => {
    const stray = tallyCommand('c4', 'one', 'Break', {});
    const transfer = tallyCommand('c5', 'one', 'Transfer', { by: 1, to: 'two' });
    expect(() => decide(stray, tally.initial)).toThrow('Break is not decided on one tally stream');
    expect(() => decide(transfer, tally.initial)).toThrow('Transfer is not decided on one');
  });
});

describe('writtenBy', () => {
  it('has the events of all samples, each with the events before it', () => {
    expect(writtenBy(table, tally, samples)).toEqual([
      { event: counted, after: [] },
      { event: reserved, after: [counted] },
      { event: { type: 'Freed', data: {} }, after: [counted, reserved] },
    ]);
  });

  it.each([
    ['is refused', { Reserve: [{ after: [], command: reserve, facts: taken }] }],
    ['causes no event', { Free: [{ after: [], command: free }] }],
  ])('throws for a sample that %s', (_what, wrong) => {
    expect(() => writtenBy(table, tally, wrong)).toThrow('causes no event');
  });
});

describe('the golden files of a service', () => {
  let set: GoldenSet;
  beforeEach(() => {
    const folder = mkdtempSync(join(tmpdir(), 'goldens-'));
    set = { folder, streams: [tally], written: writtenBy(table, tally, samples) };
  });
  afterEach(() => rmSync(set.folder, { recursive: true }));

  it('are written from the samples, one per event type, with history and state', () => {
    const names = ['Counted.v1', 'Freed.v1', 'Reserved.v1'];
    expect(writeMissingGoldens(set)).toHaveLength(3);
    expect(storedGoldens(set)).toEqual(names);
    expect(declaredGoldens(set).map(({ name }) => name)).toEqual(expect.arrayContaining(names));
    const golden = readGolden(set, 'Reserved.v1');
    expect(golden).toEqual({
      stored: { type: 'Reserved', schemaVersion: 1, data: { key: 'seat' } },
      after: ['Counted.v1'],
      state: { count: 1, sum: 2, reserved: 'seat', note: 'first' },
    });
    expect(foldGolden(set, tally, golden)).toEqual(golden.state);
  });

  it('never change once they exist', () => {
    const path = join(set.folder, 'Counted.v1.json');
    const stored = { type: 'Counted', schemaVersion: 1, data: { by: 2, note: 'first' } };
    const kept = JSON.stringify({ stored, after: [], state: 'of an older release' });
    writeFileSync(path, kept);
    expect(writeMissingGoldens(set)).toHaveLength(2);
    expect(readFileSync(path, 'utf8')).toBe(kept);
  });

  it('are not written when the history of a sample differs from the goldens', () => {
    const stored = { type: 'Counted', schemaVersion: 1, data: { by: 9 } };
    const path = join(set.folder, 'Counted.v1.json');
    writeFileSync(path, JSON.stringify({ stored, after: [], state: null }));
    expect(() => writeMissingGoldens(set)).toThrow('differ from their goldens');
  });

  it('are not written for an event type that no sample causes', () => {
    expect(() => writeMissingGoldens({ ...set, written: [] })).toThrow('no sample causes Counted');
  });

  it('compare with the data that the deciders write today, without members that came later', () => {
    expect(writtenData(set, 'Counted')).toEqual(counted.data);
    expect(writtenData({ ...set, addedLater: { Counted: ['note'] } }, 'Counted')).toEqual({
      by: 2,
    });
    expect(writtenData({ ...set, written: [] }, 'Counted')).toBeUndefined();
  });

  it('name members that came later and that no sample writes', () => {
    expect(unwrittenMembers(set)).toEqual([]);
    const addedLater = { Counted: ['note', 'by', 'place'], Gone: ['key'] };
    expect(unwrittenMembers({ ...set, addedLater })).toEqual(['Counted.place', 'Gone.key']);
  });

  it('name types that are said to be read only, and that a sample writes', () => {
    expect(writtenAllTheSame(set)).toEqual([]);
    const readOnly = ['Counted', 'Gone'];
    expect(writtenAllTheSame({ ...set, readOnly })).toEqual(['Counted']);
  });
});
