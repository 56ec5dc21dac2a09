import type { PaymentClaimed } from '@nordgate/contracts/events';
import type { Evidence, RegisterRow, StoredFact } from '../evidence/evidence.js';
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

/** What a table of another service keeps of payments. */
interface Following {
  /** With its article. */
  readonly table: string;
  /** Events that say nothing for it. */
  readonly passesOver: ReadonlySet<string>;
  /** Events that every such table has heard of, so there is a row. */
  readonly begins: (fact: StoredFact) => boolean;
}

const theRegister: Following = {
  table: 'the register',
  passesOver: new Set(['PaymentInitiated', 'PaymentChanged', 'PaymentClaimed']),
  begins: ({ type }) => !theRegister.passesOver.has(type),
};

/** The first of two signatures says nothing for it, nor does the progress that batch has reported itself. */
const theOrderBook: Following = {
  table: 'the order book',
  passesOver: new Set(['PaymentSigned', 'PaymentProgressed']),
  begins: isApproval,
};

/**
 * L8, the register: baskets has a row of each payment that may be other than RCVD for a basket. It is the fold of the payment's events
 * up to its version, and behind it is no event that changes a basket.
 */
export function registered({ services, register }: Evidence): LawResult {
  return asFolded(theRegister, register, services.payments);
}

/**
 * L8, the order book: batch has one row per payment that was ever approved. It is the fold of the payment's events up to its
 * version, and knows the run of the claim. Behind it is no event that decides about an execution. Rows of other payments, which
 * an upgrade notes at once, are right as well. A claim of an occurrence leaves the standing order free.
 */
export function inOrderBook({ services, orders }: Evidence): LawResult {
  const { looked, violations } = asFolded(theOrderBook, orders, services.payments);
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
  following: Following,
  all: readonly RegisterRow[],
  { events, streams: stored }: Evidence['services']['payments'],
): LawResult {
  const rows = new Map(all.map((row) => [`payment-${row.paymentId}`, row]));
  const facts = byStream(events);
  // Beside payments there is the record of what operators did.
  const streams = stored.filter(({ stream }) => stream.startsWith('payment-'));
  const known = new Set(streams.map(({ stream }) => stream));
  return {
    looked: { payments: streams.length, rows: all.length },
    violations: [
      ...streams.flatMap(({ stream }) =>
        rowFaults(following, stream, facts.get(stream) ?? [], rows.get(stream)),
      ),
      ...[...rows.keys()]
        .filter((stream) => !known.has(stream))
        .map((stream) => `${following.table} knows ${stream}, payments does not`),
    ],
  };
}

function rowFaults(
  { begins, passesOver, table }: Following,
  stream: string,
  facts: readonly StoredFact[],
  row: RegisterRow | undefined,
): readonly string[] {
  if (row === undefined) {
    const first = facts.find(begins);
    return first === undefined ? [] : [`${stream} has ${first.type}; ${table} does not know it`];
  }
  const says = `${table} says ${row.status} at version ${String(row.version)}`;
  const behind = facts.find(({ type, version }) => version > row.version && !passesOver.has(type));
  const seen = facts.filter(({ version }) => version <= row.version);
  const status = foldedStatuses(seen).get(stream) ?? 'nothing';
  return [
    ...(behind === undefined ? [] : [`${stream} has ${behind.type} later; ${says}`]),
    ...(status === row.status ? [] : [`${stream} was ${status} then; ${says}`]),
  ];
}
