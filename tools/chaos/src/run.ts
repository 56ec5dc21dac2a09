import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import type { Cluster } from '@nordgate/local/cluster';
import type { Chance } from './chance.js';
import { gatherEvidence, streamsOfNow } from './checker/evidence/gather.js';
import { since } from './checker/evidence/since.js';
import { laws } from './checker/laws.js';
import { awaitRest } from './checker/rest.js';
import { judge } from './checker/verdict.js';
import type { Verdict } from './checker/verdict.js';
import { HistoryFile } from './history/history-file.js';
import { startLoad } from './load/load.js';
import type { Parties } from './load/writer.js';

export interface RunOptions {
  readonly cluster: Cluster;
  readonly parties: Parties;
  readonly chance: Chance;
  readonly writers: number;
  /** What happens while requests come in; answers what went wrong besides. */
  readonly meanwhile: () => Promise<readonly string[]>;
  /** After the load, before the bank has to come to rest. */
  readonly afterwards?: () => Promise<void>;
  readonly say: (line: string) => void;
}

export interface RunResult {
  readonly verdict: Verdict;
  readonly complaints: readonly string[];
  /** Where every request of the run is noted. */
  readonly historyFile: string;
}

/** Load and trouble, then rest, then the laws against everything that this run has brought about. */
export async function run(options: RunOptions): Promise<RunResult> {
  const { cluster, parties, chance, writers, say } = options;
  await awaitRest(cluster);
  const before = await streamsOfNow(cluster);
  const folder = await mkdtemp(join(cluster.options.dataDir, 'chaos-'));
  const historyFile = join(folder, 'history.jsonl');
  const history = await HistoryFile.open(historyFile);
  const load = startLoad({ parties, history, chance, writers });
  let complaints: readonly string[];
  try {
    complaints = await options.meanwhile();
  } finally {
    await load.stop();
    await history.close();
  }
  await options.afterwards?.();
  say('the load has stopped; waiting for the bank to come to rest');
  await awaitRest(cluster);
  const [tpp] = parties.tpps;
  if (tpp === undefined) throw new Error('there is no TPP');
  const evidence = await gatherEvidence({ cluster, historyFile, tpp });
  return { verdict: judge(laws, since(before, evidence)), complaints, historyFile };
}
