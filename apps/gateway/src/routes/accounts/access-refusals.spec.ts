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
});

describe('the warnings of a list with balances', () => {
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
