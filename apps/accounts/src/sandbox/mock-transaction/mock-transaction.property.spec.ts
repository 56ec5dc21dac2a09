import type { TransactionByHand } from '@nordgate/contracts/commands';
import type { EntryBooked } from '@nordgate/contracts/events';
import { correctionOf, entryByHand, transactionIdOf } from '@nordgate/contracts/rules';
import type { Command } from '@nordgate/decider';
import fc from 'fast-check';
import { sumIn } from '../../domain/money.js';
import { bookedBalance } from '../../domain/standing.js';
import type { Standing } from '../../domain/standing.js';
import { anAccount, pending, posting, toBook, toReserve } from '../../testing/ledger-commands.js';
import { LedgerInMemory } from '../../testing/ledger-in-memory.js';
import {
  makingTransactions,
  notEnded,
  transactionsOf,
} from '../../transactions/transactions-of.js';
import type { Transaction } from '../../transactions/transactions-of.js';

const account = 'account-a1';
const opening = '100.00';
const at = '2026-11-22T10:00:00.000Z';
const day = '2026-11-22';
const dates = { bookingDate: day, valueDate: day };

async function aLedger(): Promise<LedgerInMemory> {
  const initialised = {
    type: 'WorldInitialised',
    data: { generation: 1, tpp: 'PSDNO-FSA-1', at },
  };
  const ledger = new LedgerInMemory()
    .happened('world-PSDNO-FSA-1', initialised)
    .happened(account, anAccount('a1', { openingBalance: opening, generation: 1 }));
  // As in the known state: one entry with several postings, a pending one, and one of a payment.
  await ledger.decide(toBook('known-1.1', posting(account, '-20.00'), posting(account, '35.00')));
  await ledger.decide(toReserve('known-2.1', pending(account, '-10.00')));
  await ledger.decide(toReserve('payment-1.1', pending(account, '-5.00')));
  return ledger;
}

/** The rows of the account as the projection has them, also those that ended. */
function rowsOf(ledger: LedgerInMemory): readonly Transaction[] {
  const rows = new Map<number, Transaction>();
  const { types } = makingTransactions;
  const read = ledger.eventsOf(account).filter(({ type }) => types.some((one) => one === type));
  for (const event of read) {
    const received = { stream: account, event };
    for (const one of transactionsOf(received as never)) rows.set(one.sequence, one);
  }
  return [...rows.values()];
}
const openRows = (ledger: LedgerInMemory, status: Transaction['status']) =>
  rowsOf(ledger).filter((row) => row.status === status && row.ended === notEnded);

const cents = fc
  .integer({ min: -9000, max: 9000 })
  .filter((value) => value !== 0)
  .map((value) => (value / 100).toFixed(2));

/** A request by hand: `of` chooses among all transactions that the account ever had. */
const requests = fc.record({
  method: fc.constantFrom(...(['POST', 'PUT', 'DELETE'] as const)),
  request: fc.integer({ min: 1, max: 12 }),
  of: fc.nat(50),
  status: fc.constantFrom(...(['booked', 'pending'] as const)),
  amount: cents,
});
type Request = typeof requests extends fc.Arbitrary<infer One> ? One : never;

/** The form of a request's body. */
function transactionOf({ status, amount }: Request): TransactionByHand {
  const common = { currency: 'NOK', amount, details: {} };
  return status === 'booked'
    ? { status, posting: { ...common, ...dates } }
    : { status: 'pending', posting: { ...common, date: day } };
}

/** What the gateway reads of a transaction. */
function existing(rows: readonly Transaction[], of: number) {
  const { transactionId } = rows[of % rows.length] as Transaction;
  const last = rows.findLast((row) => row.transactionId === transactionId) as Transaction;
  const { entryId, status, currency, amount, details } = last;
  const booked = { currency, amount, details, ...dates };
  return { transactionId, entryId, ...(status === 'booked' ? { booked } : {}) };
}

const types = {
  POST: 'AddSandboxTransaction',
  PUT: 'ChangeSandboxTransaction',
  DELETE: 'RemoveSandboxTransaction',
} as const;

/** The command that the gateway makes of a request, with what it has read of the transaction. */
function commandOf(sent: Request, ledger: LedgerInMemory): Command {
  const { method, request, of, status, amount } = sent;
  const by = { request: `${method}-${String(request)}`, content: `${status}${amount}` };
  const named =
    method === 'POST' ? { entryId: entryByHand(String(request), 1) } : existing(rowsOf(ledger), of);
  const transaction = transactionOf(sent);
  const data = { generation: 1, by, ...named, transaction };
  const meta = { at, actor: 'PSDNO-FSA-1' };
  return { type: types[method], id: 'any', stream: account, data, meta };
}

/**
 * Checks a law after each of some random requests by hand, some of them repeated. No request changes a
 * transaction that is booked.
 */
function holds(law: (ledger: LedgerInMemory) => void): Promise<void> {
  return fc.assert(
    fc.asyncProperty(
      fc.array(requests, { minLength: 1, maxLength: 15 }).chain((once) =>
        fc.shuffledSubarray([...once, ...once], {
          minLength: once.length,
          maxLength: 2 * once.length,
        }),
      ),
      async (history) => {
        const ledger = await aLedger();
        for (const request of history) {
          const before = openRows(ledger, 'booked');
          await ledger.decide(commandOf(request, ledger));
          expect(openRows(ledger, 'booked').slice(0, before.length)).toEqual(before);
          law(ledger);
        }
      },
    ),
    { numRuns: 100 },
  );
}

describe('an account under random changes by hand', () => {
  it('has a balance that is its opening balance and its booked transactions', () =>
    holds((ledger) => {
      const booked = openRows(ledger, 'booked').map(({ amount }) => amount);
      const balance = bookedBalance(ledger.stateOf(account) as Standing);
      expect(balance).toBe(sumIn('NOK', [opening, ...booked]));
    }));

  it('has balanced entries, and the other side of its balance on lines of its clearing account', () =>
    holds((ledger) => {
      const booked = ledger
        .streams()
        .filter((stream) => stream.startsWith('entry-'))
        .flatMap((stream) => ledger.eventsOf(stream))
        .filter((event): event is EntryBooked => event.type === 'EntryBooked');
      for (const { data } of booked) {
        const amounts = data.lines.map(({ amount }) => amount);
        expect(sumIn('NOK', amounts)).toBe('0.00');
      }
      const balance = bookedBalance(ledger.stateOf(account) as Standing);
      const cleared = ledger.clearedOn('clearing-NOK-account-a1.1') ?? '0.00';
      expect(sumIn('NOK', [balance, cleared])).toBe(sumIn('NOK', [opening]));
    }));

  it('has exactly one reservation for each pending transaction, and that of the payment stays', () =>
    holds((ledger) => {
      const rows = openRows(ledger, 'pending');
      const { reservations = {} } = ledger.stateOf(account) as Standing;
      const reserved = Object.entries(reservations).map(([id, { amount }]) => `${id} -${amount}`);
      const shown = rows.map(({ entryId, amount }) => `${entryId} ${amount}`);
      expect([...shown].sort()).toEqual([...reserved].sort());
      expect(shown).toContain('payment-1.1 -5.00');
    }));

  it('has a reversal of the whole amount for each corrected transaction', () =>
    holds((ledger) => {
      const rows = openRows(ledger, 'booked');
      const amountOf = (id: string) => rows.find((row) => row.transactionId === id)?.amount ?? '';
      const corrected = rows.filter(({ transactionId }) =>
        ledger.streams().includes(`entry-${correctionOf(transactionId, 1)}`),
      );
      for (const { transactionId, amount } of corrected) {
        const reversal = { account, entryId: correctionOf(transactionId, 1) };
        expect(sumIn('NOK', [amount, amountOf(transactionIdOf(reversal, 0))])).toBe('0.00');
      }
    }));

  it('shows each transaction under its id once at most', () =>
    holds((ledger) => {
      const rows = [...openRows(ledger, 'booked'), ...openRows(ledger, 'pending')];
      const ids = rows.map(({ transactionId }) => transactionId);
      expect(new Set(ids).size).toBe(ids.length);
    }));
});
