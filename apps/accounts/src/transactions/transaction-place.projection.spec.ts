import type { Posting } from '@nordgate/contracts/events';
import { transactionIdOf } from '@nordgate/contracts/rules';
import { withoutAccount } from '../domain/journal.js';
import { posting } from '../testing/ledger-commands.js';
import {
  accountKeyOf,
  dayNumberOf,
  dayOf,
  idKeyOf,
  transactionPlaces,
} from './transaction-place.projection.js';
import { notEnded } from './transactions-of.js';

const account = 'card-account-1.3';
const entryId = 'payment-1.3';
const at = '2026-11-20T12:00:00.000Z';
const received = { stream: account, version: 5, at };
const details = { card: { cardTransactionId: 'by-hand' } };
const reserved = { amount: '-5.00', currency: 'NOK', date: '2026-11-20', details: {} };
const placesBy = (event: Parameters<typeof transactionPlaces.rowsOf>[0]['event']) =>
  transactionPlaces.rowsOf({ ...received, event }).map((change) => 'put' in change && change.put);

const own = { account: accountKeyOf(account), generation: 3, version: 5, day: 20_261_120 };
const idAt = (place: number) =>
  idKeyOf({ account, generation: 3 }, transactionIdOf({ account, entryId }, place));

describe('the places of the transactions of an account', () => {
  it('name the event that reserves, and then the event that ends the reservation', () => {
    const reservation = { sequence: 7, posting: reserved };
    const pending = { ...own, sequence: 7, id: idAt(0), givenId: null };
    const data = { entryId, ...reservation, others: [], at };
    expect(placesBy({ type: 'CardAmountReserved', data })).toEqual([
      { ...pending, ended: notEnded },
    ]);
    const released = { entryId, sequence: 9, reservation, at };
    expect(placesBy({ type: 'CardReservationReleased', data: released })).toEqual([
      { ...pending, ended: 9 },
    ]);
  });

  it('are one for each posting of a booking, with the id that was given by hand', () => {
    const one = withoutAccount<Posting>(posting(account, '-5.00', { bookingDate: '2026-11-20' }));
    const postings = [one, { ...one, details }];
    const data = { entryId, sequence: 9, postings, at };
    const booked = { ...own, ended: null };
    expect(placesBy({ type: 'CardPostingsBooked', data })).toEqual([
      { ...booked, sequence: 9, id: idAt(0), givenId: null },
      {
        ...{ ...booked, sequence: 10, id: idAt(1) },
        givenId: idKeyOf({ account, generation: 3 }, 'by-hand'),
      },
    ]);
  });

  it('have keys that differ by account and by generation, and fit their columns', () => {
    const [one, other] = [
      { account, generation: 3 },
      { account, generation: 4 },
    ];
    expect(accountKeyOf(account)).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u);
    expect(accountKeyOf('card-account-1.4')).not.toBe(accountKeyOf(account));
    expect(idKeyOf(other, 'id')).not.toBe(idKeyOf(one, 'id'));
    const keys = Array.from({ length: 100 }, (_, n) => BigInt(idKeyOf(one, String(n))));
    for (const key of keys) expect(BigInt.asIntN(64, key)).toBe(key);
  });

  it('have days in the order of their texts', () => {
    expect(dayNumberOf('2026-11-20')).toBe(20_261_120);
    expect(dayOf(dayNumberOf('2026-01-02'))).toBe('2026-01-02');
    expect(dayNumberOf('2025-12-31')).toBeLessThan(dayNumberOf('2026-01-01'));
  });
});
