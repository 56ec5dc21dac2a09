import { idOf, outcomeOf } from '../../history/asked.js';
import type { Asked } from '../../history/asked.js';
import { markerOf } from '../../history/marker.js';
import type { Evidence } from '../evidence/evidence.js';
import { minorOf } from '../money.js';
import type { Finding } from '../law.js';
import { basketsIn, initiatedIn } from '../marked-facts.js';
import type { BasketMade, Initiated, Marked } from '../marked-facts.js';
import { streamOf } from '../stream-ids.js';

type Stored = ReadonlyMap<string, readonly Marked<Initiated | BasketMade>[]>;

/**
 * L1: every acknowledged request is in the store exactly once, under the id that was answered and
 * with what was asked; and no request at all is there twice.
 */
export function acknowledgedOnce({ requests, services }: Evidence): Finding {
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

function faultsOf(asked: Asked, stored: Stored): string[] {
  const { request, wish } = asked;
  const found = stored.get(markerOf(request)) ?? [];
  const streams = found.map(({ stream }) => stream).join(', ');
  if (found.length > 1) {
    return [`${wish.for} ${request} is in the store ${String(found.length)} times: ${streams}`];
  }
  if (outcomeOf(asked) !== 'acknowledged') return [];
  const ids = new Set(asked.acknowledged.map(({ id }) => id));
  const told = [...ids].join(', ');
  if (ids.size > 1) return [`${wish.for} ${request} was answered with several ids: ${told}`];
  const [one] = found;
  if (one === undefined)
    return [`${wish.for} ${request}, acknowledged as ${told}, is not in the store`];
  if (streamOf(idOf(asked) ?? '') !== one.stream) {
    return [`${wish.for} ${request}, acknowledged as ${told}, is in the store as ${one.stream}`];
  }
  return contentFaultOf(asked, one);
}

function contentFaultOf(
  { request, wish }: Asked,
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

/** How often each basket was approved and refused. */
function actsIn(events: Evidence['services']['baskets']['events']): Map<string, string[]> {
  const acts = events.filter(({ type }) => type === 'BasketApproved' || type === 'BasketRejected');
  return new Map(
    [...Map.groupBy(acts, ({ stream }) => stream)].map(([stream, facts]) => [
      stream,
      facts.map(({ type }) => (type === 'BasketApproved' ? 'approve' : 'refuse')),
    ]),
  );
}

/** What the site said was done is done, once and nothing else. */
function actFaultsOf(asked: Asked, acts: ReadonlyMap<string, readonly string[]>): string[] {
  const id = idOf(asked);
  if (asked.act?.done !== true || id === undefined) return [];
  const found = acts.get(streamOf(id)) ?? [];
  if (found.join() === asked.act.act) return [];
  const stored = found.length === 0 ? 'neither approved nor refused' : found.join(' and ');
  return [`the PSU's act on ${streamOf(id)} was ${asked.act.act}; the store says ${stored}`];
}
