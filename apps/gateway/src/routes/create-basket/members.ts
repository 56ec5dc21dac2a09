import { GetOpenBaskets, GetPayments } from '@nordgate/contracts/queries';
import type { PaymentView } from '@nordgate/contracts/queries';
import type { NamedResource, ResourceKind } from '@nordgate/contracts/rules';
import type { Caller } from '../../access/caller.js';
import type { Edge } from '../../access/edge.service.js';
import { untilThere } from '../../access/read-view.js';
import { RequestError, undecided } from '../../reply/request-error.js';
import { memberFaults, repeatFaults } from './member-faults.js';
import type { NamedMember } from './member-faults.js';

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

/** Throws RequestError, 503, while one of the payments is received but not decided yet. */
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
  if (all === undefined) throw undecided();
  return all;
}
