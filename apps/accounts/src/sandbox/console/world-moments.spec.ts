import type { WorldMoment } from '@nordgate/contracts/queries';
import { shownMoment } from './world-moments.js';

const at = '2030-03-04T05:00:00.000Z';
const idOf = (kind: string, id: string) => `${kind}:${id}`;
const order = { service: 'periodic-payments', id: 'o' } as const;
const bulk = { service: 'bulk-payments', id: 'b' } as const;

describe('a moment of a world', () => {
  const cases: readonly (readonly [WorldMoment, string, string | undefined, boolean])[] = [
    [
      { what: 'run', at, runId: '2030-03-04-0600.12', due: 0, executed: 0 },
      ...(['Run 2030-03-04-0600: 0 due, 0 executed', undefined, false] as const),
    ],
    [
      { what: 'execution', at, payment: order, outcome: 'settled', occurrence: '2030-03-03' },
      ...(['Executed, occurrence of 2030-03-03', '/payments/periodic%3Ao', false] as const),
    ],
    [
      { what: 'execution', at, payment: bulk, outcome: 'declined', parts: 3, reason: 'no-funds' },
      ...(['Not executed, 3 sub-payments, no funds', '/payments/bulk%3Ab', true] as const),
    ],
    [
      { what: 'execution', at, payment: bulk, outcome: 'debited' },
      'Debited, the bank of the payee has not confirmed',
      ...(['/payments/bulk%3Ab', false] as const),
    ],
    [
      { what: 'rejection', at, payment: order, reason: 'refused-by-psu' },
      ...(['Rejected: refused by psu', '/payments/periodic%3Ao', true] as const),
    ],
    [{ what: 'session', at }, 'The hour of a session was over', undefined, false],
    [
      { what: 'consent', at, of: { kind: 'consent', id: 'c' } },
      ...(['A consent ended', '/?about=consent%3Ac', false] as const),
    ],
    [
      { what: 'link', at, of: { kind: 'basket', id: 'k' } },
      ...(['The time for an approval of a basket was over', '/baskets/basket%3Ak', false] as const),
    ],
    [
      { what: 'link', at, of: { kind: 'payment' } },
      ...(['The time for an approval of a payment was over', undefined, false] as const),
    ],
    [{ what: 'link', at }, 'The time for an approval was over', undefined, false],
  ];

  it.each(cases)('%j reads %j', (moment, text, href, isBad) => {
    const shown = shownMoment(moment, idOf);
    expect([shown.at, shown.text, shown.about?.href, shown.isBad]).toEqual([at, text, href, isBad]);
  });
});
