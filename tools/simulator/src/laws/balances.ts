import type { AccountOpened, EntryBooked, PostingsBooked } from '@nordgate/contracts/events';
import { isReportedEntry, streams } from '@nordgate/contracts/rules';
import type { ReadRecord } from '../workload/account-history.js';
import type { SimulatedEvidence } from './simulated-law.js';

/** Amounts have at most five decimals (specification 2.3). */
const decimals = 5;

/** A signed decimal as a whole number of 0.00001. */
function unitsOf(amount: string): bigint {
  const [whole = '', fraction = ''] = amount.replace('-', '').split('.');
  const units = BigInt(whole + fraction.padEnd(decimals, '0'));
  return amount.startsWith('-') ? -units : units;
}

/**
 * Every balance that a TPP has read is one that the account had: its opening balance with the entries that were booked until then. A read
 * that was sent after the answer of another one has at least the entries of that one. The bank at rest shows all entries.
 */
export function balances({
  reads,
  ledger,
  balances: atRest,
}: Pick<SimulatedEvidence, 'reads' | 'ledger' | 'balances'>): readonly string[] {
  const history = new Map(
    [...atRest.keys()].map((id) => [id, balancesOf(id, ledger.events)] as const),
  );
  const last = [...atRest].flatMap(([id, shown]) => {
    const expected = history.get(id)?.at(-1);
    const units = unitsOf(shown);
    return expected === units
      ? []
      : [`${id} shows ${shown}, and its entries sum to ${String(expected)}`];
  });
  return [...last, ...[...history].flatMap(([id, had]) => readFaults(id, had, reads))];
}

function readFaults(
  id: string,
  had: readonly bigint[],
  reads: readonly ReadRecord[],
): readonly string[] {
  const seen: { readonly at: ReadRecord['at']; readonly entries: number }[] = [];
  const faults: string[] = [];
  for (const { accountId, answer, at } of reads.toSorted((a, b) => a.at.fromMs - b.at.fromMs)) {
    if (accountId !== id || answer.is !== 'answered') continue;
    const entries = had.indexOf(unitsOf(answer.booked));
    if (entries === -1) faults.push(`${id} was read with ${answer.booked}, which it never had`);
    const before = seen.filter((one) => one.at.untilMs < at.fromMs);
    if (entries >= 0 && before.some((one) => one.entries > entries)) {
      faults.push(`${id} was read with ${answer.booked} after a read with more entries`);
    }
    seen.push({ at, entries });
  }
  return faults;
}

/** The balances that an account has had, from its last opening on. */
function balancesOf(
  accountId: string,
  events: SimulatedEvidence['ledger']['events'],
): readonly bigint[] {
  const stream = streams.account.id(accountId);
  const lines = new Map<string, bigint>();
  for (const { type, data } of events) {
    if (type !== 'EntryBooked') continue;
    const { entryId, lines: booked } = data as EntryBooked['data'];
    const own = booked.filter((line) => line.stream === stream);
    lines.set(
      entryId,
      own.reduce((sum, { amount }) => sum + unitsOf(amount), 0n),
    );
  }
  const had: bigint[] = [];
  const own = events.filter((event) => event.stream === stream);
  for (const { type, data } of own.toSorted((a, b) => a.version - b.version)) {
    if (type === 'AccountOpened') {
      had.splice(0, had.length, unitsOf((data as AccountOpened['data']).openingBalance));
    }
    if (type !== 'PostingsBooked') continue;
    const booking = data as PostingsBooked['data'];
    had.push((had.at(-1) ?? 0n) + (lines.get(booking.entryId) ?? postedBy(booking)));
  }
  return had;
}

/** What an entry without lines books: something where the core has reported it (ADR 65). */
function postedBy({ entryId, postings }: PostingsBooked['data']): bigint {
  if (!isReportedEntry(entryId)) return 0n;
  return postings.reduce((sum, { amount }) => sum + unitsOf(amount), 0n);
}
