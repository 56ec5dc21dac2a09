import { judgeUpgrade } from './judge-upgrade.js';
import type { PaymentRecord, Reading, UpgradeEvidence } from './upgrade-evidence.js';
import { reportOnUpgrade } from './upgrade-report.js';

const sent = { amount: '10.00', debtor: '99991200033', creditor: '99991200017' };
const readings = (...statuses: readonly string[]): readonly Reading[] =>
  statuses.map((status, at) => ({ when: `phase ${String(at)}`, status }));

const payment: PaymentRecord = {
  ...{ path: '/v1/payments/a', sent, shown: sent },
  ...{ isApproved: true, isInstant: true, readings: readings('RCVD', 'ACTC', 'ACCP', 'ACSC') },
};

const good: UpgradeEvidence = {
  payments: [payment],
  transactions: [
    {
      id: 't-1',
      seen: [
        { when: 'before', text: '{"amount":"10.00"}' },
        { when: 'after', text: '{"amount":"10.00"}' },
      ],
    },
  ],
  parked: [{ when: 'forth 1', app: 'payments', messages: [] }],
  links: [{ what: 'the payment is approved', fault: undefined }],
  journeys: [{ what: 'a payment is executed', fault: undefined }],
  replacements: [{ what: 'payments: this tree', fault: undefined }],
};

const failedIn = (evidence: UpgradeEvidence) =>
  judgeUpgrade(evidence)
    .filter(({ faults }) => faults.length > 0)
    .map(({ what }) => what.replace(/ \(\d+\)$/, ''));
const withPayment = (changes: Partial<PaymentRecord>) => ({
  payments: [payment, { ...payment, ...changes }],
});

const lost = 'no acknowledged payment is lost';
const changed = 'no acknowledged payment is changed';
const forward = 'statuses only move forward';
const approved = 'an approved payment stays approved';
const executed = 'an approved instant payment is executed';
const transactions = 'no transaction is gone or changed';

describe('the verdict on an upgrade', () => {
  it('holds when payments, transactions and links are as before', () => {
    expect(failedIn(good)).toEqual([]);
  });

  it.each<[string, readonly string[]]>([
    ['RCVD', ['RCVD', 'CANC']],
    ['an approval whose execution has not begun', ['RCVD', 'ACCP', 'ACTC', 'ACSP', 'RJCT']],
  ])('holds for a payment that goes on from %s', (_what, statuses) => {
    const later = { isApproved: false, readings: readings(...statuses) };
    expect(failedIn({ ...good, ...withPayment(later) })).toEqual([]);
  });

  it('holds for an approved payment that waits for the run of its day', () => {
    const later = { isInstant: false, readings: readings('RCVD', 'ACTC') };
    expect(failedIn({ ...good, ...withPayment(later) })).toEqual([]);
  });

  it.each<[string, Partial<UpgradeEvidence>, readonly string[]]>([
    [
      'a payment is unknown',
      withPayment({ readings: readings('RCVD', '404 RESOURCE_UNKNOWN', 'ACSC') }),
      [lost],
    ],
    ['a payment was never read', withPayment({ readings: [] }), [lost, approved, executed]],
    [
      'a payment has another amount',
      withPayment({ shown: { ...sent, amount: '11.00' } }),
      [changed],
    ],
    [
      'a payment has another creditor',
      withPayment({ shown: { ...sent, creditor: '' } }),
      [changed],
    ],
    ['a payment cannot be shown', withPayment({ shown: '500 SYSTEM_ERROR' }), [changed]],
    ['a payment was never shown', withPayment({ shown: undefined }), [changed]],
    [
      'an execution is undone',
      withPayment({ readings: readings('ACSC', 'ACCP') }),
      [forward, executed],
    ],
    [
      'an end becomes another end',
      withPayment({ readings: readings('ACSC', 'RJCT') }),
      [forward, executed],
    ],
    [
      'an approval is undone',
      withPayment({ readings: readings('ACTC', 'RCVD') }),
      [forward, approved, executed],
    ],
    ['an approval is forgotten', withPayment({ readings: readings('RCVD') }), [approved, executed]],
    [
      'an approved payment was cancelled',
      withPayment({ readings: readings('ACTC', 'CANC') }),
      [approved, executed],
    ],
    [
      'a transaction is gone',
      {
        transactions: [
          {
            id: 't-1',
            seen: [
              { when: 'before', text: '{}' },
              { when: 'after', text: undefined },
            ],
          },
        ],
      },
      [transactions],
    ],
    [
      'a transaction has another text',
      {
        transactions: [
          {
            id: 't-1',
            seen: [
              { when: 'before', text: '{}' },
              { when: 'after', text: '[]' },
            ],
          },
        ],
      },
      [transactions],
    ],
    [
      'a message is parked',
      { parked: [{ when: 'forth 1', app: 'sca', messages: ['sca.commands.v1'] }] },
      ['no message is parked'],
    ],
    [
      'a link does not work',
      { links: [{ what: 'a link', fault: '404' }] },
      ['links that were given out before still work'],
    ],
    [
      'a payment is not executed',
      { journeys: [{ what: 'a payment', fault: 'ACCP' }] },
      ['what customers do reaches its status'],
    ],
    [
      'a process ends with 1',
      { replacements: [{ what: 'sca', fault: 'ended with 1' }] },
      ['every process ended with 0 and the next one became ready'],
    ],
    ['an order is forgotten', withPayment({ readings: readings('RCVD', 'ACTC') }), [executed]],
    ['nothing was paid', { payments: [] }, [lost, changed, forward, approved, executed]],
    ['nothing was read', { transactions: [] }, [transactions]],
  ])('fails when %s', (_what, evidence, expected) => {
    expect(failedIn({ ...good, ...evidence })).toEqual(expected);
  });

  it('is a table of the turns, and a line for each promise', () => {
    const counts = { made: 234, approved: 52, repeats: 14, failed: 10 };
    const row = { phase: 'forth 1', seconds: 63.2, ...counts };
    const { text, passed, failed } = reportOnUpgrade([row], { ...good, links: [] });
    expect(text).toContain('forth 1            63       234        52        14        10');
    expect(text).toContain('ok     no acknowledged payment is lost (1)');
    expect(text).toContain(
      'FAILED links that were given out before still work (0)\n         - nothing was looked at',
    );
    expect([passed, failed]).toEqual([9, 1]);
  });
});
