import type {
  AccountOpened,
  ClearingBooked,
  EntryBooked,
  EntryLine,
  PostingsBooked,
  SignedAmount,
} from '@nordgate/contracts/events';
import { generationOf, isReportedEntry, streams } from '@nordgate/contracts/rules';
import type { Evidence, StoredFact } from '../evidence/evidence.js';
import type { LawResult } from '../law.js';
import { byStream } from '../facts.js';

/** Amounts have at most five decimals (specification 2.3). */
const scale = 5;

/** A signed decimal as a whole number of 0.00001. */
function unitsOf(amount: string): bigint {
  const [whole = '', fraction = ''] = amount.replace('-', '').split('.');
  const units = BigInt(whole + fraction.padEnd(scale, '0'));
  return amount.startsWith('-') ? -units : units;
}

type Booked = StoredFact & { readonly data: EntryBooked['data'] };
type Line = EntryLine & { readonly generation: number };

type Posted = StoredFact & { readonly data: PostingsBooked['data'] };

const isPosted = (fact: StoredFact): fact is Posted =>
  fact.type === 'PostingsBooked' || fact.type === 'CardPostingsBooked';
type Cleared = StoredFact & { readonly data: ClearingBooked['data'] };

const isCleared = (fact: StoredFact): fact is Cleared => fact.type === 'ClearingBooked';
const isBooked = (fact: StoredFact): fact is Booked => fact.type === 'EntryBooked';

/**
 * L9: no money appears or vanishes, in all runs on this cluster together. The lines of each generation of the sandbox sum to zero in each
 * currency, no entry is booked twice, and each account has the sum of its lines; those of customers also
 * have the balance with which they were opened last. An entry that the core reports is one line of its account: the core has
 * the other side (ADR 65). A clearing account has the events that earlier releases gave it: its lines are in the entries (ADR 86).
 */
export function money({ ledger }: Evidence): LawResult {
  const { events, streams: rows } = ledger;
  const booked = events.filter(isBooked);
  const lines = booked.flatMap(({ data: { entryId, lines: own } }) =>
    own.map((line): Line => ({ ...line, generation: generationOf(entryId) })),
  );
  const sums = Map.groupBy(lines, ({ currency, generation }) => {
    return `${currency} of generation ${String(generation)}`;
  });
  const unbalanced = [...sums].flatMap(([name, own]) => {
    const sum = sumOf(own);
    return sum === 0n ? [] : [`the lines in ${name} sum to ${String(sum)}, not to zero`];
  });
  const reported = reportedIn(events, booked);
  const openings = openingsIn(events);
  const clearedBefore = byStream(events.filter(isCleared));
  const ofStream = byStream([...lines, ...reported.flatMap((one) => one.lines)]);
  const drifted = rows.flatMap(({ stream, state }) => {
    const expected = streams.clearing.has(stream)
      ? sumOf((clearedBefore.get(stream) ?? []).map(({ data }) => data))
      : expectedOn(stream, ofStream.get(stream) ?? [], openings);
    const { balance } = state as { readonly balance?: string };
    if (expected === undefined || balance === undefined) return [];
    return unitsOf(balance) === expected ? [] : [`${stream} has ${balance}, not its lines' sum`];
  });
  const twice = [...byStream(booked)].flatMap(([stream, own]) =>
    own.length > 1 ? [`${stream} is booked ${String(own.length)} times`] : [],
  );
  const reportedTwice = [...Map.groupBy(reported, ({ entryId }) => entryId)].flatMap(
    ([entryId, own]) =>
      own.length > 1 ? [`entry-${entryId} is reported and booked ${String(own.length)} times`] : [],
  );
  return {
    looked: { entries: booked.length + reported.length, lines: lines.length },
    violations: [...unbalanced, ...drifted, ...twice, ...reportedTwice],
  };
}

/** The bookings of reported entries without a journal entry, each with the lines of its account. */
function reportedIn(events: readonly StoredFact[], booked: readonly Booked[]) {
  const journal = new Set(booked.map(({ data }) => data.entryId));
  return events.filter(isPosted).flatMap(({ stream, data: { entryId, postings } }) => {
    if (!isReportedEntry(entryId) || journal.has(entryId)) return [];
    const generation = generationOf(entryId);
    const lines = postings.map(({ currency, amount }): Line => ({
      stream,
      currency,
      amount,
      generation,
    }));
    return [{ entryId, lines }];
  });
}

/** The last opening of each account. */
function openingsIn(events: readonly StoredFact[]): ReadonlyMap<string, AccountOpened['data']> {
  const opened = events.filter(({ type }) => type === 'AccountOpened');
  return new Map(opened.map(({ stream, data }) => [stream, data as AccountOpened['data']]));
}

/** The balance of an account by its lines; undefined for another stream. */
function expectedOn(
  stream: string,
  lines: readonly Line[],
  openings: ReadonlyMap<string, AccountOpened['data']>,
): bigint | undefined {
  const opening = openings.get(stream);
  if (opening === undefined) return undefined;
  const { generation = 0, openingBalance } = opening;
  const own = lines.filter((line) => line.generation === generation);
  return unitsOf(openingBalance) + sumOf(own);
}

function sumOf(amounts: readonly Pick<SignedAmount, 'amount'>[]): bigint {
  return amounts.reduce((sum, { amount }) => sum + unitsOf(amount), 0n);
}
