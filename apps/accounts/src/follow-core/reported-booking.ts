import type { AccountCommands } from '@nordgate/contracts/commands';
import type { CardPostingsBooked, PostingsBooked } from '@nordgate/contracts/events';
import { reportedEntry, streams } from '@nordgate/contracts/rules';
import type { CommandOf, DomainEvent, EarlierEvent } from '@nordgate/decider';

/** The booking of an entry on its account. */
export type Booking = PostingsBooked | CardPostingsBooked;

/** Reads the booking of an entry that the core has reported, by its id in the journal; undefined for one that is not booked. */
export type ReadBooking = (entryId: string) => Promise<Booking | undefined>;

type OfEntry = CommandOf<AccountCommands, 'FollowEntry' | 'FollowPending' | 'FollowPendingEnd'>;

/** The id of the core's entry in the journal: an entry on two accounts is reported for each. */
export function journalIdOf(account: string, { entryId }: { readonly entryId: string }): string {
  return streams.cardAccount.has(account)
    ? reportedEntry(`card-${streams.cardAccount.idOf(account)}`, entryId)
    : reportedEntry(streams.account.idOf(account), entryId);
}

export function isBooking(event: DomainEvent): event is Booking {
  return event.type === 'PostingsBooked' || event.type === 'CardPostingsBooked';
}

/** How a report finds out that its entry is booked: an entry without a reservation has no stream that tells it (ADR 65). */
export function earlierBooking(readBooking: ReadBooking): EarlierEvent<OfEntry> {
  return {
    isIt: ({ stream, data: { report } }, event) =>
      isBooking(event) && event.data.entryId === journalIdOf(stream, report),
    read: ({ stream, data: { report } }) => readBooking(journalIdOf(stream, report)),
  };
}
