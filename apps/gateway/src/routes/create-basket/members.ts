import { GetOpenBaskets, GetPayments } from '@nordgate/contracts/queries';
import type { Fault } from '@nordgate/contracts/http';
import type { PaymentView } from '@nordgate/contracts/queries';
import type { Caller } from '../../access/caller.js';
import type { Edge } from '../../access/edge.js';
import type { ResourceKind } from '@nordgate/contracts/rules';
import { fault, RequestError, unavailable } from '../../reply/request-error.js';
import { untilThere } from '../../access/read-view.js';

/**
 * The payments of a new basket, in the order of the request. Throws RequestError with all faults of one
 * kind together, for everything that request and payments can show (specification 3; rulings on
 * baskets).
 */
export async function membersFor(
  edge: Edge,
  caller: Caller,
  paymentIds: readonly string[],
  basketId: string,
): Promise<readonly PaymentView[]> {
  const streamIds = streamIdsOf(edge, caller, paymentIds);
  const [views, baskets] = await Promise.all([
    paymentsOf(edge, caller, streamIds),
    edge.queries.ask(new GetOpenBaskets(streamIds)),
  ]);
  const byId = new Map(views.map((view) => [view.paymentId, view]));
  const members = streamIds.flatMap((id) => byId.get(id) ?? []);
  requireUnsettled(members);
  const taken = pathsWhere(streamIds, (id) => (baskets[id] ?? basketId) !== basketId);
  if (taken.length > 0) throw new RequestError(taken.map(memberTaken));
  requireOneContext(members);
  return members;
}

/** Throws RequestError, 503, while one of the payments is received but not decided yet. */
async function paymentsOf(
  edge: Edge,
  caller: Caller,
  streamIds: readonly string[],
): Promise<readonly PaymentView[]> {
  const wanted = new Set(streamIds).size;
  const all = await untilThere(async () => {
    const views = await edge.queries.ask(new GetPayments(caller.tpp, streamIds));
    return views.length < wanted ? undefined : views;
  });
  if (all === undefined) throw unavailable();
  return all;
}

function requireUnsettled(members: readonly PaymentView[]): void {
  const settled = members.flatMap(({ transactionStatus: status }, i) =>
    status === 'RCVD'
      ? []
      : [fault('CONFLICT', 'basket.memberSettled', `/paymentIds/${String(i)}`, { status })],
  );
  if (settled.length > 0) throw new RequestError(settled);
}

function requireOneContext(members: readonly PaymentView[]): void {
  const contexts = members.map(({ initiator }) => initiator.context ?? 'PRIVATE');
  if (new Set(contexts).size > 1) {
    throw new RequestError([fault('FORMAT_ERROR', 'basket.contexts', '/paymentIds')]);
  }
}

/** The kinds that specification 3 excludes from baskets. A sub-payment belongs to its bulk. */
const unfit: ReadonlySet<ResourceKind> = new Set(['periodic', 'bulk', 'part']);

function streamIdsOf(edge: Edge, caller: Caller, paymentIds: readonly string[]): string[] {
  const read = paymentIds.map((id) => edge.readId(id, caller));
  const mixed = pathsWhere(read, (one) => one !== undefined && unfit.has(one.kind));
  if (mixed.length > 0) throw new RequestError(mixed.map(memberMix));
  const unknown = pathsWhere(read, (one) => one?.kind !== 'payment');
  if (unknown.length > 0) throw new RequestError(unknown.map(memberUnknown), { status: 400 });
  return read.flatMap((one) => (one === undefined ? [] : [one.streamId]));
}

function pathsWhere<T>(items: readonly T[], at: (item: T) => boolean): string[] {
  return items.flatMap((item, i) => (at(item) ? [`/paymentIds/${String(i)}`] : []));
}

const memberMix = (path: string): Fault => fault('REFERENCE_MIX_INVALID', 'basket.memberMix', path);
const memberUnknown = (path: string): Fault =>
  fault('RESOURCE_UNKNOWN', 'basket.memberUnknown', path);
const memberTaken = (path: string): Fault => fault('CONFLICT', 'basket.memberTaken', path);
