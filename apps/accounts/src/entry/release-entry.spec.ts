import {
  anAccount,
  pending,
  posting,
  toBook,
  toBookReserved,
  toRelease,
  toReserve,
} from '../testing/ledger-commands.js';
import { LedgerInMemory } from '../testing/ledger-in-memory.js';

const a = 'account-a';
const opened = (generation = 1) => anAccount('a', { generation, openingBalance: '100.00' });
const aLedger = () => new LedgerInMemory().happened(a, opened());

describe('ReleaseEntry', () => {
  it('makes the reserved amount available again, once', async () => {
    const ledger = aLedger();
    await ledger.decide(toReserve('e.1', pending(a, '-100.00')));
    const events = await ledger.decide(toRelease('e.1', a));
    const reservation = { sequence: 1, posting: { amount: '-100.00' } };
    expect(events).toMatchObject([
      { stream: 'entry-e.1', event: { type: 'EntryReleased' } },
      { stream: a, event: { type: 'ReservationReleased', data: { sequence: 2, reservation } } },
    ]);
    expect(ledger.stateOf(a)).toMatchObject({ balance: '100.00', sequence: 2 });
    expect(ledger.stateOf(a)).not.toHaveProperty('reservations');
    await expect(ledger.decide(toRelease('e.1', a))).resolves.toEqual([]);
  });

  it('leaves other reservations of the account', async () => {
    const ledger = aLedger();
    await ledger.decide(toReserve('e.1', pending(a, '-10.00')));
    await ledger.decide(toReserve('f.1', pending(a, '-20.00')));
    await ledger.decide(toRelease('e.1', a));
    const reservations = { 'f.1': { amount: '20.00', sequence: 2 } };
    expect(ledger.stateOf(a)).toMatchObject({ reservations });
    expect(ledger.stateOf(a)).not.toHaveProperty('reservations.e.1');
  });

  it('keeps an entry that was never reserved from being reserved or booked later', async () => {
    const ledger = aLedger();
    await ledger.decide(toRelease('e.1', a));
    for (const late of [
      toReserve('e.1', pending(a, '-1.00')),
      toBook('e.1', posting(a, '-1.00')),
      toBookReserved('e.1', a),
    ]) {
      await expect(ledger.decide(late)).resolves.toEqual({ refused: 'CONFLICT' });
    }
    expect(ledger.eventsOf(a)).toHaveLength(1);
  });

  it('refuses with CONFLICT an entry that reserves nothing of this account', async () => {
    const b = 'account-b';
    const ledger = aLedger().happened(b, anAccount('b', { generation: 1 }));
    await ledger.decide(toReserve('e.1', pending(a, '-1.00'), pending(b, '1.00')));
    await expect(ledger.decide(toRelease('e.1', b))).resolves.toEqual({ refused: 'CONFLICT' });
  });

  it('refuses with CONFLICT an entry that is booked', async () => {
    const ledger = aLedger();
    await ledger.decide(toBook('e.1', posting(a, '-1.00')));
    await expect(ledger.decide(toRelease('e.1', a))).resolves.toEqual({ refused: 'CONFLICT' });
  });

  it('changes no account that was reset since the reservation', async () => {
    const ledger = aLedger();
    await ledger.decide(toReserve('e.1', pending(a, '-1.00')));
    ledger.happened(a, opened(2));
    await expect(ledger.decide(toRelease('e.1', a))).resolves.toMatchObject([
      { stream: 'entry-e.1', event: { type: 'EntryReleased' } },
    ]);
  });
});
