import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { ExecutingBank } from './executing-bank.js';

/** What is left on the heap after runs of different sizes in one process. */
export interface MemoryFigures {
  readonly runs: readonly { readonly payments: number; readonly heapMib: number }[];
  /** The heap after the last run, as a share of that after the first. */
  readonly ratio: number;
}

/** The first run warms up: what a service always keeps is there then. */
const sizes = [2000, 10_000, 100_000] as const;
const mib = 1024 * 1024;

/**
 * The heap of payments, batch and accounts in one process after a run of 10,000 payments and after one of
 * 100,000, each after a collection of garbage. A service that keeps something of each payment shows here.
 */
export async function memoryFigures(
  url: (database: 'payments' | 'batch' | 'accounts' | 'others') => string,
): Promise<MemoryFigures> {
  const bank = await ExecutingBank.start(url);
  try {
    const heaps: { payments: number; heapMib: number }[] = [];
    for (const payments of sizes) {
      await bank.approve(payments);
      await bank.executeRun();
      heaps.push({ payments, heapMib: heapAfterGc() / mib });
    }
    const [, ...runs] = heaps;
    const ratio = (runs.at(-1)?.heapMib ?? Number.NaN) / (runs[0]?.heapMib ?? Number.NaN);
    return { runs, ratio };
  } finally {
    await bank.stop();
  }
}

/** Bytes in use after a collection, which V8 offers to programs only by a flag. */
function heapAfterGc(): number {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  return process.memoryUsage().heapUsed;
}
