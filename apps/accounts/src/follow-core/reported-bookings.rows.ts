import { createHash } from 'node:crypto';
import { upcast } from '@nordgate/decider';
import { Collector } from '@nordgate/event-store';
import type { Database } from '@nordgate/event-store';
import { accountStream } from '../domain/account.js';
import { cardAccountStream } from '../domain/card-account.js';
import { isBooking } from './reported-booking.js';
import type { Booking, ReadBooking } from './reported-booking.js';

/**
 * $1: keys of entries. Key and condition are those of the index of reported entries
 * (migrations/18-reported-entries.migration.ts).
 */
export const bookingsSql = String.raw`
  select k.nth::int, e.type, e.schema_version as "schemaVersion", e.data
    from unnest($1::uuid[]) with ordinality as k (key, nth)
   cross join lateral (
         select type, schema_version, data from es.event
          where encode(substring(sha256(replace(data->>'entryId', '\', '\\')::bytea) for 16), 'hex')::uuid = k.key
            and type in ('PostingsBooked', 'CardPostingsBooked')
            and starts_with(data->>'entryId', 'core-')
          limit 1) e`;

interface BookingRow {
  /** The place of its key, from 1. */
  readonly nth: number;
  readonly type: string;
  readonly schemaVersion: number;
  readonly data: unknown;
}

/** Finds the bookings of reported entries. What is asked together is answered by one statement. */
export function readingBookings({ pool }: Pick<Database, 'pool'>): ReadBooking {
  const collector = new Collector<string, Booking | undefined>(async (entryIds) => {
    const { rows } = await pool.query<BookingRow>({
      name: 'accounts.reported-bookings',
      text: bookingsSql,
      values: [entryIds.map(keyOf)],
    });
    const found = new Map(rows.map((row) => [row.nth, bookingOf(row)]));
    return entryIds.map((_entryId, at) => found.get(at + 1));
  });
  return (entryId) => collector.ask(entryId);
}

/** The key of the index: 128 bits of SHA-256. */
function keyOf(entryId: string): string {
  return createHash('sha256').update(entryId, 'utf8').digest('hex').slice(0, 32);
}

function bookingOf({ type, schemaVersion, data }: BookingRow): Booking | undefined {
  const stream = Object.hasOwn(accountStream.events, type) ? accountStream : cardAccountStream;
  const event = upcast(stream, { type, schemaVersion, data });
  return isBooking(event) ? event : undefined;
}
