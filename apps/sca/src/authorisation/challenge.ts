import type { AuthorisationCommands } from './authorisation-commands.js';
import { isOver } from '../session/deadline.js';
import type { Authorisation, Challenge, Challenged, Identified } from './authorisation.js';
import { failedBecause } from './failures.js';
import { answersResource, isSameChallenge } from './same-challenge.js';
import type { AuthorisationEvent } from '@nordgate/contracts/events';
import { nothing, refuse, unreachable } from '@nordgate/decider';
import type { CommandOf, Decision } from '@nordgate/decider';

export type ShowChallenge = CommandOf<AuthorisationCommands, 'ShowChallenge'>;

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

export type RefuseCode = CommandOf<AuthorisationCommands, 'RefuseCode'>;

/** Wrong codes after which an authorisation fails (RTS on SCA, Article 4: at most five). */
export const wrongCodesMax = 3;

/**
 * Counts a wrong code. The command's id is derived from the code, the page and what it shows, so that a
 * double click counts once, and the same code from a new page or for other content again.
 */
export function refuseCode(
  { meta: { at } }: RefuseCode,
  authorisation: Authorisation,
): Decision<AuthorisationEvent> {
  switch (authorisation.is) {
    case 'none':
    case 'void':
      return refuse('SCA_NOT_FOUND');
    case 'received':
    case 'psuIdentified':
      return refuse('CONFLICT');
    case 'scaMethodSelected': {
      const refused = { type: 'CodeRefused', data: { at } } as const;
      const isLast = authorisation.wrongCodes + 1 >= wrongCodesMax;
      return isLast ? [refused, failedBecause('wrong-codes', at)] : [refused];
    }
    case 'finalised':
    case 'failed':
      return nothing;
    default:
      return unreachable(authorisation);
  }
}
