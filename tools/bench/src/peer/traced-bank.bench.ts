import { join } from 'node:path';
import type { Comparison } from '../rounds.js';
import { startBank } from './contestants.js';
import { microsecondsOf } from './peer.bench.js';

/**
 * The one-process bank that keeps traces for people, as a sandbox does, against the same without tracing, by the processor
 * time of a POST with all that it sets in motion and with PostgreSQL. At the rate of a bench about one trace of twenty is
 * recorded whole; the others are recorded where a request fails or is slow.
 */
export async function tracedBankBench(
  dataDir: string,
): Promise<Comparison & { stop(): Promise<void> }> {
  const traced = await startBank(join(dataDir, 'traced'), 'on', { TRACES_KEPT: '500' });
  const untraced = await startBank(join(dataDir, 'untraced'), 'on', { TRACES_KEPT: '0' });
  const perSecond = async (bank: typeof traced) => 1e6 / (await microsecondsOf(bank, 'POST'));
  return {
    name: 'POST to a bank that keeps traces, per processor second',
    target: 0.95,
    rounds: 11,
    warmUps: 4,
    against: 'the same without tracing',
    ours: () => perSecond(traced),
    baseline: () => perSecond(untraced),
    stop: async () => {
      await Promise.all([traced.stop(), untraced.stop()]);
    },
  };
}
