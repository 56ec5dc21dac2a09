import { GetDeletedPayments, GetOpenBaskets, GetPayments } from '@nordgate/contracts/queries';
import type { PaymentView } from '@nordgate/contracts/queries';
import type { NamedResource, ResourceKind } from '@nordgate/contracts/rules';
import type { Fault } from '@nordgate/contracts/http';
import type { Initiator } from '@nordgate/contracts/events';
import type { Caller } from '../../access/caller.js';
import type { Edge } from '../../access/edge.service.js';
import { deletedAmong } from '../../access/deleted.js';
import { untilThere } from '../../access/read-view.js';
import { RequestError, undecided, fault } from '../../reply/request-error.js';

/**
 * The payments of a new basket, in the order of the request. Throws RequestError with all faults of one
 * kind together, for everything that request and payments can show (specification 3; rulings on
 * baskets), and RequestError, 503, while one of the payments is received but not decided yet.
 */
export async function membersFor(
  edge: Edge,
  caller: Caller,
  paymentIds: readonly string[],
  basketId: string,
): Promise<readonly PaymentView[]> {
  const ids = paymentIds.map((id) => paymentIdOf(id, edge, caller));
  const repeats = repeatFaults(ids);
  if (repeats.length > 0) throw new RequestError(repeats);
  const streamIds = ids.flatMap((id) => id?.streamId ?? []);
  const [views, baskets] = await Promise.all([
    paymentsOf(edge, caller, streamIds),
    edge.queries.ask(new GetOpenBaskets(streamIds)),
  ]);
  const byId = new Map(views.map((view) => [view.paymentId, view]));
  const named = ids.map((id): NamedMember | undefined => {
    const view = id && byId.get(id.streamId);
    if (id === undefined || view === undefined) return undefined;
    const { transactionStatus: status, initiator } = view;
    const isTaken = (baskets[id.streamId] ?? basketId) !== basketId;
    return { kind: id.kind, status, initiator, isTaken };
  });
  const faults = memberFaults(named, caller);
  // An id in the body is 400, where one in the path is 404.
  if (faults.length > 0) throw new RequestError(faults, inBody(faults[0]?.code));
  return streamIds.flatMap((id) => byId.get(id) ?? []);
}

const paymentKinds: ReadonlySet<ResourceKind> = new Set(['payment', 'periodic', 'bulk', 'part']);

/** Undefined for an id that is not of a payment of this TPP. */
function paymentIdOf(id: string, edge: Edge, caller: Caller): NamedResource | undefined {
  const named = edge.readId(id, caller);
  return named !== undefined && paymentKinds.has(named.kind) ? named : undefined;
}

function inBody(code: string | undefined) {
  return code === 'RESOURCE_UNKNOWN' ? { status: 400 } : {};
}

/** Without those that were deleted. Throws RequestError, 503, while one of the payments is received but not decided yet. */
async function paymentsOf(
  edge: Edge,
  caller: Caller,
  streamIds: readonly string[],
): Promise<readonly PaymentView[]> {
  const wanted = new Set(streamIds).size;
  if (wanted === 0) return [];
  const all = await untilThere(async () => {
    const views = await edge.queries.ask(new GetPayments(caller.tpp, streamIds));
    return views.length < wanted ? undefined : views;
  });
  if (all !== undefined) return all;
  const deleted = new Set(await deletedAmong(edge.queries, new GetDeletedPayments(streamIds)));
  if (deleted.size === 0) throw undecided();
  const left = streamIds.filter((id) => !deleted.has(id));
  return paymentsOf(edge, caller, left);
}

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
