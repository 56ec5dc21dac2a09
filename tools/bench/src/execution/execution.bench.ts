import { openDatabase } from '@nordgate/event-store';
import { groupCommitBench } from '../append.bench.js';
import { postmasterOf, processorSeconds } from '../peer/process-time.js';
import { median } from '../rounds.js';
import type { Comparison } from '../rounds.js';
import { ExecutingBank } from './executing-bank.js';

/** The databases that the bench needs: an empty one for sca and baskets, and one for the baseline. */
export const executionDatabases = ['payments', 'batch', 'accounts', 'others', 'bare'] as const;
type ExecutionDatabase = (typeof executionDatabases)[number];

/** What one executed payment of a run took. */
interface ExecutedPayment {
  readonly perSecond: number;
  /** Processor time of the three services in their process, in milliseconds. */
  readonly processMs: number;
  /** Processor time of PostgreSQL, in milliseconds. */
  readonly databaseMs: number;
}

/** A bench of whole runs. */
export interface ExecutionBench {
  readonly comparison: Comparison;
  /** Lines of text: what a payment took in the median of the rounds, and the seconds of a bulk, which is executed now. */
  readonly figures: () => Promise<readonly string[]>;
  readonly stop: () => Promise<void>;
}

const paymentsPerRun = 20_000;
const bulkParts = 500;
const bulkRounds = 5;
/** Claim, instruction, reservation with booking, settlement, ACSC. */
const commandsPerPayment = 5;

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
  const postmaster = await postmasterOf(url('others'));
  const runs: ExecutedPayment[] = [];
  return {
    comparison: {
      name: `execution of ${String(paymentsPerRun)} payments in one run, commands of three services`,
      target: 0.5,
      against: 'group commit of 100-command slices of one store',
      ours: async () => {
        await bank.approve(paymentsPerRun);
        const run = await measuredRun(bank, postmaster);
        runs.push(run);
        return run.perSecond * commandsPerPayment;
      },
      baseline: groupCommitBench(bare).ours,
      rounds: 3,
      warmUps: 0,
    },
    figures: async () => {
      const mid = (of: keyof ExecutedPayment) => median(runs.map((run) => run[of]));
      const times = `${mid('processMs').toFixed(2)} ms, PostgreSQL ${mid('databaseMs').toFixed(2)} ms`;
      return [
        `   ${mid('perSecond').toFixed(0)} payments/s (target 1000)`,
        `   processor time of a payment ${times} (target 0.5 together)`,
        `   a bulk of 500 in ${(await bulkSeconds(bank)).toFixed(1)} s (target 2)`,
      ];
    },
    stop: async () => {
      await bank.stop();
      await bare.close();
    },
  };
}

/** Executes what is approved, and tells what each payment took. */
async function measuredRun(bank: ExecutingBank, postmaster: number): Promise<ExecutedPayment> {
  const allBefore = await processorSeconds({ pid: process.pid, postmaster });
  const ownBefore = process.cpuUsage();
  const seconds = await bank.executeRun();
  const { user, system } = process.cpuUsage(ownBefore);
  const allSeconds = (await processorSeconds({ pid: process.pid, postmaster })) - allBefore;
  const ownSeconds = (user + system) / 1_000_000;
  return {
    perSecond: paymentsPerRun / seconds,
    processMs: (1000 * ownSeconds) / paymentsPerRun,
    databaseMs: (1000 * (allSeconds - ownSeconds)) / paymentsPerRun,
  };
}

/** From the opening of a run to the outcome of the last part of its only bulk, whose parts are booked one by one. */
async function bulkSeconds(bank: ExecutingBank): Promise<number> {
  const seconds: number[] = [];
  for (let round = 0; round < bulkRounds; round += 1) {
    await bank.approveBulk(bulkParts);
    seconds.push(await bank.executeRun());
  }
  return median(seconds);
}
