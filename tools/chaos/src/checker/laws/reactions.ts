import { effectsDone, effectsDue } from '../effects.js';
import type { Effect } from '../effects.js';
import type { Evidence } from '../evidence/evidence.js';
import type { Finding } from '../law.js';

/**
 * L2, the reactions: everything that follows from an event in another service has happened there
 * exactly once, and nothing has happened without its cause.
 */
export function reactions(evidence: Evidence): Finding {
  const due = new Set(effectsDue(evidence));
  const done = countsOf(effectsDone(evidence));
  const missing = [...due].filter((effect) => !done.has(effect));
  const uncaused = [...done.keys()].filter((effect) => !due.has(effect));
  const repeated = [...done].filter(([, times]) => times > 1);
  return {
    looked: { 'effects due': due.size, 'effects done': done.size },
    violations: [
      ...missing.map((effect) => `it has not happened: ${effect}`),
      ...uncaused.map((effect) => `it happened without a cause: ${effect}`),
      ...repeated.map(([effect, times]) => `it happened ${String(times)} times: ${effect}`),
    ],
  };
}

function countsOf(effects: readonly Effect[]): Map<Effect, number> {
  const counts = new Map<Effect, number>();
  for (const effect of effects) counts.set(effect, (counts.get(effect) ?? 0) + 1);
  return counts;
}
