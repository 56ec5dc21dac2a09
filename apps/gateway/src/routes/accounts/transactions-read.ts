import { skippedTransactionsMax, transactionsPerPage } from '@nordgate/contracts/http';
import type { Fault, TransactionsParameters } from '@nordgate/contracts/http';
import type { PagePlace, TransactionFilter } from '@nordgate/contracts/queries';
import { dayInOslo, daysLater } from '@nordgate/contracts/rules';
import type { IdKeys } from '@nordgate/contracts/rules';
import { fault, RequestError } from '../../reply/request-error.js';
import { offsetMinutes, readOffset } from './page-offset.js';
import type { PagedRead } from './page-offset.js';

/** Without the PSU transactions are at most so old (specification 8). */
export const daysWithoutPsu = 90;

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
  { ids, allPending, ...reader }: TransactionsReader,
  now: Date,
): TransactionsRead {
  const { dateFrom = null, dateTo = null, bookingStatus } = query;
  const status = bookingStatus === 'all' ? 'both' : bookingStatus;
  const { limit, warnings: ofLimit } = limitOf(query);
  const read = { ...reader, status, dateFrom, dateTo, limit };
  const { from, warnings: ofDay, ...page } = pageOf(query, { read, ids }, now);
  const filter = { status, allPending, dateFrom: from, dateTo } as const;
  return { filter, limit, read, ...page, warnings: [...ofLimit, ...ofDay] };
}

function limitOf({ limit }: TransactionsParameters) {
  const asked = limit === undefined ? transactionsPerPage : Number(limit);
  const max = transactionsPerPage;
  if (asked <= max) return { limit: asked, warnings: [] };
  return { limit: max, warnings: [fault('FORMAT_ERROR', 'limit.aboveMax', 'limit', { max })] };
}

type Page = Pick<TransactionsRead, 'place' | 'highest' | 'startedAt' | 'warnings'> & {
  readonly from: string | null;
};

function pageOf(
  query: TransactionsParameters,
  { read, ids }: { readonly read: PagedRead; readonly ids: IdKeys },
  now: Date,
): Page {
  const { offset = '0' } = query;
  if (!isLaterPage({ offset })) {
    const place = { skip: Number(offset) };
    return { place, highest: null, startedAt: now.getTime(), ...firstDayOf(read, now) };
  }
  const carried = readOffset(offset, read, ids, now.getTime());
  if (carried === undefined) {
    const params = { minutes: offsetMinutes };
    throw new RequestError([fault('FORMAT_ERROR', 'offset.startAgain', 'offset', params)]);
  }
  const { dateFrom: from, ...page } = carried;
  return { ...page, from, warnings: [] };
}

/** The first day of a read that begins now. Without the PSU it is at most 90 days ago. */
function firstDayOf(
  { isAttended, dateFrom }: PagedRead,
  now: Date,
): Pick<Page, 'from' | 'warnings'> {
  const oldest = oldestDayWithoutPsu(now);
  if (isAttended || (dateFrom !== null && dateFrom >= oldest))
    return { from: dateFrom, warnings: [] };
  if (dateFrom === null) return { from: oldest, warnings: [] };
  const params = { days: daysWithoutPsu, date: oldest };
  const replaced = fault('FORMAT_ERROR', 'dateFrom.withoutPsu', 'dateFrom', params);
  return { from: oldest, warnings: [replaced] };
}

/** The first day, YYYY-MM-DD, of which transactions are shown without the PSU. */
export function oldestDayWithoutPsu(now: Date): string {
  return daysLater(dayInOslo(now), -daysWithoutPsu);
}
