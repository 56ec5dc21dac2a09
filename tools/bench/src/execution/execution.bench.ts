import { openDatabase } from '@nordgate/event-store';
import { groupCommitBench } from '../append.bench.js';
import type { Comparison } from '../rounds.js';
import { ExecutingBank } from './executing-bank.js';

/** The databases that the bench needs: an empty one for sca and baskets, and one for the baseline. */
export const executionDatabases = ['payments', 'batch', 'accounts', 'others', 'bare'] as const;
type ExecutionDatabase = (typeof executionDatabases)[number];

/** A bench of whole runs. */
export interface ExecutionBench {
  readonly comparison: Comparison;
  /** Payments per second of the last round. */
  readonly paymentsPerSecond: () => number;
  readonly stop: () => Promise<void>;
}

const paymentsPerRun = 20_000;
/** Claim, instruction, reservation with booking, start with settlement, ACSP, ACSC. */
const commandsPerPayment = 6;

/**
 * A run of approved payments in one process, from its opening to the last ACSC, as decided commands of all
 * services together, against group commit of the event store alone.
 */
export async function executionBench(
  url: (database: ExecutionDatabase) => string,
): Promise<ExecutionBench> {
  const bank = await ExecutingBank.start(url);
  const bare = await openDatabase({
    ...{ url: url('bare'), applicationName: 'nordgate-bench', migrations: [], poolMax: 32 },
  });
  let rate = 0;
  return {
    comparison: {
      name: `execution of ${String(paymentsPerRun)} payments in one run, commands of three services`,
      target: 0.5,
      against: 'group commit of 100-command slices of one store',
      ours: async () => {
        await bank.approve(paymentsPerRun);
        const seconds = await bank.executeRun();
        rate = paymentsPerRun / seconds;
        return rate * commandsPerPayment;
      },
      baseline: groupCommitBench(bare).ours,
      rounds: 3,
      warmUps: 0,
    },
    paymentsPerSecond: () => rate,
    stop: async () => {
      await bank.stop();
      await bare.close();
    },
  };
}
