import type { AuthorisationEvent } from '@nordgate/contracts/events';
import { streams } from '@nordgate/contracts/rules';
import { commandFrom, nothing } from '@nordgate/decider';
import type { Command, CommandOf, Decision, RowUpsert, RowWrite } from '@nordgate/decider';
import type { Authorisation } from './authorisation.js';
import type { AuthorisationCommands } from './authorisation-commands.js';
import { openedFrom, streamOfLinked } from './untouched-authorisation.js';
import type { Untouched } from './untouched-authorisation.js';

export type TouchAuthorisation = CommandOf<AuthorisationCommands, 'TouchAuthorisation'>;

/**
 * Opens the stream of an untouched authorisation before the first command on it is decided: with the data that the
 * event of its payment or basket brought. A second touch changes nothing.
 */
export function touchAuthorisation(
  { data }: TouchAuthorisation,
  authorisation: Authorisation,
): Decision<AuthorisationEvent> {
  if (authorisation.is !== 'none' && authorisation.is !== 'void') return nothing;
  return [{ type: 'AuthorisationOpened', data }];
}

/** The command that touches an authorisation, as a consequence of the event that brought its link. */
export function touchOf(one: Untouched): Command {
  return commandFrom<TouchAuthorisation['type'], TouchAuthorisation['data']>(
    // The first event of the payment or basket, as it came.
    { ...one.cause, stream: streamOfLinked(one.resource), version: 1 },
    {
      type: 'TouchAuthorisation',
      stream: streams.authorisation.id(one.id),
      data: openedFrom(one).data,
    },
  );
}

const touchedAuthorisation: RowUpsert = {
  name: 'touched-authorisation',
  columns: ['authorisation_id'],
  sql: `delete from untouched_authorisation u
 using unnest($1::text[]) as touched (authorisation_id)
 where u.authorisation_id = touched.authorisation_id`,
};

/** Deletes the row of an authorisation whose stream is opened in the same transaction. */
export function touchedRow({ stream }: Pick<TouchAuthorisation, 'stream'>): RowWrite {
  return { upsert: touchedAuthorisation, row: [streams.authorisation.idOf(stream)] };
}
