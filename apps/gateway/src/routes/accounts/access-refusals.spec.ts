import fc from 'fast-check';
import { exceeded, warningsOfExceeded } from './access-refusals.js';

const now = new Date('2026-11-20T10:00:00.000Z');
const limit = { rule: 'access.exceeded', max: 4 } as const;
const waitUntil = (until: string) => exceeded(until, limit, now).headers['retry-after'];

describe('the Retry-After of a read that is used up', () => {
  it.each([
    ['the seconds to the next read, rounded up', '2026-11-20T10:01:30.500Z', '91'],
    ['a second where the next read is possible now', '2026-11-20T10:00:00.000Z', '1'],
    ['the window at the most', '2026-11-21T10:00:00.000Z', '86400'],
    ['the window where the clock of the database is ahead', '2026-11-21T10:00:02.500Z', '86400'],
  ])('is %s', (_what, until, seconds) => {
    expect(waitUntil(until)).toBe(seconds);
  });

  const windowMs = 24 * 60 * 60 * 1000;
  /** Shortly before, at and shortly after the begin and the end of the window, and anywhere near it. */
  const offsets = fc.oneof(
    fc
      .constantFrom(0, windowMs)
      .chain((edge) => fc.integer({ min: edge - 1500, max: edge + 1500 })),
    fc.integer({ min: -windowMs, max: 2 * windowMs }),
  );
  it('is a whole number of seconds from one to the window, and never before the next read of that window', () => {
    fc.assert(
      fc.property(offsets, (offsetMs) => {
        const wait = waitUntil(new Date(now.getTime() + offsetMs).toISOString());
        expect(wait).toMatch(/^[1-9]\d*$/u);
        expect(Number(wait)).toBeLessThanOrEqual(windowMs / 1000);
        const possible = Math.min(Math.max(offsetMs, 0), windowMs);
        expect(Number(wait) * 1000).toBeGreaterThanOrEqual(possible);
        expect(Number(wait) * 1000).toBeLessThan(possible + 1001);
      }),
    );
  });
});

describe('the warnings of a list with balances', () => {
  it('are one for each account that is used up, at its place, and none for the others', () => {
    const until = '2026-11-20T12:00:00.000Z';
    const list = fc.constantFrom('accounts' as const, 'cardAccounts' as const);
    fc.assert(
      fc.property(list, fc.array(fc.boolean(), { maxLength: 20 }), (of, used) => {
        const found = used.map((isUsed) => (isUsed ? { exceededUntil: until } : {}));
        const places = used.flatMap((isUsed, at) =>
          isUsed ? [`/${of}/${String(at)}/balances`] : [],
        );
        expect(warningsOfExceeded(of, found).map(({ path }) => path)).toEqual(places);
      }),
    );
  });

  it('name the place of each account whose reads are used up', () => {
    const exceededUntil = '2026-11-20T12:00:00.250Z';
    const found = [{}, { exceededUntil }, {}, { exceededUntil }];
    const warnings = warningsOfExceeded('cardAccounts', found);
    expect(warnings.map(({ code, path }) => [code, path])).toEqual([
      ['ACCESS_EXCEEDED', '/cardAccounts/1/balances'],
      ['ACCESS_EXCEEDED', '/cardAccounts/3/balances'],
    ]);
    expect(warnings[0]?.params).toEqual({ max: 4, until: '2026-11-20T12:00:01Z' });
  });
});
