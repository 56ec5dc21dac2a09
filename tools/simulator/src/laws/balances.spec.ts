import type { StoredFact } from '@nordgate/chaos/evidence';
import type { ReadRecord } from '../workload/account-history.js';
import { balances } from './balances.js';

const stream = 'account-a';
const fact = (of: string, version: number, type: string, data: object): StoredFact => ({
  ...{ stream: of, version, type, data },
  id: `${of}@${String(version)}`,
});
const booked = (entryId: string, amount: string) =>
  fact(`entry-${entryId}`, 1, 'EntryBooked', {
    entryId,
    lines: [
      { stream, currency: 'NOK', amount },
      { stream: 'clearing', currency: 'NOK', amount: '0' },
    ],
  });
const events = [
  fact(stream, 1, 'AccountOpened', { openingBalance: '100.00' }),
  booked('one', '-10.00'),
  fact(stream, 2, 'PostingsBooked', { entryId: 'one' }),
  booked('two', '5.50'),
  fact(stream, 3, 'PostingsBooked', { entryId: 'two' }),
];

const aRead = (fromMs: number, amount: string) =>
  ({
    accountId: 'a',
    at: { fromMs, untilMs: fromMs },
    answer: { is: 'answered', booked: amount },
  }) as ReadRecord;

const faultsOf = (reads: readonly ReadRecord[], atRest = '95.5') =>
  balances({
    reads,
    ledger: { events, streams: [] },
    balances: new Map([['a', atRest]]),
  });

describe('the law of balances', () => {
  it('holds for the balances that an account has had, in their order', () => {
    expect(faultsOf([aRead(1, '100'), aRead(2, '90.00'), aRead(3, '95.50')])).toEqual([]);
  });

  it('holds for reads at the same moment, in any order', () => {
    expect(faultsOf([aRead(1, '95.50'), aRead(1, '90.00')])).toEqual([]);
  });

  it('holds for an entry that the core reported, which has no line', () => {
    const reported = fact(stream, 4, 'PostingsBooked', {
      entryId: 'core-a-three',
      postings: [
        { amount: '-5.00', currency: 'NOK' },
        { amount: '1.00', currency: 'NOK' },
      ],
    });
    const ledger = { events: [...events, reported], streams: [] };
    const at = (shown: string) =>
      balances({ reads: [], ledger, balances: new Map([['a', shown]]) });
    expect(at('91.50')).toEqual([]);
    expect(at('95.50')).toHaveLength(1);
  });

  it('is broken by a balance that the account never had', () => {
    expect(faultsOf([aRead(1, '105.50')])).toEqual(['a was read with 105.50, which it never had']);
  });

  it('is broken by a read that has less than a read before it', () => {
    expect(faultsOf([aRead(1, '95.50'), aRead(2, '90.00')])).toHaveLength(1);
  });

  it('is broken by a balance at rest without its last entry', () => {
    expect(faultsOf([], '90.00')).toHaveLength(1);
  });
});
