import type { ExemptionEvent } from '@nordgate/contracts/events';
import type { BankProfile } from '@nordgate/contracts/profile';
import { amountSum, isBelow, streams } from '@nordgate/contracts/rules';
import type { WrittenAmount } from '@nordgate/contracts/rules';
import { streamType, unreachable } from '@nordgate/decider';

/** The payments of one customer that needed no SCA on one day, as the fold of their events. */
export interface Exemptions {
  readonly count: number;
  /** Decimal strings by currency. */
  readonly sums: Readonly<Record<string, string>>;
}

/** The most that one customer gets on one day without SCA (docs/reference/bank-profile.md). */
export interface ExemptionBounds {
  readonly countMax: number;
  readonly sumMax: WrittenAmount;
}

/** The bounds of a profile; undefined where the profile exempts no payment. */
export function exemptionBoundsOf({
  exemptions,
}: Pick<BankProfile, 'exemptions'>): ExemptionBounds | undefined {
  const { ownAccountsDailyCountMax: countMax, ownAccountsDailySumMax: sumMax } = exemptions ?? {};
  return countMax === undefined || sumMax === undefined ? undefined : { countMax, sumMax };
}

/** Whether one more payment stays within the bounds; never in another currency than theirs. */
export function hasRoomFor(
  { count, sums }: Exemptions,
  { amount, currency }: WrittenAmount,
  { countMax, sumMax }: ExemptionBounds,
): boolean {
  if (count >= countMax || currency !== sumMax.currency) return false;
  const sum = amountSum(sums[currency] ?? '0', amount);
  return !isBelow(sumMax, { amount: sum, currency });
}

function evolve({ count, sums }: Exemptions, event: ExemptionEvent): Exemptions {
  switch (event.type) {
    case 'PaymentExempted': {
      const { amount, currency } = event.data.amount;
      const sum = amountSum(sums[currency] ?? '0', amount);
      return { count: count + 1, sums: { ...sums, [currency]: sum } };
    }
    default:
      return unreachable(event.type);
  }
}

/** Streams `exemptions-<customer>-<day>`. The customer is the same through all TPPs. */
export const exemptionsStream = streamType<Exemptions, ExemptionEvent, 'exemptions'>({
  name: streams.exemptions.category,
  stateVersion: 1,
  initial: { count: 0, sums: {} },
  evolve,
  events: { PaymentExempted: { version: 1 } },
  // A day has ended long before any retention.
  hasEnded: ({ count }) => count > 0,
});
