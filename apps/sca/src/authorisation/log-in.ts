import type { AuthorisationCommands } from './authorisation-commands.js';
import { isOver, minutesAfter } from '../session/deadline.js';
import type { Authorisation, Psu } from './authorisation.js';
import { failedBecause } from './failures.js';
import { isOwnBusiness } from './same-challenge.js';
import type { AuthorisationEvent } from '@nordgate/contracts/events';
import type { Timers } from '@nordgate/contracts/profile';
import { nothing, refuse, unreachable } from '@nordgate/decider';
import type { CommandOf, Decision } from '@nordgate/decider';

export type IdentifyPsu = CommandOf<AuthorisationCommands, 'IdentifyPsu'>;

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

export type RefuseLogIn = CommandOf<AuthorisationCommands, 'RefuseLogIn'>;

/** Unknown customer numbers after which an authorisation fails: a link is no oracle for numbers. */
export const wrongLogInsMax = 5;

/** Counts a customer number that the bank does not know. */
export function refuseLogIn(
  { meta: { at } }: RefuseLogIn,
  authorisation: Authorisation,
): Decision<AuthorisationEvent> {
  if (authorisation.is === 'none' || authorisation.is === 'void') return refuse('SCA_NOT_FOUND');
  if (authorisation.is !== 'received') return nothing;
  const refused = { type: 'CodeRefused', data: { at } } as const;
  const isLast = authorisation.wrongLogIns + 1 >= wrongLogInsMax;
  return isLast ? [refused, failedBecause('unknown-customer', at)] : [refused];
}

export type EndVisit = CommandOf<AuthorisationCommands, 'EndVisit'>;

/**
 * Ends the visit of the bank's own pages that this authorisation has opened: the PSU logs out. A copy of
 * the browser's cookies opens nothing afterwards. Changes nothing for any other authorisation, and nothing
 * before the visit has begun.
 */
export function endVisit(
  { meta: { at } }: EndVisit,
  authorisation: Authorisation,
): Decision<AuthorisationEvent> {
  const isVisit = authorisation.is === 'finalised' && isOwnBusiness(authorisation.resource);
  if (!isVisit || authorisation.endedAt !== undefined) return nothing;
  return [{ type: 'VisitEnded', data: { at } }];
}
