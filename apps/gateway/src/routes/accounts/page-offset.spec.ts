import { createSecretKey } from 'node:crypto';
import fc from 'fast-check';
import { offsetText, readOffset } from './page-offset.js';
import type { PagedRead, PageOffset } from './page-offset.js';

const ids = { current: 'A', keys: { A: createSecretKey(Buffer.alloc(32, 1)) } };
const read: PagedRead = {
  ...{ tpp: 'PSDNO-FSA-900000001', psuId: 'psu-1', corporateId: null },
  ...{ account: 'account-1', generation: 0, isAttended: true },
  ...{ status: 'both', dateFrom: '2026-01-01', dateTo: null, limit: 200 },
};
const startedAt = Date.parse('2026-11-22T10:00:00Z');
const tenMinutes = 600_000;
const days = fc
  .integer({ min: 0, max: 40_000 })
  .map((day) => new Date(day * 86_400_000).toISOString().slice(0, 10));
const positions = fc.record({ day: days, sequence: fc.nat(Number.MAX_SAFE_INTEGER) });
const offsets: fc.Arbitrary<PageOffset> = fc.record({
  startedAt: fc.constant(startedAt),
  dateFrom: fc.option(days),
  highest: fc.nat(Number.MAX_SAFE_INTEGER),
  place: fc.oneof(
    positions.map((after) => ({ after })),
    positions.map((before) => ({ before })),
  ),
});
const offset: PageOffset = {
  startedAt,
  dateFrom: null,
  highest: 17,
  place: { after: { day: '2026-11-01', sequence: 12 } },
};

describe('an offset', () => {
  it('is read as it was made, by the same read within ten minutes', () => {
    fc.assert(
      fc.property(offsets, fc.nat(tenMinutes), (made, age) => {
        const text = offsetText(made, read, ids);
        expect(text).toMatch(/^[A-Za-z][A-Za-z0-9_-]{15,511}$/);
        expect(readOffset(text, read, ids, startedAt + age)).toEqual(made);
      }),
    );
  });

  it('is no more than ten minutes old', () => {
    const text = offsetText(offset, read, ids);
    expect(readOffset(text, read, ids, startedAt + tenMinutes)).toEqual(offset);
    expect(readOffset(text, read, ids, startedAt + tenMinutes + 1)).toBeUndefined();
  });

  it('is none after any character was changed, removed or added', () => {
    const text = offsetText(offset, read, ids);
    const characters = fc.constantFrom(...'ABab09-_=. ');
    fc.assert(
      fc.property(fc.nat(text.length - 1), fc.nat(2), characters, (at, removed, by) => {
        const changed = text.slice(0, at) + by + text.slice(at + removed);
        fc.pre(changed !== text);
        expect(readOffset(changed, read, ids, startedAt)).toBeUndefined();
      }),
    );
  });

  it.each<[string, Partial<PagedRead>]>([
    ['another TPP', { tpp: 'PSDNO-FSA-900000002' }],
    ['another PSU', { psuId: 'psu-2' }],
    ['an agreement', { corporateId: 'agr-1' }],
    ['another account', { account: 'account-2' }],
    ['a card account', { account: 'card-account-1' }],
    ['another generation', { generation: 1 }],
    ['a read without the PSU', { isAttended: false }],
    ['another bookingStatus', { status: 'booked' }],
    ['another first day', { dateFrom: '2025-01-01' }],
    ['no first day', { dateFrom: null }],
    ['a last day', { dateTo: '2026-01-01' }],
    ['another limit', { limit: 199 }],
  ])('of one read is none of %s', (_what, change) => {
    const text = offsetText(offset, read, ids);
    expect(readOffset(text, { ...read, ...change }, ids, startedAt)).toBeUndefined();
  });

  it('is none for any text of a stranger, which never throws', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(readOffset(text, read, ids, startedAt)).toBeUndefined();
        expect(readOffset(`A${text}`, read, ids, startedAt)).toBeUndefined();
      }),
    );
  });

  it('of an older key is read while that key is there', () => {
    const text = offsetText(offset, read, ids);
    const rotated = {
      current: 'B',
      keys: { ...ids.keys, B: createSecretKey(Buffer.alloc(32, 2)) },
    };
    expect(readOffset(text, read, rotated, startedAt)).toEqual(offset);
    const withoutOld = { current: 'B', keys: { B: rotated.keys.B } };
    expect(readOffset(text, read, withoutOld, startedAt)).toBeUndefined();
    expect(() => offsetText(offset, read, { ...ids, current: 'Z' })).toThrow('no id key Z');
  });
});
