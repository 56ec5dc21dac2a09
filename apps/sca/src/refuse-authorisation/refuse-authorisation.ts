import type { AuthorisationEvent } from '@nordgate/contracts/events';
import { defined, nothing, refuse, unreachable } from '@nordgate/decider';
import type { CommandOf, Decision, Facts } from '@nordgate/decider';
import type { Authorisation } from '../domain/authorisation.js';
import { isDecidedElsewhere } from '../domain/consent.js';
import { isOver } from '../domain/deadline.js';
import { failedBecause } from '../domain/failures.js';
import type { OwnCommands } from '../domain/own-commands.js';

export type RefuseAuthorisation = CommandOf<OwnCommands, 'RefuseAuthorisation'>;

/**
 * The PSU said no, or may debit none of the accounts: payments and baskets are refused with it, anything
 * else stays as it is. A refused consent is rejected.
 */
export function refuseAuthorisation(
  { data: { reason }, meta: { at }, stream }: RefuseAuthorisation,
  authorisation: Authorisation,
  facts: Facts,
): Decision<AuthorisationEvent> {
  switch (authorisation.is) {
    case 'none':
    case 'void':
      return refuse('SCA_NOT_FOUND');
    case 'received':
      return refuse('CONFLICT');
    case 'psuIdentified':
    case 'scaMethodSelected': {
      const { expiresAt, resource } = authorisation;
      if (isOver(expiresAt, at)) return [failedBecause('expired', at)];
      if (isDecidedElsewhere(resource, stream, facts)) return [failedBecause('not-approvable', at)];
      // Refusing a cancellation leaves the payment approved; refusing access just gives none.
      const leavesAll = resource.kind === 'access' || resource.kind === 'cancellation';
      if (leavesAll) return [failedBecause('refused', at)];
      return [{ type: 'AuthorisationRefused', data: defined({ resource, reason, at }) }];
    }
    case 'finalised':
    case 'failed':
      return nothing;
    default:
      return unreachable(authorisation);
  }
}
