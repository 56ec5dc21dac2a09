import type { AuthorisationReceipt } from '@nordgate/contracts/commands';
import type { AuthorisationEvent, AuthorisationOpened } from '@nordgate/contracts/events';
import type { Timers } from '@nordgate/contracts/profile';
import { defined, nothing } from '@nordgate/decider';
import type { CommandOf, Decision } from '@nordgate/decider';
import { minutesAfter } from '../session/deadline.js';
import type { Authorisation } from './authorisation.js';
import type { AuthorisationCommands } from './authorisation-commands.js';

export type OpenAuthorisation = CommandOf<AuthorisationCommands, 'OpenAuthorisation'>;

/**
 * Puts a link in force (specification 5.10). Its id is derived from what it approves, so a repeat
 * comes here again and changes nothing, not even the end of the link.
 */
export function openAuthorisation(timers: Pick<Timers, 'linkMinutes'>) {
  return (
    command: OpenAuthorisation,
    authorisation: Authorisation,
  ): Decision<AuthorisationEvent> => {
    if (authorisation.is !== 'none' && authorisation.is !== 'void') return nothing;
    return [openingOf(command, timers)];
  };
}

/** The event that puts a link in force; `place` is the one that the link holds among those of its resource. */
export function openingOf(
  { data, meta }: Pick<OpenAuthorisation, 'data' | 'meta'>,
  { linkMinutes }: Pick<Timers, 'linkMinutes'>,
  place?: number,
): AuthorisationOpened {
  const { resource, initiator, tokenHash } = data;
  const expiresAt = minutesAfter(meta.at, linkMinutes);
  return {
    type: 'AuthorisationOpened',
    data: { resource, initiator, tokenHash, expiresAt, ...defined({ place }) },
  };
}

/**
 * The receipt of an opening: the status of the authorisation. Throws an Error for an authorisation that
 * does not exist, which no accepted opening leaves.
 */
export function authorisationReceipt(authorisation: Authorisation): AuthorisationReceipt {
  if (authorisation.is === 'none') {
    throw new Error('an authorisation that does not exist has no receipt');
  }
  return { scaStatus: authorisation.is === 'void' ? 'failed' : authorisation.is };
}
