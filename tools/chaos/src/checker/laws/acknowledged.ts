import { idOf, outcomeOf } from '../../history/history.js';
import type { RequestRecord } from '../../history/history.js';
import { markerOf, basketsIn, initiatedIn, streamOf } from '../markers.js';
import type { Evidence } from '../evidence/evidence.js';
import { minorOf } from '../../money.js';
import type { LawResult } from '../law.js';
import type { BasketMade, Initiated, Marked } from '../markers.js';

type Stored = ReadonlyMap<string, readonly Marked<Initiated | BasketMade>[]>;

/**
 * L1: every acknowledged request is in the store exactly once, under the acknowledged id and with the
 * requested content. No request is in the store twice.
 */
export function acknowledgedOnce({ requests, services }: Evidence): LawResult {
  const payments = Map.groupBy(initiatedIn(services.payments.events), ({ marker }) => marker);
  const baskets = Map.groupBy(basketsIn(services.baskets.events), ({ marker }) => marker);
  const acts = actsIn(services.baskets.events);
  const violations = requests.flatMap((asked) => [
    ...faultsOf(asked, asked.wish.for === 'payment' ? payments : baskets),
    ...actFaultsOf(asked, acts),
  ]);
  const acknowledged = requests.filter((asked) => outcomeOf(asked) === 'acknowledged');
  return {
    looked: {
      requests: requests.length,
      acknowledged: acknowledged.length,
      'acts of PSUs': requests.filter(({ act }) => act?.done === true).length,
    },
    violations,
  };
}

function faultsOf(asked: RequestRecord, stored: Stored): string[] {
  const { request, wish } = asked;
  const found = stored.get(markerOf(request)) ?? [];
  const streams = found.map(({ stream }) => stream).join(', ');
  if (found.length > 1) {
    return [`${wish.for} ${request} is in the store ${String(found.length)} times: ${streams}`];
  }
  if (outcomeOf(asked) !== 'acknowledged') return [];
  const ids = new Set(asked.acknowledged.map(({ id }) => id));
  const idList = [...ids].join(', ');
  if (ids.size > 1) return [`${wish.for} ${request} was answered with several ids: ${idList}`];
  const [one] = found;
  if (one === undefined)
    return [`${wish.for} ${request}, acknowledged as ${idList}, is not in the store`];
  if (streamOf(idOf(asked) ?? '') !== one.stream) {
    return [`${wish.for} ${request}, acknowledged as ${idList}, is in the store as ${one.stream}`];
  }
  return contentFaultOf(asked, one);
}

function contentFaultOf(
  { request, wish }: RequestRecord,
  { data, stream }: Marked<Initiated | BasketMade>,
) {
  if (wish.for === 'payment') {
    const { amount } = (data as Initiated).instruction.instructedAmount;
    const isAsAsked = minorOf(amount) === minorOf(wish.amount);
    return isAsAsked ? [] : [`payment ${request} of ${wish.amount} is ${amount} in ${stream}`];
  }
  const members = (data as BasketMade).members.map(({ paymentId }) => `payment-${paymentId}`);
  const wanted = wish.paymentIds.map(streamOf);
  return members.join() === wanted.join()
    ? []
    : [`basket ${request} of ${wanted.join(', ')} holds ${members.join(', ')} in ${stream}`];
}

/** The stored approvals and refusals of each basket. */
function actsIn(events: Evidence['services']['baskets']['events']): Map<string, string[]> {
  const acts = events.filter(({ type }) => type === 'BasketApproved' || type === 'BasketRejected');
  return new Map(
    [...Map.groupBy(acts, ({ stream }) => stream)].map(([stream, facts]) => [
      stream,
      facts.map(({ type }) => (type === 'BasketApproved' ? 'approve' : 'refuse')),
    ]),
  );
}

/** An act that the site confirmed is stored once, and no other act is. */
function actFaultsOf(asked: RequestRecord, acts: ReadonlyMap<string, readonly string[]>): string[] {
  const id = idOf(asked);
  if (asked.act?.done !== true || id === undefined) return [];
  const found = acts.get(streamOf(id)) ?? [];
  if (found.join() === asked.act.act) return [];
  const stored = found.length === 0 ? 'neither approved nor refused' : found.join(' and ');
  return [`the PSU's act on ${streamOf(id)} was ${asked.act.act}; the store says ${stored}`];
}
