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
} from '../testing/ledger-commands.js';
import { LedgerInMemory } from '../testing/ledger-in-memory.js';

const [a, b, euro, card] = ['account-a', 'account-b', 'account-euro', 'card-account-card-1'];
const outside = (account: string, currency = 'NOK') => `clearing-${currency}-${account}.1`;

/** Two accounts with 100.00 each, one in euro, and a card with a limit of 1,000.00. */
function aLedger(): LedgerInMemory {
  const inGeneration = { generation: 1, openingBalance: '100.00' };
  return new LedgerInMemory()
    .happened(a, anAccount('a', inGeneration))
    .happened(b, anAccount('b', inGeneration))
    .happened(euro, anAccount('euro', { ...inGeneration, currency: 'EUR' }))
    .happened(card, cardOpened);
}

const balances = (ledger: LedgerInMemory, ...streams: readonly string[]) =>
  streams.map((stream) => (ledger.stateOf(stream) as { readonly balance?: string }).balance);

describe('BookEntry', () => {
  it('changes both accounts when both are ours, and no clearing account', async () => {
    const ledger = aLedger();
    const events = await ledger.decide(toBook('e.1', posting(a, '-30.00'), posting(b, '30.00')));
    expect(events).toMatchObject([
      {
        stream: 'entry-e.1',
        event: {
          data: {
            lines: [
              { stream: a, amount: '-30.00' },
              { stream: b, amount: '30.00' },
            ],
          },
        },
      },
      { stream: a, event: { type: 'PostingsBooked', data: { sequence: 1 } } },
      { stream: b, event: { type: 'PostingsBooked', data: { sequence: 1 } } },
    ]);
    expect(balances(ledger, a, b)).toEqual(['70.00', '130.00']);
  });

  it('has its other side on a line of the clearing account of its account, which takes no event', async () => {
    const ledger = aLedger();
    await ledger.decide(toBook('e.1', posting(a, '-30.00')));
    await ledger.decide(toBook('f.1', posting(a, '5.00')));
    expect(balances(ledger, a)).toEqual(['75.00']);
    expect(ledger.clearedOn(outside(a))).toBe('25.00');
    expect(ledger.eventsOf(outside(a))).toEqual([]);
  });

  it('balances each currency by itself', async () => {
    const ledger = aLedger();
    const converted = posting(euro, '2.50', { currency: 'EUR' });
    await ledger.decide(toBook('e.1', posting(a, '-30.00'), converted));
    expect(balances(ledger, a, euro)).toEqual(['70.00', '102.50']);
    const cleared = [outside(a), outside(euro, 'EUR')].map((stream) => ledger.clearedOn(stream));
    expect(cleared).toEqual(['30.00', '-2.50']);
  });

  it('books a hundred postings as one event with their sum as one line', async () => {
    const ledger = aLedger();
    const postings = Array.from({ length: 100 }, (_, at) => posting(a, at % 2 ? '-1.50' : '2.00'));
    const events = await ledger.decide(toBook('e.1', ...postings));
    expect(events).toMatchObject([
      {
        event: {
          data: {
            lines: [
              { stream: a, amount: '25.00' },
              { stream: outside(a), amount: '-25.00' },
            ],
          },
        },
      },
      { event: { data: { sequence: 1 } } },
    ]);
    expect(ledger.stateOf(a)).toMatchObject({ balance: '125.00', sequence: 100 });
    await expect(ledger.decide(toBook('f.1', ...postings, posting(a, '1.00')))).resolves.toEqual({
      refused: 'FORMAT_ERROR',
      path: '/postings',
    });
  });

  it('refuses with FUNDS_NOT_AVAILABLE what is reserved, and takes a credit at any balance', async () => {
    const ledger = aLedger();
    await ledger.decide(toReserve('e.1', pending(a, '-60.00')));
    await expect(ledger.decide(toBook('f.1', posting(a, '-40.01')))).resolves.toEqual({
      refused: 'FUNDS_NOT_AVAILABLE',
    });
    await ledger.decide(toForce('g.1', posting(a, '-500.00')));
    await ledger.decide(toBook('h.1', posting(a, '1.00')));
    expect(balances(ledger, a)).toEqual(['-399.00']);
  });

  it('goes below the limit when it is forced, and says so in the entry', async () => {
    const ledger = aLedger();
    const events = await ledger.decide(toForce('e.1', posting(card, '-1000.01')));
    expect(events).toMatchObject([{ event: { data: { isForced: true } } }, {}]);
    expect(balances(ledger, card)).toEqual(['-1000.01']);
  });

  it('changes nothing when it comes again, and refuses other content with CONFLICT', async () => {
    const ledger = aLedger();
    await ledger.decide(toBook('e.1', posting(a, '-30.00')));
    await expect(ledger.decide(toBook('e.1', posting(a, '-30.00')))).resolves.toEqual([]);
    const conflict = { refused: 'CONFLICT' };
    await expect(ledger.decide(toBook('e.1', posting(a, '-31.00')))).resolves.toEqual(conflict);
    await expect(ledger.decide(toForce('e.1', posting(a, '-30.00')))).resolves.toEqual(conflict);
    expect(balances(ledger, a)).toEqual(['70.00']);
  });

  it('refuses with CONFLICT an entry that is reserved or released', async () => {
    const ledger = aLedger();
    await ledger.decide(toReserve('e.1', pending(a, '-1.00')));
    await ledger.decide(toRelease('f.1', a));
    for (const id of ['e.1', 'f.1']) {
      const refused = await ledger.decide(toBook(id, posting(a, '-1.00')));
      expect(refused).toEqual({ refused: 'CONFLICT' });
    }
  });

  it('refuses with FORMAT_ERROR an entry without a posting to its own account', async () => {
    const command = { ...toBook('e.1', posting(b, '1.00')), stream: a };
    const refused = await aLedger().decide(command);
    expect(refused).toEqual({ refused: 'FORMAT_ERROR', path: '/postings' });
  });
});

describe('BookReservedEntry', () => {
  it('moves the reserved amount to the creditor and ends the reservation', async () => {
    const ledger = aLedger();
    await ledger.decide(toReserve('e.1', pending(a, '-60.00'), pending(b, '60.00')));
    const events = await ledger.decide(toBookReserved('e.1', a, '2026-11-21'));
    const booked = { amount: '-60.00', bookingDate: '2026-11-21', valueDate: '2026-11-21' };
    const reservation = { sequence: 1, posting: { amount: '-60.00', date: '2026-11-20' } };
    expect(events).toMatchObject([
      { stream: 'entry-e.1', event: { type: 'EntryBooked' } },
      { stream: a, event: { data: { sequence: 2, postings: [booked], reservation } } },
      { stream: b, event: { data: { sequence: 1, postings: [{ amount: '60.00' }] } } },
    ]);
    expect(ledger.stateOf(a)).not.toHaveProperty('reservations');
    expect(ledger.stateOf(b)).not.toHaveProperty('reservations');
    expect(balances(ledger, a, b)).toEqual(['40.00', '160.00']);
  });

  it('pays out of the bank from a card', async () => {
    const ledger = aLedger();
    await ledger.decide(toReserve('e.1', pending(card, '-60.00')));
    await ledger.decide(toBookReserved('e.1', card));
    expect(balances(ledger, card)).toEqual(['-60.00']);
    expect(ledger.clearedOn(outside(card))).toBe('60.00');
  });

  it('changes nothing when it comes again, and refuses other dates with CONFLICT', async () => {
    const ledger = aLedger();
    await ledger.decide(toReserve('e.1', pending(a, '-60.00')));
    await ledger.decide(toBookReserved('e.1', a));
    await expect(ledger.decide(toBookReserved('e.1', a))).resolves.toEqual([]);
    await expect(ledger.decide(toBookReserved('e.1', a, '2026-11-21'))).resolves.toEqual({
      refused: 'CONFLICT',
    });
  });

  it('refuses with CONFLICT an entry that is not reserved, or not on this account', async () => {
    const ledger = aLedger();
    await ledger.decide(toBook('e.1', posting(a, '-1.00')));
    await ledger.decide(toReserve('f.1', pending(a, '-1.00'), pending(b, '1.00')));
    await ledger.decide(toReserve('g.1', pending(a, '-1.00')));
    await ledger.decide(toRelease('g.1', a));
    for (const command of [
      toBookReserved('e.1', a),
      toBookReserved('f.1', b),
      toBookReserved('g.1', a),
      toBookReserved('h.1', a),
    ]) {
      await expect(ledger.decide(command)).resolves.toEqual({ refused: 'CONFLICT' });
    }
  });

  it('refuses an impossible date with FORMAT_ERROR', async () => {
    const ledger = aLedger();
    await ledger.decide(toReserve('e.1', pending(a, '-1.00')));
    const refused = await ledger.decide(toBookReserved('e.1', a, '2026-02-30'));
    expect(refused).toEqual({ refused: 'FORMAT_ERROR', path: '/bookingDate' });
  });

  it('refuses with RESOURCE_UNKNOWN when the creditor was closed, and stays reserved', async () => {
    const ledger = aLedger();
    await ledger.decide(toReserve('e.1', pending(a, '-1.00'), pending(b, '1.00')));
    ledger.happened(b, { type: 'AccountClosed', data: { at: '' } });
    await expect(ledger.decide(toBookReserved('e.1', a))).resolves.toMatchObject({
      refused: 'RESOURCE_UNKNOWN',
    });
    expect(ledger.stateOf('entry-e.1')).toMatchObject({ is: 'reserved' });
  });

  it('refuses with CONFLICT an entry whose account was reset meanwhile', async () => {
    const ledger = aLedger();
    await ledger.decide(toReserve('e.1', pending(a, '-1.00')));
    ledger.happened(a, anAccount('a', { generation: 2, openingBalance: '100.00' }));
    await expect(ledger.decide(toBookReserved('e.1', a))).resolves.toEqual({ refused: 'CONFLICT' });
  });
});
