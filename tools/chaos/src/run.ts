import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import type { Cluster } from '@nordgate/local/cluster';
import type { Chance } from './chance.js';
import { since } from './checker/evidence/evidence.js';
import { gatherEvidence, streamsOfNow } from './checker/evidence/gather.js';
import { judge } from './checker/law.js';
import type { Verdict } from './checker/law.js';
import { laws } from './checker/laws.js';
import { awaitRest, isAnythingDue } from './checker/rest.js';
import { HistoryFile } from './history/history-file.js';
import { runOnce } from './load/batch-runs.js';
import { startLoad } from './load/load.js';
import type { Parties } from './load/parties.js';
import type { Bug } from './planted/bugs.js';

interface RunOptions {
  readonly cluster: Cluster;
  readonly parties: Parties;
  readonly chance: Chance;
  readonly writers: number;
  /** Whether the clock of a gateway may be wrong, which then refuses the date of a right request. Default: no. */
  readonly areClocksWrong?: boolean;
  /** Runs while requests come in. Resolves with unexpected effects. */
  readonly meanwhile: () => Promise<readonly string[]>;
  /** Runs after the load, before the bank has to come to rest. */
  readonly afterwards?: () => Promise<void>;
  readonly say: (line: string) => void;
}

export interface RunResult {
  readonly verdict: Verdict;
  readonly failures: readonly string[];
  /** The file with every request of the run. */
  readonly historyFile: string;
}

/** Load and trouble, then rest, then all laws against the evidence of this run. */
export async function run(options: RunOptions): Promise<RunResult> {
  const { cluster, parties, chance, writers, areClocksWrong = false, say } = options;
  await awaitRest(cluster, false);
  const before = await streamsOfNow(cluster);
  const folder = await mkdtemp(join(cluster.options.dataDir, 'chaos-'));
  const historyFile = join(folder, 'history.jsonl');
  const history = await HistoryFile.open(historyFile);
  const load = startLoad({ parties, history, chance, writers, areClocksWrong });
  let failures: readonly string[];
  try {
    failures = await options.meanwhile();
  } finally {
    try {
      await load.stop();
    } finally {
      await history.close();
    }
  }
  await options.afterwards?.();
  say('the load has stopped; waiting for the bank to come to rest');
  await executeTheRest(options, historyFile);
  const [tpp] = parties.tpps;
  const evidence = await gatherEvidence({ cluster, historyFile, tpp });
  return { verdict: judge(laws, since(before, evidence)), failures, historyFile };
}

/** Waits until the bank is at rest, after a last run if anything that was approved is left to it. */
async function executeTheRest(
  { cluster, parties, chance }: RunOptions,
  historyFile: string,
): Promise<void> {
  for (let isShort = true, runs = 0; ; runs += 1) {
    await awaitRest(cluster, !isShort);
    const isDue = runs < runsMax && (await isAnythingDue(cluster));
    if (!isDue && !isShort) return;
    isShort = false;
    if (!isDue) continue;
    const history = await HistoryFile.open(historyFile);
    try {
      await runOnce({ parties, history, chance });
    } finally {
      await history.close();
    }
  }
}

/** A short look may come too early for the last approvals. A lost claim keeps a run from its payments. */
const runsMax = 2;

/** A run on a cluster with a planted bug. The bug is removed before the bank comes to rest. */
export async function runPlanted(
  bug: Bug,
  options: Omit<RunOptions, 'meanwhile' | 'afterwards'>,
): Promise<RunResult> {
  const { cluster } = options;
  await bug.plant(cluster);
  let isPlanted = true;
  const uproot = async () => {
    isPlanted = false;
    await bug.uproot(cluster);
  };
  try {
    return await run({
      ...options,
      meanwhile: () => bug.meanwhile(cluster).then(() => []),
      afterwards: uproot,
    });
  } finally {
    if (isPlanted) await uproot();
  }
}
