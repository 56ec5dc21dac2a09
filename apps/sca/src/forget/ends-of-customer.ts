import { unreachable } from '@nordgate/decider';
import type { Ending, SubjectKeys, SubjectStream } from '@nordgate/service';
import type { Access } from '../access/access.js';
import { isOpen } from '../authorisation/authorisation.js';
import type { Authorisation, Finalised } from '../authorisation/authorisation.js';
import { isOwnBusiness } from '../authorisation/same-challenge.js';
import type { Passkeys } from '../passkeys/passkeys.js';
import { hoursAfter, isOver } from '../session/deadline.js';
import type { Psu } from '../session/psu.js';
import type { Session } from '../session/session.js';

type Endings = readonly Ending[] | undefined;

const noneLeft: readonly Ending[] = [];
const without = (type: string): Ending => ({ type, data: {} });

/**
 * The commands that end a stream of an erased customer, and let it forget the customer where no law keeps it (ADR 66).
 * Undefined for a stream of somebody else that names the customer, or an account of theirs.
 */
export function endsOfCustomer({ kind, state, now }: SubjectStream, keys: SubjectKeys): Endings {
  switch (kind) {
    case 'authorisation':
      return endsOfAuthorisation(state as Authorisation, keys, now);
    case 'access':
      return endsOfAccess(state as Access, keys);
    case 'passkeys':
      return endsOfPasskeys(state as Passkeys, keys);
    case 'session':
      return endsOfSession(state as Session, keys);
    case 'psu':
      return endsOfPsu(state as Psu, keys);
    default:
      return undefined;
  }
}

/** An authorisation is evidence and stays. One that the customer can still use ends. */
function endsOfAuthorisation(
  authorisation: Authorisation,
  { customerId, psuIds }: SubjectKeys,
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

function endsOfAccess(access: Access, { customerId }: SubjectKeys): Endings {
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

function endsOfPasskeys(known: Passkeys, { customerId }: SubjectKeys): Endings {
  if (known.is === 'none') return noneLeft;
  if (known.customerId !== customerId) return undefined;
  const removals = known.passkeys.map(({ credentialId }) => ({
    type: 'RemovePasskey',
    data: { credentialId },
  }));
  return [...removals, without('ForgetPasskeys')];
}

function endsOfSession(session: Session, { customerId }: SubjectKeys): Endings {
  if (session.is === 'none') return noneLeft;
  return session.current.customerId === customerId ? [without('ForgetSession')] : undefined;
}

function endsOfPsu(psu: Psu, { customerId }: SubjectKeys): Endings {
  if (psu.is === 'none') return noneLeft;
  return psu.customerId === customerId ? [without('ForgetPsu')] : undefined;
}
