import type { AuthorisationEvent } from '@nordgate/contracts/events';
import { nothing } from '@nordgate/decider';
import type { CommandOf, Decision } from '@nordgate/decider';
import type { Authorisation } from '../domain/authorisation.js';
import type { OwnCommands } from '../domain/own-commands.js';
import { isOwnBusiness } from '../domain/same-challenge.js';

export type EndVisit = CommandOf<OwnCommands, 'EndVisit'>;

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
