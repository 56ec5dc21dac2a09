import type { PaymentClaimed } from '@nordgate/contracts/events';
import type { Evidence, RegisterRow, StoredFact } from '../evidence/evidence.js';
import { services as serviceNames } from '../evidence/evidence.js';
import type { LawResult } from '../law.js';
import { foldedStatuses } from '../facts.js';

/** L8, the views: every view equals the fold of its stream. */
export function rebuilt({ lasting }: Evidence): LawResult {
  const reports = serviceNames.flatMap((name) =>
    lasting[name].rebuilt.map((report) => ({ name, ...report })),
  );
  return {
    looked: {
      'stream types': reports.length,
      streams: reports.reduce((sum, { streams }) => sum + streams, 0),
    },
    violations: reports.flatMap(({ name, streamType, drifted }) =>
      drifted.map((stream) => `the view of ${stream} (${streamType}) in ${name} is not its fold`),
    ),
  };
}

/**
 * L8, the register: baskets has one row per payment, with the status and version of the fold of the
 * payment's own events.
 */
export function registered({ services, register }: Evidence): LawResult {
  return asFolded('the register', register, services.payments);
}

/**
 * L8, the order book: batch has one row per payment that was ever approved, as the register, with the run of the claim. Rows of
 * other payments, which an upgrade notes at once, are right as well. A claim of an occurrence leaves the standing order free.
 */
export function inOrderBook({ services, orders }: Evidence): LawResult {
  const { events, streams } = services.payments;
  const noted = new Set(orders.map(({ paymentId }) => `payment-${paymentId}`));
  const approved = new Set(events.filter(isApproval).map(({ stream }) => stream));
  const inBook = streams.filter(({ stream }) => noted.has(stream) || approved.has(stream));
  const { looked, violations } = asFolded('the order book', orders, { events, streams: inBook });
  const claims = new Map(
    services.payments.events
      .filter(({ type, data }) => type === 'PaymentClaimed' && isWhole(data as Claim))
      .map(({ stream, data }) => [stream, (data as Claim).by]),
  );
  const wrong = orders.flatMap(({ paymentId, claimedBy }) => {
    const run = claims.get(`payment-${paymentId}`) ?? null;
    const says = (by: string | null) => by ?? 'nobody';
    return run === claimedBy
      ? []
      : [`payment-${paymentId} is of ${says(run)}; the order book says ${says(claimedBy)}`];
  });
  return { looked, violations: [...violations, ...wrong] };
}

type Claim = PaymentClaimed['data'];

/** Whether an event approves a payment: a PSU did, or the payment needs nobody. */
function isApproval({ type, data }: StoredFact): boolean {
  if (type === 'PaymentAuthorised') return true;
  return type === 'PaymentInitiated' && (data as { exemption?: unknown }).exemption !== undefined;
}

/** Whether a run has claimed a whole payment, and not an occurrence of a standing order. */
const isWhole = ({ occurrence }: Claim) => occurrence === undefined;

/** Compares rows of payments with the fold of their events. */
function asFolded(
  what: string,
  all: readonly RegisterRow[],
  { events, streams }: Pick<Evidence['services']['payments'], 'events' | 'streams'>,
): LawResult {
  const folded = foldedStatuses(events);
  const rows = new Map(all.map((row) => [`payment-${row.paymentId}`, row]));
  const wrong = streams.flatMap(({ stream, version }) => {
    const row = rows.get(stream);
    const status = folded.get(stream) ?? 'nothing';
    const truth = `${stream} is ${status} at version ${String(version)}`;
    if (row === undefined) return [`${truth}; ${what} does not know it`];
    return row.version === version && row.status === status
      ? []
      : [`${truth}; ${what} says ${row.status} at version ${String(row.version)}`];
  });
  const known = new Set(streams.map(({ stream }) => stream));
  const strange = [...rows.keys()].filter((stream) => !known.has(stream));
  return {
    looked: { payments: streams.length, rows: all.length },
    violations: [
      ...wrong,
      ...strange.map((stream) => `${what} knows ${stream}, payments does not`),
    ],
  };
}
