import type {
  EntryBooked,
  PaymentClaimed,
  PaymentProgressed,
  PaymentRejected,
  TransferInstructed,
} from '@nordgate/contracts/events';
import { isExecutionId, streams } from '@nordgate/contracts/rules';
import type { Evidence, StoredFact } from '../evidence/evidence.js';
import type { LawResult } from '../law.js';

/**
 * L10: each payment is executed once at most. A run that has picked it claims it, one transfer follows, and
 * the transfer ends one way: settled, with one journal entry and one ACSC; or declined, without an entry
 * and with one refusal of the payment. No entry is booked for another reason, except by hand in the
 * sandbox. Nothing that is due is left over. The load makes payments of one part only.
 */
export function executions(evidence: Evidence): LawResult {
  const traces = tracesIn(evidence);
  const { events } = evidence.services.batch;
  return {
    looked: {
      picked: evidence.picks.length,
      settled: events.filter(({ type }) => type === 'TransferSettled').length,
      declined: events.filter(({ type }) => type === 'TransferDeclined').length,
    },
    violations: [
      ...[...traces].flatMap(([id, trace]) => endFaultOf(id, trace)),
      ...claimFaults(evidence),
      ...uncaused(evidence.services.accounts.events),
      ...evidence.orders.flatMap(({ paymentId, isDue }) =>
        isDue ? [`${streams.payment.id(paymentId)} is due, and no run has picked it`] : [],
      ),
    ],
  };
}

/** How often each thing has happened to a transfer. */
interface Trace {
  instructed: number;
  settled: number;
  declined: number;
  booked: number;
  acsc: number;
  refused: number;
}

/** What a fact is to a transfer, and to which one. */
type Reading = (fact: StoredFact) => readonly [id: string, what: keyof Trace] | undefined;

const inBatch: Reading = ({ stream, type }) => {
  if (!streams.execution.has(stream)) return undefined;
  const what = { TransferInstructed: 'instructed', TransferSettled: 'settled' } as const;
  const id = streams.execution.idOf(stream);
  if (type === 'TransferDeclined') return [id, 'declined'];
  return type in what ? [id, what[type as keyof typeof what]] : undefined;
};

const inAccounts: Reading = ({ type, data }) => {
  if (type !== 'EntryBooked') return undefined;
  const { entryId } = data as EntryBooked['data'];
  return isExecutionId(entryId) ? [entryId, 'booked'] : undefined;
};

const inPayments: Reading = ({ stream, type, data }) => {
  // The record of what operators did says by whom, too.
  if (!streams.payment.has(stream)) return undefined;
  const { by } = data as { readonly by?: string };
  if (by === undefined || !streams.execution.has(by)) return undefined;
  const id = streams.execution.idOf(by);
  if (type === 'PaymentRejected') return [id, 'refused'];
  if (type !== 'PaymentProgressed') return undefined;
  const { status, fundsAvailable } = data as PaymentProgressed['data'];
  if (status === 'ACSC') return [id, 'acsc'];
  return status === 'ACCP' && fundsAvailable === false ? [id, 'refused'] : undefined;
};

function tracesIn({ services }: Evidence): ReadonlyMap<string, Trace> {
  const traces = new Map<string, Trace>();
  const read = [
    [services.batch, inBatch],
    [services.accounts, inAccounts],
    [services.payments, inPayments],
  ] as const;
  for (const [{ events }, reading] of read) {
    for (const fact of events) {
      const found = reading(fact);
      if (found === undefined) continue;
      const [id, what] = found;
      const trace = traces.get(id) ?? { ...nothing };
      trace[what] += 1;
      traces.set(id, trace);
    }
  }
  return traces;
}

const nothing: Trace = { instructed: 0, settled: 0, declined: 0, booked: 0, acsc: 0, refused: 0 };

const ends: readonly Trace[] = [
  { ...nothing, instructed: 1, settled: 1, booked: 1, acsc: 1 },
  { ...nothing, instructed: 1, declined: 1, refused: 1 },
];

const linesOf = (trace: Trace) =>
  Object.entries(trace)
    .map(([what, times]) => `${what} ${String(times)}`)
    .join(', ');

function endFaultOf(id: string, trace: Trace): string[] {
  if (ends.some((end) => linesOf(end) === linesOf(trace))) return [];
  return [`${streams.execution.id(id)} has not one end: ${linesOf(trace)}`];
}

/** What is wrong between the runs that picked a payment, the claims of it and its transfers. */
function claimFaults({ services, picks }: Evidence): string[] {
  const runs = Map.groupBy(picks, ({ paymentId }): string => streams.payment.id(paymentId));
  const { events } = services.payments;
  const claims = Map.groupBy(
    events.filter(({ type }) => type === 'PaymentClaimed'),
    ({ stream }) => stream,
  );
  const transfers = Map.groupBy(instructedIn(services.batch.events), ({ paymentId }): string =>
    streams.payment.id(paymentId),
  );
  const refusedBy = new Set(
    events
      .filter(({ type }) => type === 'PaymentRejected')
      .map(({ stream, data }) => `${stream} ${(data as PaymentRejected['data']).by}`),
  );
  const payments = new Set([...runs.keys(), ...claims.keys(), ...transfers.keys()]);
  return [...payments].flatMap((stream) => {
    const pickedBy = (runs.get(stream) ?? []).map(({ run }) => run);
    const claimedBy = (claims.get(stream) ?? []).map(
      ({ data }) => (data as PaymentClaimed['data']).by,
    );
    const movedBy = (transfers.get(stream) ?? []).map(({ run }) => run);
    const [run = 'nobody'] = pickedBy;
    const isRefused = refusedBy.has(`${stream} ${run}`);
    const [picked, claimed, moved] = [pickedBy, claimedBy, movedBy].map((all) => all.join(', '));
    const isOnce = pickedBy.length === 1 && claimed === run && moved === run;
    if (isOnce || (isRefused && claimed === '' && moved === '')) return [];
    const by = (who: string | undefined) => (who === '' ? 'nobody' : String(who));
    return [
      `${stream} was picked by ${by(picked)}, claimed by ${by(claimed)} and moved by ${by(moved)}`,
    ];
  });
}

function instructedIn(events: readonly StoredFact[]): TransferInstructed['data'][] {
  return events
    .filter(({ type }) => type === 'TransferInstructed')
    .map(({ data }) => data as TransferInstructed['data']);
}

/** Entries that are neither a transfer nor made by hand. Those of the known state are from before. */
function uncaused(events: readonly StoredFact[]): string[] {
  return events.flatMap(({ stream, type, data }) => {
    if (type !== 'EntryBooked') return [];
    const { entryId, by } = data as EntryBooked['data'];
    if (isExecutionId(entryId) || by !== undefined) return [];
    return [`${stream} is booked for no reason`];
  });
}
