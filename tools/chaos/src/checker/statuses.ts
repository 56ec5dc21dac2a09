import { paymentStatusAfter } from '@nordgate/contracts/events';
import type { PaymentEvent } from '@nordgate/contracts/events';
import type { StoredFact } from './evidence/evidence.js';
import { byStream } from './first-comings.js';

/** The transactionStatus that each payment's events leave it in, by stream. */
export function foldedStatuses(events: readonly StoredFact[]): Map<string, string> {
  return new Map(
    [...byStream(events)].map(([stream, facts]) => {
      const last = facts.reduce((a, b) => (b.version > a.version ? b : a));
      return [stream, paymentStatusAfter({ type: last.type, data: last.data } as PaymentEvent)];
    }),
  );
}

/** Worst first, written out here again: the bank's own table is what is being checked. */
const worstFirst: readonly (readonly [string, readonly string[]])[] = [
  ['RJCT', ['RJCT', 'CANC']],
  ['RCVD', ['RCVD']],
  ['PATC', ['PDNG', 'PART', 'PATC']],
  ['ACTC', ['ACTC', 'ACCP', 'ACWC', 'ACWP', 'ACSP', 'ACSC']],
];

/** The worst case over the statuses of a basket's members. Throws for a status without a rank. */
export function worstOf(statuses: readonly string[]): string {
  const unranked = statuses.find((status) => !worstFirst.some(([, all]) => all.includes(status)));
  if (unranked !== undefined) throw new Error(`${unranked} has no rank`);
  const worst = worstFirst.find(([, all]) => statuses.some((status) => all.includes(status)));
  return worst?.[0] ?? 'RCVD';
}
