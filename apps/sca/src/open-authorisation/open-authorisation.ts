import type { AuthorisationEvent } from '@nordgate/contracts/events';
import type { ScaCommandData } from '@nordgate/contracts/commands';
import type { Timers } from '@nordgate/contracts/profile';
import { nothing } from '@nordgate/decider';
import type { Command, Decision } from '@nordgate/decider';
import { minutesAfter } from '../domain/deadline.js';
import type { Authorisation } from '../domain/authorisation.js';

export type OpenAuthorisation = Command<'OpenAuthorisation', ScaCommandData['OpenAuthorisation']>;

/**
 * Puts a link in force (specification 5.10). Its id is derived from what it approves, so a repeat
 * comes here again and changes nothing, not even the end of the link.
 */
export function openAuthorisation({ linkMinutes }: Pick<Timers, 'linkMinutes'>) {
  return (
    { data, meta }: OpenAuthorisation,
    authorisation: Authorisation,
  ): Decision<AuthorisationEvent> => {
    if (authorisation.is !== 'none' && authorisation.is !== 'void') return nothing;
    const { resource, initiator, tokenHash } = data;
    const expiresAt = minutesAfter(meta.at, linkMinutes);
    return [{ type: 'AuthorisationOpened', data: { resource, initiator, tokenHash, expiresAt } }];
  };
}

/** What the gateway is told of an authorisation that it opened. */
export function authorisationReceipt(authorisation: Authorisation): { scaStatus: string } | null {
  if (authorisation.is === 'none') return null;
  return { scaStatus: authorisation.is === 'void' ? 'failed' : authorisation.is };
}
