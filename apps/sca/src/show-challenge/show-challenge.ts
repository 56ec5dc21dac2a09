import type { AuthorisationEvent } from '@nordgate/contracts';
import { nothing, reject, unreachable } from '@nordgate/event-store';
import type { Command, Decision } from '@nordgate/event-store';
import type { Authorisation, Challenge } from '../domain/authorisation.js';
import { isOver } from '../domain/deadline.js';
import { failedBecause } from '../domain/failures.js';
import { answersResource, isSameChallenge } from '../domain/same-challenge.js';

export type ShowChallenge = Command<'ShowChallenge', Challenge>;

/**
 * Records what is shown to the PSU together with the code that approves exactly that. A reload
 * shows the same; other content, or another context, makes a challenge of its own.
 * Source: RTS on SCA (EU) 2018/389, Article 5.
 */
export function showChallenge(
  { data, meta }: ShowChallenge,
  authorisation: Authorisation,
): Decision<AuthorisationEvent> {
  switch (authorisation.is) {
    case 'none':
    case 'void':
      return reject('SCA_NOT_FOUND');
    case 'received':
      return reject('CONFLICT');
    case 'psuIdentified':
    case 'scaMethodSelected': {
      const { at } = meta;
      if (isOver(authorisation.expiresAt, at)) return [failedBecause('expired', at)];
      if (!answersResource(authorisation.resource, data)) return reject('CONFLICT');
      const shown = authorisation.is === 'scaMethodSelected' && authorisation.challenge;
      if (shown !== false && isSameChallenge(shown, data)) return nothing;
      const { resource } = authorisation;
      return [{ type: 'ChallengeShown', data: { resource, ...data, at } }];
    }
    case 'finalised':
    case 'failed':
      return nothing;
    default:
      return unreachable(authorisation);
  }
}
