import type { AuthorisationEvent } from '@nordgate/contracts/events';
import { nothing, refuse } from '@nordgate/decider';
import type { CommandOf, Decision } from '@nordgate/decider';
import type { Authorisation } from '../domain/authorisation.js';
import { failedBecause } from '../domain/failures.js';
import type { OwnCommands } from '../domain/own-commands.js';

export type RefuseLogIn = CommandOf<OwnCommands, 'RefuseLogIn'>;

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
