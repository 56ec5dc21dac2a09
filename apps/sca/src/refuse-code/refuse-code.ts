import type { AuthorisationEvent } from '@nordgate/contracts/events';
import { nothing, refuse, unreachable } from '@nordgate/decider';
import type { CommandOf, Decision } from '@nordgate/decider';
import type { Authorisation } from '../domain/authorisation.js';
import { failedBecause } from '../domain/failures.js';
import type { OwnCommands } from '../domain/own-commands.js';

export type RefuseCode = CommandOf<OwnCommands, 'RefuseCode'>;

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
