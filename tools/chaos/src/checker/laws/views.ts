import type { PaymentClaimed } from '@nordgate/contracts/events';
import type { Evidence, OrderRow, RegisterRow, StoredFact } from '../evidence/evidence.js';
import { services as serviceNames } from '../evidence/evidence.js';
import type { LawResult } from '../law.js';
import { byStream, foldedStatuses } from '../facts.js';

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
 * L8, the order book: batch has one row per payment that was ever approved. It is the fold of the payment's events up to its
 * version, and knows the run of the claim. Behind it is no event that decides about an execution. Rows of other payments, which
 * an upgrade notes at once, are right as well. A claim of an occurrence leaves the standing order free.
 */
export function inOrderBook({ services, orders }: Evidence): LawResult {
  const { events, streams } = services.payments;
  const facts = byStream(events);
  const rows = new Map(orders.map((row) => [`payment-${row.paymentId}`, row]));
  const wrong = streams.flatMap(({ stream }) =>
    bookFaults(stream, facts.get(stream) ?? [], rows.get(stream)),
  );
  const strange = strangers('the order book', rows.keys(), streams);
  return {
    looked: { payments: streams.length, rows: orders.length },
    violations: [...wrong, ...strange],
  };
}

function bookFaults(
  stream: string,
  facts: readonly StoredFact[],
  row: OrderRow | undefined,
): readonly string[] {
  if (row === undefined) {
    return facts.some(isApproval)
      ? [`${stream} was approved; the order book does not know it`]
      : [];
  }
  const says = `the order book says ${row.status} at version ${String(row.version)}`;
  const behind = facts.find(({ type, version }) => version > row.version && !unheard.has(type));
  const seen = facts.filter(({ version }) => version <= row.version);
  const status = foldedStatuses(seen).get(stream) ?? 'nothing';
  const claim = facts.find(({ type, data }) => type === 'PaymentClaimed' && isWhole(data as Claim));
  const run = (claim?.data as Claim | undefined)?.by ?? null;
  const name = (by: string | null) => by ?? 'nobody';
  return [
    ...(behind === undefined ? [] : [`${stream} has ${behind.type} later; ${says}`]),
    ...(status === row.status ? [] : [`${stream} was ${status} then; ${says}`]),
    ...(run === row.claimedBy
      ? []
      : [`${stream} is of ${name(run)}; the order book says ${name(row.claimedBy)}`]),
  ];
}

type Claim = PaymentClaimed['data'];

/** The first of two signatures, and the progress that batch has reported itself. */
const unheard: ReadonlySet<string> = new Set(['PaymentSigned', 'PaymentProgressed']);

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
  { events, streams }: Evidence['services']['payments'],
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
  return {
    looked: { payments: streams.length, rows: all.length },
    violations: [...wrong, ...strangers(what, rows.keys(), streams)],
  };
}

function strangers(
  what: string,
  noted: Iterable<string>,
  streams: readonly { readonly stream: string }[],
): readonly string[] {
  const known = new Set(streams.map(({ stream }) => stream));
  return [...noted]
    .filter((stream) => !known.has(stream))
    .map((stream) => `${what} knows ${stream}, payments does not`);
}
