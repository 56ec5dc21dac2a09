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

describe('the law of money', () => {
  it('is kept by a ledger whose entries balance and whose accounts have their lines', () => {
    expect(money(sound)).toEqual({ looked: { entries: 1, lines: 2 }, violations: [] });
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
      'a clearing account has more than its lines',
      withBalance('clearing-NOK-account-1', '30.01'),
      /clearing-NOK-account-1 has 30.01/,
    ],
  ])('is broken when %s', (_what, evidence, tells) => {
    expect(money(evidence).violations.join('\n')).toMatch(tells);
  });
});
