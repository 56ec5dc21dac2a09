import { outcomeOf } from '../../history/asked.js';
import { markerOf } from '../../history/marker.js';
import type { Evidence } from '../evidence/evidence.js';
import { firstComings } from '../first-comings.js';
import type { Finding } from '../law.js';
import { initiatedIn } from '../marked-facts.js';
import type { Initiated } from '../marked-facts.js';
import { sumOf } from '../money.js';

const amountIn = ({ data }: { readonly data: Initiated }) =>
  data.instruction.instructedAmount.amount;

/**
 * L5: the money adds up. What the history says was acknowledged, and what it asked for in vain but
 * the store has, is what the store holds; the store's sum is the topic's without repeats, and that of
 * the views.
 */
export function sums({ requests, services }: Evidence): Finding {
  const { events, published, streams } = services.payments;
  const stored = initiatedIn(events);
  const there = new Set(stored.map(({ marker }) => marker));
  const expected = requests.flatMap((asked) => {
    const counts = outcomeOf(asked) === 'acknowledged' || there.has(markerOf(asked.request));
    return asked.wish.for === 'payment' && counts ? [asked.wish.amount] : [];
  });
  const views = streams.flatMap(({ state }) => {
    const { instruction } = state as Partial<Initiated>;
    const isMarked = instruction?.endToEndIdentification !== undefined;
    return isMarked ? [instruction.instructedAmount.amount] : [];
  });
  const inHistory = sumOf(expected);
  const others = [
    ['the store', sumOf(stored.map(amountIn))],
    ['the topic', sumOf(initiatedIn(firstComings(published)).map(amountIn))],
    ['the views', sumOf(views)],
  ] as const;
  return {
    looked: { payments: expected.length, 'minor units': Number(inHistory) },
    violations: others
      .filter(([, sum]) => sum !== inHistory)
      .map(
        ([where, sum]) => `the history adds up to ${String(inHistory)}, ${where} to ${String(sum)}`,
      ),
  };
}
