import { createSecretKey } from 'node:crypto';
import { objectSchema } from '@nordgate/contracts/fields';
import { TransactionsParameters } from '@nordgate/contracts/http';
import { RequestError } from '../../reply/request-error.js';
import { offsetText } from './page-offset.js';
import { oldestRecentDay } from '@nordgate/contracts/rules';
import {
  asksForOldDays,
  isLaterPage,
  requireTransactionsQuery,
  showsOldDays,
  transactionsReadOf,
} from './transactions-read.js';
import type { TransactionsReader } from './transactions-read.js';

const ids = { current: 'A', keys: { A: createSecretKey(Buffer.alloc(32, 1)) } };
const now = new Date('2026-11-22T10:00:00Z');
const attended: TransactionsReader = {
  ...{ tpp: 'T', psuId: 'psu-1', corporateId: null, account: 'account-1', generation: 0 },
  ...{ isAttended: true, isSessionOver: false, allPending: false, ids },
};
const unattended = { ...attended, isAttended: false };

const readOf = (
  query: Partial<TransactionsParameters>,
  reader: TransactionsReader = attended,
  at = now,
) => transactionsReadOf({ bookingStatus: 'both', ...query }, reader, at);

/** The faults of a query in short. */
function faultsOf(query: Partial<TransactionsParameters>, reader = attended) {
  try {
    requireTransactionsQuery({ bookingStatus: 'both', ...query });
    readOf(query, reader);
    return [];
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    return error.faults.map((one) => ('rule' in one ? `${one.code} ${one.path} ${one.rule}` : ''));
  }
}

describe('a read of transactions', () => {
  it('begins with 200 transactions of all days', () => {
    expect(readOf({})).toMatchObject({
      filter: { status: 'both', allPending: false, dateFrom: null, dateTo: null },
      ...{ limit: 200, place: { skip: 0 }, highest: null, startedAt: now.getTime(), warnings: [] },
    });
  });

  it('of all is one of both', () => {
    const statuses = ['all', 'both', 'booked', 'pending'] as const;
    expect(statuses.map((bookingStatus) => readOf({ bookingStatus }).filter.status)).toEqual([
      ...['both', 'both', 'booked', 'pending'],
    ]);
  });

  it.each([
    ['1', 1, []],
    ['200', 200, []],
    ['201', 200, ['limit.aboveMax']],
    ['1000000000', 200, ['limit.aboveMax']],
    ['9'.repeat(400), 200, ['limit.aboveMax']],
  ])('with limit=%s has %i transactions a page, with the warnings %j', (limit, expected, rules) => {
    const { limit: used, warnings } = readOf({ limit });
    expect([used, warnings.map(({ rule }) => rule)]).toEqual([expected, rules]);
  });

  it('may begin and end on one day, and cannot end before it begins', () => {
    expect(faultsOf({ dateFrom: '2026-11-01', dateTo: '2026-11-01' })).toEqual([]);
    expect(faultsOf({ dateFrom: '2026-11-02', dateTo: '2026-11-01' })).toEqual([
      'FORMAT_ERROR dateFrom dateFrom.afterDateTo',
    ]);
  });

  it('leaves out at most 10000 transactions by number', () => {
    expect(readOf({ offset: '10000' }).place).toEqual({ skip: 10_000 });
    expect(faultsOf({ offset: '10001' })).toEqual(['FORMAT_ERROR offset offset.form']);
    expect([isLaterPage({}), isLaterPage({ offset: '7' })]).toEqual([false, false]);
  });
});

describe('a read of transactions without the PSU', () => {
  it.each([
    ['2026-08-23', '2026-08-24', ['dateFrom.withoutPsu']],
    ['2026-08-24', '2026-08-24', []],
    ['2026-11-01', '2026-11-01', []],
    [undefined, '2026-08-24', ['dateFrom.withoutPsu']],
  ])('from %s begins on %s, with the warnings %j', (dateFrom, from, rules) => {
    expect(oldestRecentDay(now)).toBe('2026-08-24');
    const query = dateFrom === undefined ? {} : { dateFrom };
    const { filter, warnings } = readOf(query, unattended);
    expect([filter.dateFrom, warnings.map(({ rule }) => rule)]).toEqual([from, rules]);
  });

  it('counts its days in Oslo', () => {
    const shortlyBeforeMidnightUtc = new Date('2026-11-22T23:30:00Z');
    expect(readOf({}, unattended, shortlyBeforeMidnightUtc).filter.dateFrom).toBe('2026-08-25');
  });
});

describe('a read of transactions after the hour of an exempt session', () => {
  const over = { ...attended, isSessionOver: true };

  it('begins 90 days ago, with a warning, where no day was asked for', () => {
    const { filter, warnings } = readOf({}, over);
    expect(filter.dateFrom).toBe('2026-08-24');
    expect(warnings.map(({ rule, path }) => [rule, path])).toEqual([
      ['dateFrom.sessionOver', 'dateFrom'],
    ]);
  });

  it('begins on the day that was asked for where it is no older', () => {
    expect(readOf({ dateFrom: '2026-08-24' }, over)).toMatchObject({
      filter: { dateFrom: '2026-08-24' },
      warnings: [],
    });
  });

  it('needs the hour for older days, at its first page and at later ones', () => {
    expect(asksForOldDays({ dateFrom: '2026-08-23' }, now)).toBe(true);
    expect(asksForOldDays({ dateFrom: '2026-08-24' }, now)).toBe(false);
    expect(asksForOldDays({}, now)).toBe(false);
    const startedAt = now.getTime();
    const shows = (dateFrom: string | null) =>
      showsOldDays({ filter: { ...readOf({}).filter, dateFrom }, startedAt });
    expect([null, '2026-08-23', '2026-08-24'].map(shows)).toEqual([true, true, false]);
  });
});

describe('a read of all pending transactions', () => {
  const all = { ...attended, allPending: true };
  const query = { dateFrom: '2026-11-01', dateTo: '2026-11-02', limit: '5' };

  it('warns of each parameter that changes nothing', () => {
    const { warnings } = readOf({ ...query, bookingStatus: 'pending' }, all);
    expect(warnings.map(({ rule, path }) => [rule, path])).toEqual(
      Object.keys(query).map((parameter) => ['pending.all', parameter]),
    );
  });

  it('does not warn where the parameters filter booked ones, or pending ones too', () => {
    expect(readOf({ ...query, bookingStatus: 'both' }, all).warnings).toEqual([]);
    expect(readOf({ ...query, bookingStatus: 'pending' }, attended).warnings).toEqual([]);
  });
});

describe('an answer that was cut', () => {
  /** What the bank may do to a parameter: cut the answer, or nothing. A new parameter needs a row. */
  const cuts: Readonly<
    Record<keyof TransactionsParameters, Partial<TransactionsParameters> | 'never'>
  > = {
    bookingStatus: 'never',
    dateFrom: { dateFrom: '2020-01-01' },
    dateTo: 'never',
    limit: { limit: '201' },
    // A number that leaves out too many is refused.
    offset: 'never',
    withBalance: 'never',
  };

  it('has a row for every parameter of the interface', () => {
    const { properties = {} } = objectSchema(TransactionsParameters);
    expect(Object.keys(cuts).sort()).toEqual(Object.keys(properties).sort());
  });

  const rows = Object.entries(cuts).flatMap(([name, query]) =>
    query === 'never' ? [] : [[name, query] as const],
  );
  it.each(rows)('by %s has a warning with its path', (name, query) => {
    const { warnings } = readOf(query, unattended);
    expect(warnings.map(({ path }) => path)).toContain(name);
  });
});

describe('a later page', () => {
  const first = readOf({ dateFrom: '2026-01-01', limit: '500' }, unattended);
  const place = { after: { day: '2026-10-01', sequence: 3 } };
  const { startedAt, filter } = first;
  const carried = { startedAt, dateFrom: filter.dateFrom, highest: 9, place };
  const offset = offsetText(carried, first.read, ids);
  const query = { dateFrom: '2026-01-01', limit: '200', offset };

  it('continues the read with its days and its highest sequence, without warnings', () => {
    const tomorrow = new Date(now.getTime() + 500_000);
    expect(isLaterPage({ offset })).toBe(true);
    expect(readOf(query, unattended, tomorrow)).toMatchObject({
      filter: { dateFrom: '2026-08-24' },
      ...{ limit: 200, highest: 9, place, startedAt, warnings: [] },
    });
  });

  it.each([
    ['of another filter', { ...query, bookingStatus: 'booked' as const }, unattended],
    ['of another account', query, { ...unattended, account: 'account-2' }],
    ['with the PSU', query, attended],
    ['with a made-up offset', { ...query, offset: `A${'x'.repeat(80)}` }, unattended],
  ])('%s has to start again', (_what, other, reader) => {
    expect(faultsOf(other, reader)).toEqual(['FORMAT_ERROR offset offset.startAgain']);
  });
});
