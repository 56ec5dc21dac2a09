import { isRefusal } from '@nordgate/decider';
import { anAccount, opened } from '../testing/ledger-commands.js';
import { LedgerInMemory } from '../testing/ledger-in-memory.js';
import {
  aBatch,
  aTransfer,
  toBookAtOnce,
  toBookTransfer,
  toReserveTransfer,
} from '../testing/transfer-commands.js';

const debtor = `account-${opened.data.accountId}`;
const [own, euro, unknown] = ['99991500010', '99996300028', '99990000014'];
const [lateBooking, lateConfirmation] = ['99970000042', '99970000034'];
const clearing = `clearing-NOK-${debtor}`;
const price = { amount: '2.00', currency: 'NOK' } as const;

/** A debtor with 25,000.00 NOK, and other accounts in NOK and in EUR. */
function aLedger(openingBalance = '25000.00'): LedgerInMemory {
  return new LedgerInMemory()
    .happened(debtor, opened)
    .happened('account-own', anAccount('own', { bban: own, openingBalance }))
    .happened('account-euro', anAccount('euro', { bban: euro, currency: 'EUR' }));
}

/** What a transfer does, as `<stream> <event>`. */
async function writtenBy(
  transfer: Parameters<typeof toBookAtOnce>[0],
  ledger = aLedger(),
): Promise<readonly string[]> {
  const written = await ledger.decide(toBookAtOnce(transfer));
  if (isRefusal(written)) throw new Error(`refused: ${written.refused}`);
  return written.map(({ stream, event }) => `${stream} ${event.type}`);
}

const entryOf = ({ executionId }: { readonly executionId: string }) => `entry-${executionId}`;

describe('ReserveTransfer that may book at once', () => {
  it('books a transfer to another bank with one event for each stream, and reserves nothing', async () => {
    const ledger = aLedger();
    const transfer = aTransfer();
    expect(await writtenBy(transfer, ledger)).toEqual([
      `${entryOf(transfer)} EntryBooked`,
      `${debtor} PostingsBooked`,
    ]);
    expect(ledger.stateOf(debtor)).toMatchObject({ balance: '24750.00' });
    expect(ledger.stateOf(debtor)).not.toHaveProperty('reservations');
    expect(ledger.clearedOn(clearing)).toBe('250.00');
    expect(ledger.eventsOf(debtor).at(-1)?.data).not.toHaveProperty('reservation');
  });

  it('books a transfer to an account of this bank on both accounts', async () => {
    const ledger = aLedger();
    const transfer = aTransfer({ to: own });
    expect(await writtenBy(transfer, ledger)).toEqual([
      `${entryOf(transfer)} EntryBooked`,
      `${debtor} PostingsBooked`,
      'account-own PostingsBooked',
    ]);
    expect(ledger.stateOf('account-own')).toMatchObject({ balance: '25250.00' });
  });

  it('leaves the accounts as a reservation and a booking after it leave them', async () => {
    const transfer = aTransfer({ to: own }, { price });
    const [atOnce, inTurn] = [aLedger(), aLedger()];
    await atOnce.decide(toBookAtOnce(transfer));
    await inTurn.decide(toReserveTransfer(transfer));
    await inTurn.decide(toBookTransfer(transfer));
    for (const stream of [debtor, 'account-own']) {
      // A reservation takes a number, too.
      const [one, two] = [atOnce, inTurn].map((ledger) => ledger.stateOf(stream) as object);
      expect({ ...one, sequence: 0 }).toEqual({ ...two, sequence: 0 });
    }
    const [booked] = atOnce.eventsOf(entryOf(transfer));
    expect(booked).toEqual(inTurn.eventsOf(entryOf(transfer)).at(-1));
  });

  it.each([
    ['24998.00', 'EntryBooked'],
    ['24998.01', 'EntryRefused'],
  ])('of %s from 25,000.00 with a fee of 2.00 leads to %s', async (amount, type) => {
    const ledger = aLedger();
    const transfer = aTransfer({ amount }, { price });
    await ledger.decide(toBookAtOnce(transfer));
    expect(ledger.eventsOf(entryOf(transfer)).map((event) => event.type)).toEqual([type]);
  });

  it.each([
    ['9999999999999749.99', 'EntryBooked', '9999999999999999.99'],
    ['9999999999999750.00', 'EntryRefused', '9999999999999750.00'],
  ])('to a creditor with %s leads to %s: a balance has 18 digits', async (before, type, after) => {
    const ledger = aLedger(before);
    const transfer = aTransfer({ to: own });
    await ledger.decide(toBookAtOnce(transfer));
    expect(ledger.eventsOf(entryOf(transfer)).at(-1)).toMatchObject({
      type,
      ...(type === 'EntryRefused' && { data: { reason: 'refused-by-bank' } }),
    });
    expect(ledger.stateOf('account-own')).toMatchObject({ balance: after });
    if (type === 'EntryRefused') expect(ledger.eventsOf(debtor)).toEqual([opened]);
  });

  it('changes nothing when it comes again, and neither does a booking after it', async () => {
    const ledger = aLedger();
    const transfer = aTransfer({ to: own });
    await ledger.decide(toBookAtOnce(transfer));
    const repeats = [toBookAtOnce, toReserveTransfer, toBookTransfer];
    for (const toRepeat of repeats) {
      await expect(ledger.decide(toRepeat(transfer))).resolves.toEqual([]);
    }
  });

  it('changes nothing for a transfer that was reserved before', async () => {
    const ledger = aLedger();
    const transfer = aTransfer({ to: own });
    await ledger.decide(toReserveTransfer(transfer));
    await expect(ledger.decide(toBookAtOnce(transfer))).resolves.toEqual([]);
  });

  it.each([
    ['that is booked late', aTransfer({ to: lateBooking })],
    ['that is confirmed late', aTransfer({ to: lateConfirmation })],
    ['that leaves out a credit', aBatch([{}, { to: unknown }])],
    ['between two currencies', aTransfer({ to: euro, amount: '1172.00' })],
  ])('only reserves a transfer %s', async (_which, transfer) => {
    expect(await writtenBy(transfer)).toEqual([
      `${entryOf(transfer)} EntryReserved`,
      `${debtor} AmountReserved`,
    ]);
  });

  it('books a bulk of 500 credits with one debit', async () => {
    const ledger = aLedger();
    const batch = aBatch(Array.from({ length: 500 }, () => ({ to: own, amount: '1.00' })));
    await writtenBy(batch, ledger);
    expect(ledger.stateOf(debtor)).toMatchObject({ balance: '24500.00' });
    expect(ledger.stateOf('account-own')).toMatchObject({ balance: '25500.00', sequence: 500 });
  });
});
