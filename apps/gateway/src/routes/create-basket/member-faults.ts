import type { Fault } from '@nordgate/contracts/http';
import type { Initiator } from '@nordgate/contracts/events';
import type { PaymentView } from '@nordgate/contracts/queries';
import type { NamedResource, ResourceKind } from '@nordgate/contracts/rules';
import type { Caller } from '../../access/caller.js';
import { fault } from '../../reply/request-error.js';

/** A payment that a new basket names. */
export interface NamedMember {
  readonly kind: ResourceKind;
  readonly status: PaymentView['transactionStatus'];
  readonly initiator: Pick<Initiator, 'psuId' | 'context' | 'corporateId'>;
  /** It belongs to another open basket. */
  readonly isTaken: boolean;
}

/**
 * The faults of the members of a new basket (specification 3; rulings on baskets). They are judged in
 * this order: unknown or of another PSU, kind, context, state. All faults of the first kind that occurs
 * are returned together.
 *
 * @param members in the order of the request; undefined for an id that is not this TPP's
 */
export function memberFaults(
  members: readonly (NamedMember | undefined)[],
  caller: Pick<Caller, 'psuId' | 'context' | 'corporateId'>,
): readonly Fault[] {
  const known = members.flatMap((member) => member ?? []);
  const judgements = [
    () => faultsWhere(members, (one) => one === undefined || isForeign(one, caller), memberUnknown),
    () => faultsWhere(known, ({ kind }) => kind !== 'payment', memberMix),
    () => contextFaults(known, caller),
    () => faultsWhere(known, ({ status }) => status !== 'RCVD', memberSettled),
    () => faultsWhere(known, ({ isTaken }) => isTaken, memberTaken),
  ];
  for (const judge of judgements) {
    const faults = judge();
    if (faults.length > 0) return faults;
  }
  return [];
}

/**
 * The faults of ids that name a payment again. Two different ids name one payment after a rotation of the
 * keys of ids, so the texts alone do not show it. Such a basket could never be stored.
 */
export function repeatFaults(
  ids: readonly (Pick<NamedResource, 'streamId' | 'part'> | undefined)[],
): readonly Fault[] {
  const names = ids.map((id) => id && `${id.streamId}/${String(id.part)}`);
  const isRepeat = (name: string | undefined, i: number) =>
    name !== undefined && names.indexOf(name) < i;
  return faultsWhere(names, isRepeat, (path) => fault('FORMAT_ERROR', 'list.duplicate', path));
}

/** A payment without PSU-ID was made at first contact: the log-in decides whose it is. */
function isForeign({ initiator }: NamedMember, { psuId }: Pick<Caller, 'psuId'>): boolean {
  return initiator.psuId !== undefined && initiator.psuId !== psuId;
}

function contextFaults(
  members: readonly NamedMember[],
  caller: Pick<Caller, 'context' | 'corporateId'>,
): Fault[] {
  const isOther = members.some(({ initiator }) => !isSameContext(initiator, caller));
  return isOther ? [fault('FORMAT_ERROR', 'basket.contexts', '/paymentIds')] : [];
}

/**
 * Whether a payment and a basket are of one context. PSU-Context adds nothing to PSU-Corporate-ID, and
 * without both the context is PRIVATE. A payment of a corporate first contact has no agreement yet: the
 * PSU picks it at the log-in (specification 5.14).
 */
function isSameContext(
  payment: Pick<Initiator, 'context' | 'corporateId'>,
  basket: Pick<Initiator, 'context' | 'corporateId'>,
): boolean {
  if (payment.corporateId !== undefined) return payment.corporateId === basket.corporateId;
  return contextOf(payment) === contextOf(basket);
}

function contextOf({ context, corporateId }: Pick<Initiator, 'context' | 'corporateId'>) {
  return corporateId === undefined ? (context ?? 'PRIVATE') : 'CORPORATE';
}

function faultsWhere<T>(
  members: readonly T[],
  isFaulty: (member: T, i: number) => boolean,
  faultAt: (path: string, member: T) => Fault,
): Fault[] {
  return members.flatMap((member, i) =>
    isFaulty(member, i) ? [faultAt(`/paymentIds/${String(i)}`, member)] : [],
  );
}

const memberUnknown = (path: string) => fault('RESOURCE_UNKNOWN', 'basket.memberUnknown', path);
const memberMix = (path: string) => fault('REFERENCE_MIX_INVALID', 'basket.memberMix', path);
const memberTaken = (path: string) => fault('CONFLICT', 'basket.memberTaken', path);
const memberSettled = (path: string, { status }: NamedMember) =>
  fault('CONFLICT', 'basket.memberSettled', path, { status });
