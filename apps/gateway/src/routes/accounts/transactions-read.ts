import { skippedTransactionsMax, transactionsPerPage } from '@nordgate/contracts/http';
import type { Fault, TransactionsParameters } from '@nordgate/contracts/http';
import type { PagePlace, TransactionFilter } from '@nordgate/contracts/queries';
import { oldestRecentDay, recentDays } from '@nordgate/contracts/rules';
import type { IdKeys } from '@nordgate/contracts/rules';
import { fault, RequestError } from '../../reply/request-error.js';
import { offsetMinutes, readOffset } from './page-offset.js';
import type { PagedRead } from './page-offset.js';

/** One page of a read of transactions. */
export interface TransactionsRead {
  readonly filter: TransactionFilter;
  readonly limit: number;
  readonly place: PagePlace;
  /** Null for the first page of a read. */
  readonly highest: number | null;
  /** The time of the first page, in milliseconds. */
  readonly startedAt: number;
  /** What the offsets of its links are bound to. */
  readonly read: PagedRead;
  readonly warnings: readonly Fault[];
}

/** Who reads which account, besides the query. */
export interface TransactionsReader extends Pick<
  PagedRead,
  'tpp' | 'psuId' | 'corporateId' | 'account' | 'generation' | 'isAttended'
> {
  readonly ids: IdKeys;
  /** With the PSU: the hour of the session is over, and the bank exempts what is not old from it. */
  readonly isSessionOver: boolean;
  /** All pending transactions come with the first page (specification 8: accounts in production). */
  readonly allPending: boolean;
}

/** Whether a faultless query asks for another page of a read that has begun: such a page does not count. */
export function isLaterPage({ offset }: Pick<TransactionsParameters, 'offset'>): boolean {
  return offset !== undefined && !/^\d/u.test(offset);
}

/**
 * Checks what the schema of the query cannot express, before a read is counted. Throws RequestError,
 * FORMAT_ERROR, for days in the wrong order and for a number of transactions that is too large.
 */
export function requireTransactionsQuery(query: TransactionsParameters): void {
  const { dateFrom, dateTo, offset = '0' } = query;
  if (dateFrom !== undefined && dateTo !== undefined && dateFrom > dateTo) {
    throw new RequestError([fault('FORMAT_ERROR', 'dateFrom.afterDateTo', 'dateFrom')]);
  }
  if (isLaterPage(query) || Number(offset) <= skippedTransactionsMax) return;
  const max = skippedTransactionsMax;
  throw new RequestError([fault('FORMAT_ERROR', 'offset.form', 'offset', { max })]);
}

/**
 * The page that a faultless query asks for. Throws RequestError, FORMAT_ERROR, for an offset of another
 * read.
 */
export function transactionsReadOf(
  query: TransactionsParameters,
  { ids, allPending, isSessionOver, ...reader }: TransactionsReader,
  now: Date,
): TransactionsRead {
  const { dateFrom = null, dateTo = null, bookingStatus } = query;
  const status = bookingStatus === 'all' ? 'both' : bookingStatus;
  const { limit, warnings: ofLimit } = limitOf(query);
  const read = { ...reader, status, dateFrom, dateTo, limit };
  const { from, warnings: ofDay, ...page } = pageOf(query, { read, ids, isSessionOver }, now);
  const filter = { status, allPending, dateFrom: from, dateTo } as const;
  const warnings = [...ofLimit, ...ofDay, ...withoutEffect(query, filter)];
  return { filter, limit, read, ...page, warnings };
}

function limitOf({ limit }: TransactionsParameters) {
  const asked = limit === undefined ? transactionsPerPage : Number(limit);
  const max = transactionsPerPage;
  if (asked <= max) return { limit: asked, warnings: [] };
  return { limit: max, warnings: [fault('FORMAT_ERROR', 'limit.aboveMax', 'limit', { max })] };
}

/** What filters and pages no pending transaction where all of them are shown (specification section 8). */
const filtersNoPending = ['dateFrom', 'dateTo', 'limit'] as const;

function withoutEffect(
  query: TransactionsParameters,
  { status, allPending }: Pick<TransactionFilter, 'status' | 'allPending'>,
): readonly Fault[] {
  if (!allPending || status !== 'pending') return [];
  return filtersNoPending
    .filter((parameter) => query[parameter] !== undefined)
    .map((parameter) => fault('FORMAT_ERROR', 'pending.all', parameter, { parameter }));
}

type Page = Pick<TransactionsRead, 'place' | 'highest' | 'startedAt' | 'warnings'> & {
  readonly from: string | null;
};

interface Reading {
  readonly read: PagedRead;
  readonly ids: IdKeys;
  readonly isSessionOver: boolean;
}

function pageOf(
  query: TransactionsParameters,
  { read, ids, isSessionOver }: Reading,
  now: Date,
): Page {
  const { offset = '0' } = query;
  if (!isLaterPage({ offset })) {
    const place = { skip: Number(offset) };
    return {
      place,
      highest: null,
      startedAt: now.getTime(),
      ...firstDayOf(read, isSessionOver, now),
    };
  }
  const carried = readOffset(offset, read, ids, now.getTime());
  if (carried === undefined) {
    const params = { minutes: offsetMinutes };
    throw new RequestError([fault('FORMAT_ERROR', 'offset.startAgain', 'offset', params)]);
  }
  const { dateFrom: from, ...page } = carried;
  return { ...page, from, warnings: [] };
}

/**
 * The first day of a read that begins now. Without the PSU, and after the hour of an exempt session, it is at
 * most 90 days ago. A day that was asked for and is older needs the hour, so such a read does not come here
 * with an exempt session.
 */
function firstDayOf(
  { isAttended, dateFrom }: PagedRead,
  isSessionOver: boolean,
  now: Date,
): Pick<Page, 'from' | 'warnings'> {
  const oldest = oldestRecentDay(now);
  const isWhole = isAttended && !isSessionOver;
  if (isWhole || (dateFrom !== null && dateFrom >= oldest)) return { from: dateFrom, warnings: [] };
  const rule = isAttended ? 'dateFrom.sessionOver' : 'dateFrom.withoutPsu';
  const params = { days: recentDays, date: oldest };
  return { from: oldest, warnings: [fault('FORMAT_ERROR', rule, 'dateFrom', params)] };
}

/** Whether a query asks by name for days that are older than 90 days. */
export function asksForOldDays(
  { dateFrom }: Pick<TransactionsParameters, 'dateFrom'>,
  now: Date,
): boolean {
  return dateFrom !== undefined && dateFrom < oldestRecentDay(now);
}

/** Whether a page shows days that were older than 90 days when its read began. */
export function showsOldDays({
  filter: { dateFrom },
  startedAt,
}: Pick<TransactionsRead, 'filter' | 'startedAt'>): boolean {
  return dateFrom === null || dateFrom < oldestRecentDay(new Date(startedAt));
}
