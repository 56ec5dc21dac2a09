import { outcomeOf } from '../../history/history.js';
import { markerOf, initiatedIn } from '../markers.js';
import type { Evidence } from '../evidence/evidence.js';
import { withoutRepeats } from '../facts.js';
import type { LawResult } from '../law.js';
import type { Initiated } from '../markers.js';
import { sumOf } from '../../money.js';

const amountIn = ({ data }: { readonly data: Initiated }) =>
  data.instruction.instructedAmount.amount;

/**
 * L5: the sums of amounts agree. The history's sum counts acknowledged payments and unacknowledged ones
 * that are in the store. It equals the sums of the store, of the topic without repeats and of the views.
 */
export function sums({ requests, services }: Evidence): LawResult {
  const { events, published, streams } = services.payments;
  const stored = initiatedIn(events);
  const there = new Set(stored.map(({ marker }) => marker));
  const expected = requests.flatMap((asked) => {
    const counts = outcomeOf(asked) === 'acknowledged' || there.has(markerOf(asked.request));
    return asked.wish.for === 'payment' && counts ? [asked.wish.amount] : [];
  });
  // A view may keep no instruction: the state is folded from the events then.
  const initiated = new Map(stored.map(({ stream, data }) => [stream, data]));
  const views = streams.flatMap(({ stream, state }) => {
    const { instruction } = { ...initiated.get(stream), ...(state as Partial<Initiated>) };
    const isMarked = instruction?.endToEndIdentification !== undefined;
    return isMarked ? [instruction.instructedAmount.amount] : [];
  });
  const inHistory = sumOf(expected);
  const others = [
    ['the store', sumOf(stored.map(amountIn))],
    ['the topic', sumOf(initiatedIn(withoutRepeats(published)).map(amountIn))],
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
