import type { CardAccountOpened } from '@nordgate/contracts/events';
import {
  anAccount,
  cardOpened,
  pending,
  posting,
  toBook,
  toBookReserved,
  toRelease,
  toReserve,
} from '../testing/ledger-commands.js';
import { LedgerInMemory } from '../testing/ledger-in-memory.js';

const [a, b, euro, gone, card] = [
  'account-a',
  'account-b',
  'account-euro',
  'account-gone',
  'card-account-card-1',
];

/** Two accounts with 100.00 each, one in euro, one that was closed, and a card with a limit of 1,000.00. */
function aLedger(): LedgerInMemory {
  const inGeneration = { generation: 1, openingBalance: '100.00' };
  return new LedgerInMemory()
    .happened(a, anAccount('a', inGeneration))
    .happened(b, anAccount('b', inGeneration))
    .happened(euro, anAccount('euro', { ...inGeneration, currency: 'EUR' }))
    .happened(gone, anAccount('gone', inGeneration), { type: 'AccountClosed', data: { at: '' } })
    .happened(card, cardOpened satisfies CardAccountOpened);
}

const reserved = (amount: string, sequence = 1) => ({
  reservations: { 'e.1': { amount, sequence } },
});

describe('ReserveEntry', () => {
  it('reserves the debit and leaves the balances and the creditor unchanged', async () => {
    const ledger = aLedger();
    const events = await ledger.decide(toReserve('e.1', pending(a, '-60.00'), pending(b, '60.00')));
    expect(events).toMatchObject([
      { stream: 'entry-e.1', event: { type: 'EntryReserved' } },
      {
        stream: a,
        event: {
          type: 'AmountReserved',
          data: { sequence: 1, posting: { amount: '-60.00' }, others: [b, `clearing-NOK-${a}.1`] },
        },
      },
    ]);
    expect(ledger.stateOf(a)).toMatchObject({ balance: '100.00', ...reserved('60.00') });
    expect(ledger.eventsOf(b)).toHaveLength(1);
  });

  it('reserves on a card up to its credit limit', async () => {
    const ledger = aLedger();
    await ledger.decide(toReserve('e.1', pending(card, '-1000.00')));
    expect(ledger.stateOf(card)).toMatchObject(reserved('1000.00'));
    await expect(ledger.decide(toReserve('f.1', pending(card, '-0.01')))).resolves.toEqual({
      refused: 'FUNDS_NOT_AVAILABLE',
    });
  });

  it('refuses with FUNDS_NOT_AVAILABLE what other reservations have taken', async () => {
    const ledger = aLedger();
    await ledger.decide(toReserve('e.1', pending(a, '-60.00')));
    const refused = await ledger.decide(toReserve('f.1', pending(a, '-40.01')));
    expect(refused).toEqual({ refused: 'FUNDS_NOT_AVAILABLE' });
    expect(ledger.eventsOf('entry-f.1')).toEqual([]);
    await ledger.decide(toReserve('g.1', pending(a, '-40.00')));
    expect(ledger.eventsOf('entry-g.1')).toHaveLength(1);
  });

  it('changes nothing when it comes again, also after the booking', async () => {
    const ledger = aLedger();
    const again = () => ledger.decide(toReserve('e.1', pending(a, '-60.00')));
    await again();
    await expect(again()).resolves.toEqual([]);
    await ledger.decide(toBookReserved('e.1', a));
    await expect(again()).resolves.toEqual([]);
  });

  it('refuses with CONFLICT other content under the same id', async () => {
    const ledger = aLedger();
    await ledger.decide(toReserve('e.1', pending(a, '-60.00')));
    for (const other of [pending(a, '-60.01'), pending(a, '-60.00', { endToEndId: 'x' })]) {
      await expect(ledger.decide(toReserve('e.1', other))).resolves.toEqual({
        refused: 'CONFLICT',
      });
    }
  });

  it('refuses with CONFLICT an entry that was released or booked at once', async () => {
    const ledger = aLedger();
    await ledger.decide(toRelease('e.1', a));
    await ledger.decide(toBook('f.1', posting(a, '-1.00')));
    for (const id of ['e.1', 'f.1']) {
      await expect(ledger.decide(toReserve(id, pending(a, '-1.00')))).resolves.toEqual({
        refused: 'CONFLICT',
      });
    }
  });

  it.each([
    ['an account that nobody opened', 'account-nobody', 'RESOURCE_UNKNOWN'],
    ['a closed account', gone, 'RESOURCE_UNKNOWN'],
    ['a stream that is no account', 'customer-1', 'FORMAT_ERROR'],
  ])('refuses %s as creditor', async (_what, account, code) => {
    const refused = aLedger().decide(
      toReserve('e.1', pending(a, '-1.00'), pending(account, '1.00')),
    );
    await expect(refused).resolves.toEqual({ refused: code, path: '/postings/1/account' });
  });

  it('refuses with CONFLICT an entry of another generation of the sandbox', async () => {
    for (const id of ['e', 'e.2']) {
      await expect(aLedger().decide(toReserve(id, pending(a, '-1.00')))).resolves.toMatchObject({
        refused: 'CONFLICT',
      });
    }
  });

  it('takes entries of any generation to an account whose generation is not known', async () => {
    const ledger = new LedgerInMemory().happened(a, anAccount('a'));
    await ledger.decide(toReserve('e.7', pending(a, '-1.00')));
    expect(ledger.eventsOf('entry-e.7')).toHaveLength(1);
  });

  it.each([
    ['in another currency', pending(euro, '-1.00'), 'currency'],
    ['of more decimals than the currency has', pending(a, '-1.001'), 'amount'],
    ['of zero', pending(a, '0.00'), 'amount'],
    ['on an impossible day', { ...pending(a, '-1.00'), date: '2026-02-30' }, 'date'],
  ])('refuses with FORMAT_ERROR a posting %s', async (_what, wrong, member) => {
    await expect(aLedger().decide(toReserve('e.1', wrong))).resolves.toEqual({
      refused: 'FORMAT_ERROR',
      path: `/postings/0/${member}`,
    });
  });

  it.each([
    ['without a debit of its account', [pending(a, '1.00')]],
    ['with two postings to one account', [pending(a, '-1.00'), pending(a, '-2.00')]],
    ['without postings', []],
  ])('refuses with FORMAT_ERROR an entry %s', async (_what, postings) => {
    const command = { ...toReserve('e.1', ...postings), stream: a };
    await expect(aLedger().decide(command)).resolves.toEqual({
      refused: 'FORMAT_ERROR',
      path: '/postings',
    });
  });
});
