import type { AccessEvent } from '@nordgate/contracts/events';
import { nothing, refuse, unreachable } from '@nordgate/decider';
import type { CommandOf, Decision } from '@nordgate/decider';
import type { Access } from '../domain/access.js';
import type { OwnCommands } from '../domain/own-commands.js';

export type RevokeAccess = CommandOf<OwnCommands, 'RevokeAccess'>;

/** Ends a TPP's access to accounts; what is over already stays as it ended. */
export function revokeAccess(
  { data, meta: { at } }: RevokeAccess,
  access: Access,
): Decision<AccessEvent> {
  switch (access.is) {
    case 'none':
      return refuse('RESOURCE_UNKNOWN');
    case 'granted': {
      const { consentId } = access;
      const isMeant = data.consentId === undefined || data.consentId === consentId;
      return isMeant ? [{ type: 'AccessRevoked', data: { by: data.by, consentId, at } }] : nothing;
    }
    case 'revoked':
      return nothing;
    default:
      return unreachable(access);
  }
}
