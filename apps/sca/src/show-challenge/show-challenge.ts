import type { AuthorisationEvent } from '@nordgate/contracts/events';
import { nothing, refuse, unreachable } from '@nordgate/decider';
import type { CommandOf, Decision } from '@nordgate/decider';
import type { Authorisation, Challenge, Challenged, Identified } from '../domain/authorisation.js';
import { isOver } from '../domain/deadline.js';
import { failedBecause } from '../domain/failures.js';
import { answersResource, isSameChallenge } from '../domain/same-challenge.js';
import type { OwnCommands } from '../domain/own-commands.js';

export type ShowChallenge = CommandOf<OwnCommands, 'ShowChallenge'>;

/**
 * Records what is shown to the PSU together with the code that approves exactly that. A reload
 * shows the same; other content, or another context, makes a new challenge.
 * Source: RTS on SCA (EU) 2018/389, Article 5.
 */
export function showChallenge(
  { data, meta }: ShowChallenge,
  authorisation: Authorisation,
): Decision<AuthorisationEvent> {
  switch (authorisation.is) {
    case 'none':
    case 'void':
      return refuse('SCA_NOT_FOUND');
    case 'received':
      return refuse('CONFLICT');
    case 'psuIdentified':
    case 'scaMethodSelected':
      return shown(data, authorisation, meta.at);
    case 'finalised':
    case 'failed':
      return nothing;
    default:
      return unreachable(authorisation);
  }
}

function shown(
  challenge: Challenge,
  authorisation: Identified | Challenged,
  at: string,
): Decision<AuthorisationEvent> {
  const { expiresAt, resource } = authorisation;
  if (isOver(expiresAt, at)) return [failedBecause('expired', at)];
  if (!answersResource(resource, challenge)) return refuse('CONFLICT');
  const before = authorisation.is === 'scaMethodSelected' ? authorisation.challenge : undefined;
  if (before !== undefined && isSameChallenge(before, challenge)) return nothing;
  return [{ type: 'ChallengeShown', data: { resource, ...challenge, at } }];
}
