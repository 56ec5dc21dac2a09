import { GetOpenBaskets, GetPayments } from '@nordgate/contracts/queries';
import type { Fault } from '@nordgate/contracts/http';
import type { PaymentView } from '@nordgate/contracts/queries';
import type { Caller } from '../access/caller.js';
import type { Edge } from '../access/edge.js';
import type { ResourceKind } from '@nordgate/contracts/rules';
import { fault, Refused, unavailable } from '../reply/refused.js';
import { untilThere } from '../reply/until-there.js';

/**
 * The payments that a basket shall hold, in the order asked. Everything that the request and the
 * members' facts can tell is refused here, all faults of one kind together (specification 3;
 * rulings on baskets).
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
  refuseSettled(members);
  const taken = pathsWhere(streamIds, (id) => (baskets[id] ?? basketId) !== basketId);
  if (taken.length > 0) throw new Refused(taken.map(memberTaken));
  refuseMixedContexts(members);
  return members;
}

/** Throws Refused, 503, while one of them is received but not decided yet. */
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

function refuseSettled(members: readonly PaymentView[]): void {
  const settled = members.flatMap(({ transactionStatus: status }, i) =>
    status === 'RCVD'
      ? []
      : [fault('CONFLICT', 'basket.memberSettled', `/paymentIds/${String(i)}`, { status })],
  );
  if (settled.length > 0) throw new Refused(settled);
}

function refuseMixedContexts(members: readonly PaymentView[]): void {
  const contexts = members.map(({ initiator }) => initiator.context ?? 'PRIVATE');
  if (new Set(contexts).size > 1) {
    throw new Refused([fault('FORMAT_ERROR', 'basket.contexts', '/paymentIds')]);
  }
}

/** What specification 3 keeps out of baskets; a sub-payment is its bulk's. */
const unfit: ReadonlySet<ResourceKind> = new Set(['periodic', 'bulk', 'part']);

function streamIdsOf(edge: Edge, caller: Caller, paymentIds: readonly string[]): string[] {
  const read = paymentIds.map((id) => edge.readId(id, caller));
  const mixed = pathsWhere(read, (one) => one !== undefined && unfit.has(one.kind));
  if (mixed.length > 0) throw new Refused(mixed.map(memberMix));
  const unknown = pathsWhere(read, (one) => one?.kind !== 'payment');
  if (unknown.length > 0) throw new Refused(unknown.map(memberUnknown), { status: 400 });
  return read.flatMap((one) => (one === undefined ? [] : [one.streamId]));
}

function pathsWhere<T>(items: readonly T[], at: (item: T) => boolean): string[] {
  return items.flatMap((item, i) => (at(item) ? [`/paymentIds/${String(i)}`] : []));
}

const memberMix = (path: string): Fault => fault('REFERENCE_MIX_INVALID', 'basket.memberMix', path);
const memberUnknown = (path: string): Fault =>
  fault('RESOURCE_UNKNOWN', 'basket.memberUnknown', path);
const memberTaken = (path: string): Fault => fault('CONFLICT', 'basket.memberTaken', path);
