import { unreachable } from '@nordgate/decider';
import type { Command } from '@nordgate/decider';
import type { Access } from '../access/access.js';
import { isOpen } from '../authorisation/authorisation.js';
import type { Authorisation, Finalised } from '../authorisation/authorisation.js';
import { isOwnBusiness } from '../authorisation/same-challenge.js';
import type { Passkeys } from '../passkeys/passkeys.js';
import { hoursAfter, isOver } from '../session/deadline.js';
import type { Psu } from '../session/psu.js';
import type { Session } from '../session/session.js';

/** A stream that names the customer, as the search has found it. */
interface NamingStream {
  readonly kind: string;
  readonly state: unknown;
  /** The time in its world, ISO 8601. */
  readonly now: string;
}

/** The ids by which sca knows the customer. */
interface CustomerIds {
  readonly customerId: string;
  readonly psuIds: ReadonlySet<string>;
}

type Ending = Pick<Command, 'type' | 'data'>;
type Endings = readonly Ending[] | undefined;

const noneLeft: readonly Ending[] = [];
const without = (type: string): Ending => ({ type, data: {} });

/**
 * The commands that end a stream of an erased customer, and let it forget the customer where no law keeps it (ADR 66).
 * Undefined for a stream of somebody else that names the customer, or an account of theirs.
 */
export function endsOfCustomer({ kind, state, now }: NamingStream, ids: CustomerIds): Endings {
  switch (kind) {
    case 'authorisation':
      return endsOfAuthorisation(state as Authorisation, ids, now);
    case 'access':
      return endsOfAccess(state as Access, ids);
    case 'passkeys':
      return endsOfPasskeys(state as Passkeys, ids);
    case 'session':
      return endsOfSession(state as Session, ids);
    case 'psu':
      return endsOfPsu(state as Psu, ids);
    default:
      return undefined;
  }
}

/** An authorisation is evidence and stays. One that the customer can still use ends. */
function endsOfAuthorisation(
  authorisation: Authorisation,
  { customerId, psuIds }: CustomerIds,
  now: string,
): Endings {
  if (authorisation.is === 'none' || authorisation.is === 'void') return undefined;
  const asked = authorisation.initiator.psuId;
  const isOwn =
    'psu' in authorisation
      ? authorisation.psu?.customerId === customerId
      : asked !== undefined && psuIds.has(asked);
  if (!isOwn) return undefined;
  if (isOpen(authorisation)) {
    return [{ type: 'FailAuthorisation', data: { reason: 'not-approvable' } }];
  }
  const isVisit = authorisation.is === 'finalised' && isOpenVisit(authorisation, now);
  return isVisit ? [without('EndVisit')] : noneLeft;
}

/** The longest `approvalMinutes` of a profile: every visit of the bank's own pages is over after that. */
const visitHoursMax = 1;

function isOpenVisit({ resource, outcome, endedAt }: Finalised, now: string): boolean {
  if (!isOwnBusiness(resource) || endedAt !== undefined) return false;
  return !isOver(hoursAfter(outcome.at, visitHoursMax), now);
}

function endsOfAccess(access: Access, { customerId }: CustomerIds): Endings {
  if (access.is === 'none') return noneLeft;
  if (access.customerId !== customerId) return undefined;
  const forget = without('ForgetAccess');
  switch (access.is) {
    case 'granted':
      return [{ type: 'RevokeAccess', data: { by: 'psu' } }, forget];
    case 'revoked':
      return [forget];
    default:
      return unreachable(access);
  }
}

function endsOfPasskeys(known: Passkeys, { customerId }: CustomerIds): Endings {
  if (known.is === 'none') return noneLeft;
  if (known.customerId !== customerId) return undefined;
  const removals = known.passkeys.map(({ credentialId }) => ({
    type: 'RemovePasskey',
    data: { credentialId },
  }));
  return [...removals, without('ForgetPasskeys')];
}

function endsOfSession(session: Session, { customerId }: CustomerIds): Endings {
  if (session.is === 'none') return noneLeft;
  return session.current.customerId === customerId ? [without('ForgetSession')] : undefined;
}

function endsOfPsu(psu: Psu, { customerId }: CustomerIds): Endings {
  if (psu.is === 'none') return noneLeft;
  return psu.customerId === customerId ? [without('ForgetPsu')] : undefined;
}
