import { anAccount, opened } from '../testing/ledger-commands.js';
import { LedgerInMemory } from '../testing/ledger-in-memory.js';
import { aTransfer, toBookTransfer, toReserveTransfer } from '../testing/transfer-commands.js';

const debtor = `account-${opened.data.accountId}`;
const [own, creditor] = ['99991500010', 'account-own'];
const transfer = aTransfer({ to: own });
const entry = `entry-${transfer.executionId}`;
const closed = { type: 'AccountClosed', data: { at: '' } } as const;

/** A debtor with 25,000.00 and a creditor with as much, and the transfer reserved. */
async function aLedger(reserved = transfer): Promise<LedgerInMemory> {
  const ledger = new LedgerInMemory()
    .happened(debtor, opened)
    .happened(creditor, anAccount('own', { bban: own }));
  await ledger.decide(toReserveTransfer(reserved));
  return ledger;
}

describe('BookTransfer', () => {
  it('books the transfer on both accounts and ends the reservation', async () => {
    const ledger = await aLedger();
    await ledger.decide(toBookTransfer(transfer));
    expect(ledger.stateOf(debtor)).toMatchObject({ balance: '24750.00' });
    expect(ledger.stateOf(debtor)).not.toHaveProperty('reservations');
    expect(ledger.stateOf(creditor)).toMatchObject({ balance: '25250.00' });
  });

  it('has the money for another bank on a line of the clearing account', async () => {
    const away = aTransfer();
    const ledger = await aLedger(away);
    await ledger.decide(toBookTransfer(away));
    expect(ledger.clearedOn(`clearing-NOK-${debtor}`)).toBe('250.00');
  });

  it('changes nothing when it comes again', async () => {
    const ledger = await aLedger();
    await ledger.decide(toBookTransfer(transfer));
    await expect(ledger.decide(toBookTransfer(transfer))).resolves.toEqual([]);
  });

  it('is refused for a transfer that was never reserved', async () => {
    const ledger = new LedgerInMemory();
    const refused = await ledger.decide(toBookTransfer(transfer));
    expect(refused).toEqual({ refused: 'CONFLICT' });
  });

  it('ends a transfer whose creditor has closed the account, and the money is available again', async () => {
    const ledger = (await aLedger()).happened(creditor, closed);
    await ledger.decide(toBookTransfer(transfer));
    expect(ledger.eventsOf(entry).at(-1)).toMatchObject({
      type: 'EntryRefused',
      data: { reason: 'creditor-account-unknown' },
    });
    expect(ledger.stateOf(debtor)).toMatchObject({ balance: '25000.00' });
    expect(ledger.stateOf(debtor)).not.toHaveProperty('reservations');
  });

  it.each([
    [
      'books a transfer after which the creditor has 18 digits',
      '9999999999999749.99',
      'EntryBooked',
    ],
    ['ends a transfer after which the creditor had 19', '9999999999999750.00', 'EntryRefused'],
  ])('%s', async (_what, openingBalance, type) => {
    const ledger = new LedgerInMemory()
      .happened(debtor, opened)
      .happened(creditor, anAccount('own', { bban: own, openingBalance }));
    await ledger.decide(toReserveTransfer(transfer));
    await ledger.decide(toBookTransfer(transfer));
    expect(ledger.eventsOf(entry).at(-1)?.type).toBe(type);
    expect(ledger.stateOf(debtor)).not.toHaveProperty('reservations');
    const whole = type === 'EntryBooked' ? '9999999999999999.99' : openingBalance;
    expect(ledger.stateOf(creditor)).toMatchObject({ balance: whole });
  });

  it.each([
    ['was closed', closed],
    ['was put back by a reset', { ...opened, data: { ...opened.data, generation: 1 } }],
  ])('ends a transfer whose debtor %s', async (_how, event) => {
    const ledger = (await aLedger()).happened(debtor, event);
    const before = ledger.eventsOf(debtor);
    await ledger.decide(toBookTransfer(transfer));
    expect(ledger.eventsOf(entry).at(-1)).toMatchObject({
      type: 'EntryRefused',
      data: { reason: 'debtor-account-closed' },
    });
    expect(ledger.eventsOf(debtor)).toEqual(before);
    await expect(ledger.decide(toBookTransfer(transfer))).resolves.toEqual([]);
  });

  it('waits for the slow bank of the sandbox for five seconds', async () => {
    const slow = aTransfer({ to: '99970000042' });
    const ledger = await aLedger(slow);
    const early = toBookTransfer(slow, '2026-11-20T12:00:04.999Z');
    await expect(ledger.decide(early)).resolves.toEqual([]);
    await ledger.decide(toBookTransfer(slow, '2026-11-20T12:00:05.000Z'));
    expect(ledger.stateOf(debtor)).toMatchObject({ balance: '24750.00' });
  });
});
