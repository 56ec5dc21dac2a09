import { streams } from '@nordgate/contracts/rules';
import { upcastStored } from '@nordgate/event-store';
import type { Database, StoredEvent } from '@nordgate/event-store';
import { accountStream } from '../domain/account.js';
import { cardAccountStream } from '../domain/card-account.js';
import { transactionsOf } from './transactions-of.js';
import type { MakingTransactions, Transaction } from './transactions-of.js';

/** A place as the driver reads it; bigint arrives as text. */
export interface PlaceRow {
  readonly sequence: string;
  readonly day: number;
  readonly version: string;
}

/** The columns of a place, for a select list. */
export const placeColumns = 'sequence, day, version';

const eventsStatement = {
  name: 'accounts.events-of-transactions',
  text: `
  select type, schema_version as "schemaVersion", data from es.event
   where stream_id = $1 and version = any ($2::bigint[])`,
};

/**
 * The transactions at some places of an account, in the order of the places. One whose event has left the table since the
 * place was read is left out. Throws for an event that this release cannot read, and errors of the driver.
 *
 * @param account its stream
 */
export async function transactionsAt(
  { pool }: Pick<Database, 'pool'>,
  account: string,
  places: readonly Pick<PlaceRow, 'sequence' | 'version'>[],
): Promise<readonly Transaction[]> {
  if (places.length === 0) return [];
  const versions = [...new Set(places.map(({ version }) => version))];
  const values = [account, versions];
  const { rows } = await pool.query<EventForm>({ ...eventsStatement, values });
  const wanted = new Set(places.map(({ sequence }) => Number(sequence)));
  const made = rows.flatMap((row) =>
    transactionsOf({ stream: account, event: eventIn(account, row) }, (one) => wanted.has(one)),
  );
  const bySequence = new Map(made.map((one) => [one.sequence, one]));
  return places.flatMap(({ sequence }) => bySequence.get(Number(sequence)) ?? []);
}

type EventForm = Pick<StoredEvent, 'type' | 'schemaVersion' | 'data'>;

function eventIn(account: string, row: EventForm): MakingTransactions['event'] {
  const streamType = streams.cardAccount.has(account) ? cardAccountStream : accountStream;
  const { type, data } = upcastStored(streamType, row);
  return { type, data } as MakingTransactions['event'];
}
