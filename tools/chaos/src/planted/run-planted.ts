import { run } from '../run.js';
import type { RunOptions, RunResult } from '../run.js';
import type { Bug } from './bug.js';

/** Load on a cluster with a bug, then the laws against what this run has brought about. */
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
