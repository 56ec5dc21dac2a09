import type { Evidence, ServiceEvidence } from '../evidence/evidence.js';
import { soundEvidence, withService } from '../testing/evidence.js';
import { money } from './money.js';

const sound = soundEvidence();
const inAccounts = (change: (seen: ServiceEvidence) => Partial<ServiceEvidence>): Evidence =>
  withService(sound, 'accounts', change);

/** The evidence in which one stream has another balance. */
const withBalance = (name: string, balance: string) =>
  inAccounts(({ streams }) => ({
    streams: streams.map((row) => (row.stream === name ? { ...row, state: { balance } } : row)),
  }));

/** The evidence in which the core has also reported debits of 5.00, one event each; the account had 70.00 before them. */
const withReported = (balance: string, ...entryIds: readonly string[]) =>
  withService(withBalance('account-1', balance), 'accounts', ({ events }) => ({
    events: [
      ...events,
      ...entryIds.map((entryId, at) => ({
        ...{ stream: 'account-1', version: 8 + at, id: entryId, type: 'PostingsBooked' },
        data: { entryId, postings: [{ amount: '-5.00', currency: 'NOK' }] },
      })),
    ],
  }));

describe('the law of money', () => {
  it('is kept by a ledger whose entries balance and whose accounts have their lines', () => {
    expect(money(sound)).toEqual({ looked: { entries: 1, lines: 2 }, violations: [] });
  });

  it('counts an entry that the core reports as one line of its account', () => {
    expect(money(withReported('65.00', 'core-1-e')).violations).toEqual([]);
    expect(money(withReported('70.00', 'core-1-e')).violations).toEqual([
      "account-1 has 70.00, not its lines' sum",
    ]);
  });

  it.each<[string, Evidence, RegExp]>([
    [
      'an entry is booked twice',
      inAccounts(({ events }) => ({ events: [...events, ...events] })),
      /entry-.* is booked 2 times/,
    ],
    [
      'a booking is not in the balance of its account',
      withBalance('account-1', '100.00'),
      /account-1 has 100.00/,
    ],
    [
      'an entry that the core reports is booked twice',
      withReported('60.00', 'core-1-e', 'core-1-e'),
      /entry-core-1-e is reported and booked 2 times/,
    ],
    [
      'a clearing account has more than its events',
      withBalance('clearing-NOK-account-1', '30.01'),
      /clearing-NOK-account-1 has 30.01/,
    ],
  ])('is broken when %s', (_what, evidence, tells) => {
    expect(money(evidence).violations.join('\n')).toMatch(tells);
  });
});
