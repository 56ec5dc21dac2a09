import { laws } from '@nordgate/chaos/laws';
import { approvals } from './approvals.js';
import { balances } from './balances.js';
import { dueDays } from './due-days.js';
import { consents, permits, sessions } from './reads.js';
import type { SimulatedEvidence, SimulatedLaw } from './simulated-law.js';
import { withoutStandingOrders } from './without-standing-orders.js';

/** What is judged besides the laws of `tools/chaos`. */
export const simulatedLaws: readonly SimulatedLaw[] = [
  { name: 'permits', check: permits },
  { name: 'consents', check: consents },
  { name: 'sessions', check: sessions },
  { name: 'balances', check: balances },
  { name: 'approvals', check: approvals },
  { name: 'due days', check: dueDays },
];

/** What breaks a law, one sentence each, with the law. */
export function violationsIn(evidence: SimulatedEvidence): readonly string[] {
  // L10 is about payments that are executed once.
  const single = withoutStandingOrders(evidence);
  const ofChaos = laws.flatMap(({ id, check }) =>
    check(id === 'L10' ? single : evidence).violations.map((text) => `${id}: ${text}`),
  );
  const own = simulatedLaws.flatMap(({ name, check }) =>
    check(evidence).map((text) => `${name}: ${text}`),
  );
  return [...ofChaos, ...own];
}
