import type { EntryBooked } from '@nordgate/contracts/events';
import { isRefusal } from '@nordgate/decider';
import type { Command } from '@nordgate/decider';
import fc from 'fast-check';
import { isDebit, sumIn } from './domain/money.js';
import { availableBalance, bookedBalance } from './domain/standing.js';
import type { Standing } from './domain/standing.js';
import {
  anAccount,
  cardOpened,
  pending,
  posting,
  toBook,
  toBookReserved,
  toForce,
  toRelease,
  toReserve,
} from './testing/ledger-commands.js';
import { LedgerInMemory } from './testing/ledger-in-memory.js';

/** Opening balances by stream; two currencies. */
const openings: Readonly<Record<string, { readonly currency: string; readonly opening: string }>> =
  {
    'account-a': { currency: 'NOK', opening: '100.00' },
    'account-b': { currency: 'NOK', opening: '0.00' },
    'account-euro': { currency: 'EUR', opening: '50.00' },
    'card-account-card-1': { currency: 'NOK', opening: '0.00' },
  };
const accounts = Object.keys(openings);

function aLedger(): LedgerInMemory {
  const ledger = new LedgerInMemory();
  for (const [stream, { currency, opening }] of Object.entries(openings)) {
    const change = { currency, openingBalance: opening, generation: 1 };
    const isCard = stream === 'card-account-card-1';
    ledger.happened(stream, isCard ? cardOpened : anAccount(stream.slice(8), change));
  }
  return ledger;
}

const cents = fc
  .integer({ min: 1, max: 9000 })
  .map((value) => `${String(Math.floor(value / 100))}.${String(value % 100).padStart(2, '0')}`);
const entryIds = fc.integer({ min: 1, max: 6 }).map((id) => `e${String(id)}.1`);
const currencyOf = (account: string) => ({ currency: openings[account]?.currency ?? '' });

/** Transfers between our accounts and out of or into the bank, in a few entries: most are repeats. */
const commands: fc.Arbitrary<Command> = fc
  .record({
    kind: fc.constantFrom('reserve', 'book reserved', 'book', 'credit', 'force', 'release'),
    entryId: entryIds,
    from: fc.constantFrom(...accounts),
    to: fc.option(fc.constantFrom(...accounts)),
    amount: cents,
  })
  .map(({ kind, entryId, from, to, amount }): Command => {
    const isTransfer = to !== null && to !== from;
    const debit = `-${amount}`;
    const booked = [
      posting(from, debit, currencyOf(from)),
      ...(isTransfer ? [posting(to, amount, currencyOf(to))] : []),
    ];
    if (kind === 'book') return toBook(entryId, ...booked);
    if (kind === 'force') return toForce(entryId, ...booked);
    if (kind === 'credit') return toBook(entryId, posting(from, amount, currencyOf(from)));
    if (kind === 'book reserved') return toBookReserved(entryId, from);
    if (kind === 'release') return toRelease(entryId, from);
    return toReserve(
      entryId,
      { ...pending(from, debit), ...currencyOf(from) },
      ...(isTransfer ? [{ ...pending(to, amount), ...currencyOf(to) }] : []),
    );
  });

/** Commands in any order, and each of them once more at any later or earlier place. */
const histories = fc
  .array(commands, { minLength: 1, maxLength: 25 })
  .chain((once) =>
    fc.shuffledSubarray([...once, ...once], { minLength: once.length, maxLength: 2 * once.length }),
  );

interface Run {
  readonly ledger: LedgerInMemory;
  readonly hasForced: boolean;
}

async function run(history: readonly Command[]): Promise<Run> {
  const ledger = aLedger();
  let hasForced = false;
  for (const command of history) {
    const events = await ledger.decide(command);
    hasForced ||= !isRefusal(events) && 'isForced' in (command.data as object);
  }
  return { ledger, hasForced };
}

/** The lines of all booked entries. */
function linesIn(ledger: LedgerInMemory): readonly EntryBooked['data']['lines'][] {
  return ledger
    .streams()
    .filter((stream) => stream.startsWith('entry-'))
    .flatMap((stream) => ledger.eventsOf(stream))
    .filter((event): event is EntryBooked => event.type === 'EntryBooked')
    .map(({ data }) => data.lines);
}

const standings = (ledger: LedgerInMemory) =>
  accounts.map((stream) => ledger.stateOf(stream) as Standing);
const sumOfLines = (ledger: LedgerInMemory, stream: string, currency: string) =>
  sumIn(
    currency,
    linesIn(ledger)
      .flat()
      .filter((line) => line.stream === stream)
      .map(({ amount }) => amount),
  );

/** Checks a law over random histories with repeats in any order. */
function holds(law: (run: Run) => void): Promise<void> {
  return fc.assert(
    fc.asyncProperty(histories, async (history) => {
      law(await run(history));
    }),
    { numRuns: 150 },
  );
}

describe('the ledger, over random histories with repeated and shuffled commands,', () => {
  it('balances every entry in each currency', () =>
    holds(({ ledger }) => {
      for (const lines of linesIn(ledger)) {
        for (const [currency, own] of Map.groupBy(lines, (line) => line.currency)) {
          expect(
            sumIn(
              currency,
              own.map(({ amount }) => amount),
            ),
          ).toBe(sumIn(currency, []));
        }
      }
    }));

  it('has in each account its opening balance and its lines', () =>
    holds(({ ledger }) => {
      for (const [stream, { currency, opening }] of Object.entries(openings)) {
        const expected = sumIn(currency, [opening, sumOfLines(ledger, stream, currency)]);
        expect(bookedBalance(ledger.stateOf(stream) as Standing)).toBe(expected);
      }
    }));

  it('books, releases and reserves each entry at most once', () =>
    holds(({ ledger }) => {
      for (const stream of ledger.streams().filter((one) => one.startsWith('entry-'))) {
        const types = ledger.eventsOf(stream).map(({ type }) => type);
        expect([
          'EntryReserved',
          'EntryReserved EntryBooked',
          'EntryReserved EntryReleased',
          'EntryBooked',
          'EntryReleased',
        ]).toContain(types.join(' '));
      }
    }));

  it('reserves exactly what the entries reserve that are neither booked nor released', () =>
    holds(({ ledger }) => {
      for (const { reservations = {} } of standings(ledger)) {
        for (const [entryId, { amount }] of Object.entries(reservations)) {
          expect(isDebit(amount)).toBe(false);
          expect(ledger.stateOf(`entry-${entryId}`)).toMatchObject({ is: 'reserved' });
        }
      }
      const open = ledger
        .streams()
        .filter((one) => one.startsWith('entry-'))
        .filter((one) => (ledger.stateOf(one) as { readonly is: string }).is === 'reserved');
      const reserved = standings(ledger).flatMap(({ reservations = {} }) =>
        Object.keys(reservations),
      );
      expect(reserved.map((id) => `entry-${id}`).sort()).toEqual([...open].sort());
    }));

  it('never makes more available than there is, unless an entry was forced', () =>
    holds(({ ledger, hasForced }) => {
      if (hasForced) return;
      for (const standing of standings(ledger)) {
        expect(isDebit(availableBalance(standing))).toBe(false);
      }
    }));

  it('numbers the changes of an account without a repeat or a gap', () =>
    holds(({ ledger }) => {
      for (const stream of accounts) {
        const [, ...changes] = ledger.eventsOf(stream);
        let next = 1;
        for (const { data } of changes) {
          const { sequence, postings = [{}] } = data as {
            readonly sequence: number;
            readonly postings?: readonly object[];
          };
          expect(sequence).toBe(next);
          next = sequence + postings.length;
        }
      }
    }));
});
