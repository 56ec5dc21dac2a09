import { transactionIdOf } from '@nordgate/contracts/rules';
import type {
  AccountLedgerEvent,
  CardLedgerEvent,
  PendingPosting,
  Posting,
} from '@nordgate/contracts/events';
import { withoutAccount } from '../domain/journal.js';
import { pending, posting } from '../testing/ledger-commands.js';
import { notEnded, transactionsOf } from './transactions-of.js';

const account = 'account-1';
const at = '2026-11-20T12:00:00.000Z';
const entryId = 'payment-1.3';
const madeBy = (event: AccountLedgerEvent | CardLedgerEvent) =>
  transactionsOf({ stream: account, event });
const aPending = withoutAccount<PendingPosting>(pending(account, '-5.00', { endToEndId: 'e' }));
const aPosting = withoutAccount<Posting>(posting(account, '-5.00', { valueDate: '2026-11-21' }));
const transactionId = transactionIdOf({ account, entryId }, 0);

const row = {
  account,
  generation: 3,
  transactionId,
  entryId,
  currency: 'NOK',
  amount: '-5.00',
  day: '2026-11-20',
};
const pendingRow = {
  ...row,
  sequence: 7,
  status: 'pending',
  valueDate: null,
  balanceAfter: null,
  details: { endToEndId: 'e' },
  ended: notEnded,
};

describe('the transactions of an account', () => {
  it.each(['AmountReserved', 'CardAmountReserved'] as const)('get a pending one by %s', (type) => {
    const data = { entryId, sequence: 7, posting: aPending, others: [], at };
    expect(madeBy({ type, data })).toEqual([pendingRow]);
  });

  it.each(['ReservationReleased', 'CardReservationReleased'] as const)(
    'keep the pending one, ended by %s',
    (type) => {
      const reservation = { sequence: 7, posting: aPending };
      const data = { entryId, sequence: 9, reservation, at };
      expect(madeBy({ type, data })).toEqual([{ ...pendingRow, ended: 9 }]);
    },
  );

  it.each(['PostingsBooked', 'CardPostingsBooked'] as const)(
    'get a booked one by %s, with the id of the pending one that ends',
    (type) => {
      const reservation = { sequence: 7, posting: aPending };
      const data = { entryId, sequence: 9, postings: [aPosting], reservation, at };
      const balanceAfter = null;
      const place = { status: 'booked', valueDate: '2026-11-21', ended: notEnded };
      const booked = { ...place, balanceAfter, details: {} };
      expect(madeBy({ type, data })).toEqual([
        { ...pendingRow, ended: 9 },
        { ...row, ...booked, sequence: 9 },
      ]);
    },
  );

  it('get one per posting of an event, each with its own sequence and id', () => {
    const data = { entryId, sequence: 9, postings: [aPosting, aPosting, aPosting], at };
    const made = madeBy({ type: 'PostingsBooked', data });
    expect(made.map((one) => one.sequence)).toEqual([9, 10, 11]);
    expect(new Set(made.map((one) => one.transactionId)).size).toBe(3);
  });

  it('have the balance after each posting, where the event has the balance after all', () => {
    const postings = ['-5.00', '-2.50', '10.00'].map((amount) => ({ ...aPosting, amount }));
    const data = { entryId, sequence: 9, postings, balance: '102.50', at };
    const made = madeBy({ type: 'PostingsBooked', data });
    expect(made.map((one) => one.balanceAfter)).toEqual(['95.00', '92.50', '102.50']);
  });

  it('have ids that differ by account and by entry', () => {
    const ids = [
      transactionIdOf({ account, entryId }, 0),
      transactionIdOf({ account: 'account-2', entryId }, 0),
      transactionIdOf({ account, entryId: 'payment-2.3' }, 0),
      transactionIdOf({ account, entryId }, 1),
    ];
    expect(new Set(ids).size).toBe(4);
    expect(ids[0]).toMatch(/^[0-9a-f]{32}$/u);
  });

  it('have ids that stay the same in another generation of the sandbox', () => {
    const [first, second, production] = ['payment-1.3', 'payment-1.14', 'payment-1'].map((id) =>
      transactionIdOf({ account, entryId: id }, 0),
    );
    expect([second, production]).toEqual([first, first]);
  });
});
