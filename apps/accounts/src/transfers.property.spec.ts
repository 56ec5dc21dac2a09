import type { EntryBooked, Transfer } from '@nordgate/contracts/events';
import { executionIdOf, inGeneration } from '@nordgate/contracts/rules';
import { defined } from '@nordgate/decider';
import type { Command } from '@nordgate/decider';
import fc from 'fast-check';
import { sumIn } from './domain/money.js';
import { bookedBalance } from './domain/standing.js';
import type { Standing } from './domain/standing.js';
import { anAccount } from './testing/ledger-commands.js';
import { LedgerInMemory } from './testing/ledger-in-memory.js';
import {
  aBatch,
  aTransfer,
  toBookAtOnce,
  toBookTransfer,
  toConfirmTransfer,
  toReserveTransfer,
} from './testing/transfer-commands.js';

/** Accounts with 1,000.00 each by number; the third one is in euro. */
const currencies = { '99991200017': 'NOK', '99991500010': 'NOK', '99996300028': 'EUR' } as const;
const numbers = Object.keys(currencies) as (keyof typeof currencies)[];
const opening = '1000.00';
const streamOf = (bban: string) => `account-${bban}`;

function aLedger(): LedgerInMemory {
  const ledger = new LedgerInMemory();
  for (const bban of numbers) {
    const change = { bban, currency: currencies[bban], openingBalance: opening, generation: 1 };
    ledger.happened(streamOf(bban), anAccount(bban, change));
  }
  return ledger;
}

const creditors = [...numbers, '99990000014', '15030088880', '99970000018', '99970000034'];
const wish = fc.record({
  to: fc.constantFrom(...creditors),
  amount: fc.integer({ min: 1, max: 90_000 }).map((ore) => (ore / 100).toFixed(2)),
  currency: fc.constantFrom('NOK', 'EUR', 'USD', 'VEF' as const),
});

/** A few transfers, single ones and batches, each under a different id. */
const transfers: fc.Arbitrary<readonly Transfer[]> = fc
  .array(
    fc.record({
      from: fc.constantFrom(...numbers),
      wishes: fc.array(wish, { minLength: 1, maxLength: 4 }),
      price: fc.constantFrom(undefined, { amount: '2.00', currency: 'NOK' as const }),
    }),
    { minLength: 1, maxLength: 6 },
  )
  .map((all) =>
    all.map(({ from, wishes, price }, place) => {
      const paymentId = inGeneration(place.toString(16).padStart(32, 'd'), 1);
      const debtorAccount = { bban: from, currency: currencies[from] };
      const executionId = executionIdOf({ paymentId });
      const [first] = wishes;
      const charged = { debtorAccount, ...defined({ price }) };
      if (wishes.length > 1) return aBatch(wishes, { executionId, paymentId, ...charged });
      return aTransfer({ ...first, from, paymentId }, charged);
    }),
  );

/** Every command of the transfers, in any order and each up to three times. */
const histories: fc.Arbitrary<readonly Command[]> = transfers.chain((all) => {
  const once: readonly Command[] = all.flatMap((one) => [
    toReserveTransfer(one),
    toBookTransfer(one),
    toConfirmTransfer(one),
  ]);
  const repeated = [...once, ...once, ...once, ...all.map(toBookAtOnce)];
  return fc.shuffledSubarray(repeated, { minLength: once.length });
});

async function after(history: readonly Command[]): Promise<LedgerInMemory> {
  const ledger = aLedger();
  for (const command of history) await ledger.decide(command);
  return ledger;
}

const entriesOf = (ledger: LedgerInMemory) =>
  ledger.streams().filter((stream) => stream.startsWith('entry-'));
const bookingsOf = (ledger: LedgerInMemory) =>
  entriesOf(ledger)
    .flatMap((stream) => ledger.eventsOf(stream))
    .filter((event): event is EntryBooked => event.type === 'EntryBooked');

/** Checks a law over random histories with redelivery. */
function holds(law: (ledger: LedgerInMemory) => void): Promise<void> {
  return fc.assert(
    fc.asyncProperty(histories, async (history) => {
      law(await after(history));
    }),
    { numRuns: 150 },
  );
}

describe('transfers, over random histories with redelivery in any order,', () => {
  it('keep the money: the lines of each currency sum to zero', () =>
    holds((ledger) => {
      for (const { data } of bookingsOf(ledger)) {
        for (const [currency, lines] of Map.groupBy(data.lines, (line) => line.currency)) {
          const amounts = lines.map(({ amount }) => amount);
          expect(sumIn(currency, amounts)).toBe(sumIn(currency, []));
        }
      }
    }));

  it('leave in each account its opening balance and its lines', () =>
    holds((ledger) => {
      const lines = bookingsOf(ledger).flatMap(({ data }) => data.lines);
      for (const bban of numbers) {
        const own = lines.filter(({ stream }) => stream === streamOf(bban));
        const expected = sumIn(currencies[bban], [opening, ...own.map(({ amount }) => amount)]);
        expect(bookedBalance(ledger.stateOf(streamOf(bban)) as Standing)).toBe(expected);
        expect(expected).not.toMatch(/^-/u);
      }
    }));

  it('are reserved, booked and confirmed at most once each', () =>
    holds((ledger) => {
      for (const stream of entriesOf(ledger)) {
        const types = ledger.eventsOf(stream).map(({ type }) => type);
        expect([
          'EntryRefused',
          'EntryBooked',
          'EntryReserved',
          'EntryReserved EntryBooked',
          'EntryReserved EntryBooked EntryConfirmed',
        ]).toContain(types.join(' '));
      }
    }));
});
