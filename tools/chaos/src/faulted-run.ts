import type { Chance } from './chance.js';
import type { Fault } from './fault.js';
import type { Parties } from './load/parties.js';
import type { FaultyCluster } from './machine/machine.js';
import { reportOn } from './report.js';
import { run } from './run.js';
import { makeTrouble } from './trouble.js';

interface FaultedRunOptions {
  readonly bank: FaultyCluster;
  readonly parties: Parties;
  readonly faults: readonly Fault[];
  readonly chance: Chance;
  readonly writers: number;
  readonly seconds: number;
  readonly say: (line: string) => void;
}

/** A run with faults, and its report. */
export async function faultedRun(options: FaultedRunOptions) {
  const { bank, parties, faults, chance, writers, seconds, say } = options;
  const { cluster, machine } = bank;
  const trouble = { cluster, machine, faults, chance: chance.fork(), seconds, say };
  const meanwhile = () => makeTrouble(trouble);
  const areClocksWrong = faults.some(({ needs = [] }) => needs.includes('clocks'));
  const result = await run({ cluster, parties, chance, writers, areClocksWrong, meanwhile, say });
  return { ...result, ...reportOn(result) };
}
