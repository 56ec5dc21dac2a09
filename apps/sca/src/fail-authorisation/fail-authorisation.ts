import type { AuthorisationEvent } from '@nordgate/contracts/events';
import { nothing } from '@nordgate/decider';
import type { CommandOf, Decision } from '@nordgate/decider';
import { isOpen } from '../domain/authorisation.js';
import type { Authorisation } from '../domain/authorisation.js';
import { isOver } from '../domain/deadline.js';
import { failedBecause } from '../domain/failures.js';
import type { OwnCommands } from '../domain/own-commands.js';

export type FailAuthorisation = CommandOf<OwnCommands, 'FailAuthorisation'>;

/**
 * Ends an authorisation and nothing else: what it was to approve stays as it is. One that is not
 * open yet is void from now on, because the event that opens it may come later than this command.
 * One that is to end because its time is over stays open when a log-in has just extended that time.
 */
export function failAuthorisation(
  { data, meta }: FailAuthorisation,
  authorisation: Authorisation,
): Decision<AuthorisationEvent> {
  const isEarly =
    data.reason === 'expired' && isOpen(authorisation) && !isOver(authorisation.expiresAt, meta.at);
  const mayFail = authorisation.is === 'none' || (isOpen(authorisation) && !isEarly);
  return mayFail ? [failedBecause(data.reason, meta.at)] : nothing;
}
