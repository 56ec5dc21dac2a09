import type {
  GetTransactions,
  PagePlace,
  TransactionFilter,
  TransactionPage,
  TransactionPosition,
} from '@nordgate/contracts/queries';

/** A transaction with its place in the order of a read; a driver may read the sequence as text. */
export interface PlacedTransaction {
  /** YYYY-MM-DD */
  readonly day: string;
  readonly sequence: number | string;
}

/** The transactions of a page, newest first, and its ends as in TransactionPage. */
export interface Cut<One extends PlacedTransaction> extends Pick<
  TransactionPage,
  'first' | 'last'
> {
  readonly rows: readonly One[];
}

/** A page without transactions. */
export const nothingCut = { rows: [], first: null, last: null } as const;

/**
 * Cuts what was found at a place to a page: there is one transaction more where the read goes on.
 *
 * @param found newest first; of a place `before` oldest first
 */
export function cutOf<One extends PlacedTransaction>(
  found: readonly One[],
  limit: number,
  place: PagePlace,
): Cut<One> {
  const hasMore = found.length > limit;
  const rows = found.slice(0, limit);
  if ('before' in place) {
    rows.reverse();
    return { rows, first: hasMore ? positionOf(rows.at(0)) : null, last: positionOf(rows.at(-1)) };
  }
  const isStart = 'skip' in place && place.skip === 0;
  const first = isStart ? null : positionOf(rows.at(0));
  return { rows, first, last: hasMore ? positionOf(rows.at(-1)) : null };
}

function positionOf(row: PlacedTransaction | undefined): TransactionPosition | null {
  return row === undefined ? null : { day: row.day, sequence: Number(row.sequence) };
}

/** The order of a page: the newest day first, and of a day the highest sequence. */
export function newestFirst(a: PlacedTransaction, b: PlacedTransaction): number {
  if (a.day !== b.day) return a.day < b.day ? 1 : -1;
  return Number(b.sequence) - Number(a.sequence);
}

/** A read that gets all pending transactions with its first page pages the booked ones only. */
export function isAllPending({ status, allPending }: TransactionFilter): boolean {
  return allPending && status !== 'booked';
}

/** Whether a page is the first one of its read, and has all pending transactions where the read wants them so. */
export function isFirstPage({ place }: GetTransactions, { first }: Pick<TransactionPage, 'first'>) {
  return 'skip' in place ? place.skip === 0 : first === null;
}
