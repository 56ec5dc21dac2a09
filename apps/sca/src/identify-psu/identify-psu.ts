import type { AuthorisationEvent } from '@nordgate/contracts/events';
import type { Timers } from '@nordgate/contracts/profile';
import { nothing, refuse, unreachable } from '@nordgate/decider';
import type { CommandOf, Decision } from '@nordgate/decider';
import type { Authorisation, Psu } from '../domain/authorisation.js';
import { isOver, minutesAfter } from '../domain/deadline.js';
import { failedBecause } from '../domain/failures.js';
import type { OwnCommands } from '../domain/own-commands.js';

export type IdentifyPsu = CommandOf<OwnCommands, 'IdentifyPsu'>;

/**
 * The PSU logged in: the link is used up and belongs to this browser. The same log-in again is a
 * double click; another one comes too late.
 */
export function identifyPsu({ approvalMinutes }: Pick<Timers, 'approvalMinutes'>) {
  return (
    { data, meta }: IdentifyPsu,
    authorisation: Authorisation,
  ): Decision<AuthorisationEvent> => {
    switch (authorisation.is) {
      case 'none':
      case 'void':
        return refuse('SCA_NOT_FOUND');
      case 'received': {
        const { at } = meta;
        if (isOver(authorisation.expiresAt, at)) return [failedBecause('expired', at)];
        const { customerId, psuId, browser } = data;
        const expiresAt = minutesAfter(at, approvalMinutes);
        return [{ type: 'PsuIdentified', data: { customerId, psuId, browser, at, expiresAt } }];
      }
      case 'psuIdentified':
      case 'scaMethodSelected':
        return isSame(authorisation.psu, data) ? nothing : refuse('CONFLICT');
      case 'finalised':
      case 'failed':
        return nothing;
      default:
        return unreachable(authorisation);
    }
  };
}

function isSame(known: Psu, now: Psu): boolean {
  return known.browser === now.browser && known.customerId === now.customerId;
}
