import { hashOf, operationVerbs } from '@nordgate/contracts/commands';
import type { OperatorRequest } from '@nordgate/contracts/commands';
import type { AskedOperation, OperationRefusal, OperatorPerson } from '@nordgate/contracts/events';
import type { OperationTerms } from '@nordgate/contracts/profile';
import type { Unverified, VerifiedPerson } from '../people/verified-person.js';

/** Who requests an operation, and what the bank demands of it. */
export interface OperationOrigin {
  readonly person: VerifiedPerson | Unverified;
  /** The name that the request claims with `--as`. */
  readonly as?: string;
  /** The operator's token of the request. The record takes it once. */
  readonly token: OperationToken;
  readonly terms: Pick<OperationTerms, 'secondPerson' | 'confirmWithinMinutes'>;
}

/** A token that was checked. Its id is that of no other request. */
export interface OperationToken {
  readonly id: string;
}

/** Why a request is refused, for the record and for the operator. */
export interface DeniedOperation {
  readonly refused: OperationRefusal;
  readonly text: string;
}

/** Whether somebody may request something: the person in the role that permits it. */
export function permitOf(
  request: OperatorRequest,
  { person, as }: OperationOrigin,
): OperatorPerson | DeniedOperation {
  if ('unverified' in person) {
    const text = `nobody is verified: ${person.unverified}. This operation is recorded with a name`;
    return { refused: 'UNVERIFIED', text };
  }
  if (as !== undefined && as !== person.name && as !== person.id) {
    return { refused: 'OTHER_PERSON', text: `the verified person is ${person.name}, not ${as}` };
  }
  const { effect, roles } = operationVerbs[request.name];
  const role = person.roles.find((one) => roles.includes(one));
  if (role === undefined) {
    const text = `${person.name} has no role for ${request.name}: it needs ${roles.join(' or ')}`;
    return { refused: 'ROLE', text };
  }
  const { reason } = request as { readonly reason?: string };
  if (effect === 'reveals' && reason === undefined) {
    return { refused: 'REASON_MISSING', text: 'say why with --reason: the record keeps it' };
  }
  const { by, issuer, id, name } = person;
  return { by, issuer, id, name, role };
}

/**
 * Whether two persons may be one. Persons that were verified in different ways may be, as nobody knows the token of
 * the holder of a certificate.
 */
export function maySame(one: OperatorPerson, other: Omit<OperatorPerson, 'role'>): boolean {
  if (one.by !== other.by || one.issuer !== other.issuer) return true;
  return one.id === other.id || one.name.toLowerCase() === other.name.toLowerCase();
}

/** What the record keeps of a request: ids, and the hash of a body. */
export function askedOf(request: OperatorRequest): AskedOperation {
  const { name, ...fields } = request;
  const body = 'body' in request ? request.body : undefined;
  const about = Object.entries(fields).filter(([field]) => field !== 'reason' && field !== 'body');
  return {
    name,
    about: Object.fromEntries(about),
    ...(body !== undefined && { bodyHash: hashOf(body) }),
  };
}

/** The request of a record without a body. */
export function requestOf({ name, about }: AskedOperation, reason: string | undefined): unknown {
  return { name, ...about, ...(reason !== undefined && { reason }) };
}
