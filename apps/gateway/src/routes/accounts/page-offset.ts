import { createHmac, timingSafeEqual } from 'node:crypto';
import type { PagePlace } from '@nordgate/contracts/queries';
import type { IdKeys } from '@nordgate/contracts/rules';

/** The read that a page belongs to, as its request names it. An offset serves this read alone. */
export interface PagedRead {
  readonly tpp: string;
  readonly psuId: string;
  readonly corporateId: string | null;
  /** The stream of the account. */
  readonly account: string;
  readonly generation: number;
  /** A read without the PSU shows less and counts, so it cannot follow one with the PSU. */
  readonly isAttended: boolean;
  readonly status: string;
  readonly dateFrom: string | null;
  readonly dateTo: string | null;
  readonly limit: number;
}

/** What an offset carries from page to page. */
export interface PageOffset {
  /** The time of the first page, in milliseconds. */
  readonly startedAt: number;
  /** The first day of the read, YYYY-MM-DD, as the first page has fixed it. */
  readonly dateFrom: string | null;
  readonly highest: number;
  readonly place: Exclude<PagePlace, { readonly skip: number }>;
}

/** An offset serves so long after the first page (rulings: accounts). */
export const offsetMinutes = 10;

const macBytes = 16;

type Carried = readonly [
  startedAt: number,
  dateFrom: string | null,
  highest: number,
  direction: 'after' | 'before',
  day: string,
  sequence: number,
];

/** The text of an offset for a link: the letter of its key, then its content and a MAC over both. */
export function offsetText(
  { startedAt, dateFrom, highest, place }: PageOffset,
  read: PagedRead,
  ids: IdKeys,
): string {
  const [direction, { day, sequence }] =
    'after' in place ? (['after', place.after] as const) : (['before', place.before] as const);
  const carried: Carried = [startedAt, dateFrom, highest, direction, day, sequence];
  const content = Buffer.from(JSON.stringify(carried));
  const letter = ids.current;
  const bytes = Buffer.concat([macOf(content, read, ids, letter), content]);
  return `${letter}${bytes.toString('base64url')}`;
}

/**
 * The content of an offset; undefined for a text that was not made for this read, with a key that is
 * still there, in the last ten minutes. `now` in milliseconds.
 */
export function readOffset(
  text: string,
  read: PagedRead,
  ids: IdKeys,
  now: number,
): PageOffset | undefined {
  const letter = text.charAt(0);
  const bytes = Buffer.from(text.slice(1), 'base64url');
  // Other spellings of the same bytes are no offsets.
  if (bytes.toString('base64url') !== text.slice(1) || bytes.length <= macBytes) return undefined;
  if (!Object.hasOwn(ids.keys, letter)) return undefined;
  const content = bytes.subarray(macBytes);
  if (!timingSafeEqual(macOf(content, read, ids, letter), bytes.subarray(0, macBytes))) {
    return undefined;
  }
  const carried = JSON.parse(content.toString()) as Carried;
  const [startedAt, dateFrom, highest, direction, day, sequence] = carried;
  if (now - startedAt > offsetMinutes * 60_000) return undefined;
  const position = { day, sequence };
  const place = direction === 'after' ? { after: position } : { before: position };
  return { startedAt, dateFrom, highest, place };
}

function macOf(content: Buffer, read: PagedRead, { keys }: IdKeys, letter: string): Buffer {
  const key = keys[letter];
  if (key === undefined) throw new Error(`there is no id key ${letter}`);
  const { tpp, psuId, corporateId, account, generation, isAttended } = read;
  const { status, dateFrom, dateTo, limit } = read;
  const bound = [
    'transactions',
    letter,
    tpp,
    psuId,
    corporateId,
    account,
    generation,
    isAttended,
    status,
    dateFrom,
    dateTo,
    limit,
  ];
  const hmac = createHmac('sha256', key).update(JSON.stringify(bound)).update(content);
  return hmac.digest().subarray(0, macBytes);
}
