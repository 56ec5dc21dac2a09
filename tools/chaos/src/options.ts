import { parseArgs } from 'node:util';
import { faults, faultsNamed } from './faults/faults.js';
import type { Fault } from './faults/fault.js';
import { bugs } from './planted/bugs.js';
import type { Bug } from './planted/bug.js';

/** What a run of chaos is asked for. */
export interface ChaosOptions {
  readonly seconds: number;
  readonly seed: number;
  readonly brokers: 1 | 3;
  readonly writers: number;
  /** Inflicted in turn; with `bugs` none are. */
  readonly faults: readonly Fault[];
  /** Bugs to plant instead of faults; absent: the bank as it is. */
  readonly bugs?: readonly Bug[];
}

const seedMax = 2 ** 31;

/** Reads the command line. Throws for an option, a number, a fault or a bug that is none. */
export function readOptions(args: readonly string[]): ChaosOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      seconds: { type: 'string', default: '60' },
      seed: { type: 'string', default: String(Date.now() % seedMax) },
      brokers: { type: 'string' },
      writers: { type: 'string', default: '6' },
      faults: { type: 'string' },
      planted: { type: 'boolean', default: false },
      bugs: { type: 'string' },
    },
  });
  const isPlanted = values.planted || values.bugs !== undefined;
  const brokers = brokersOf(values.brokers ?? (isPlanted ? '1' : '3'));
  const names = values.faults?.split(',').filter((name) => name !== '');
  return {
    seconds: numberOf('seconds', values.seconds),
    seed: numberOf('seed', values.seed),
    writers: numberOf('writers', values.writers),
    brokers,
    faults: names === undefined ? possibleFaults(brokers) : faultsNamed(names),
    ...(isPlanted ? { bugs: bugsNamed(values.bugs?.split(',')) } : {}),
  };
}

/** A single broker is never killed: there is nothing that could take over. */
function possibleFaults(brokers: 1 | 3): Fault[] {
  return faults.filter(({ name }) => brokers === 3 || name !== 'kill-broker');
}

function bugsNamed(names: readonly string[] | undefined): readonly Bug[] {
  if (names === undefined) return bugs;
  return names.map((name) => {
    const found = bugs.find((bug) => bug.name === name);
    if (found !== undefined) return found;
    throw new Error(`there is no bug ${name}; there are ${bugs.map((bug) => bug.name).join(', ')}`);
  });
}

function brokersOf(text: string): 1 | 3 {
  if (text === '1') return 1;
  if (text === '3') return 3;
  throw new Error(`--brokers is 1 or 3, not ${text}`);
}

function numberOf(name: string, text: string): number {
  if (/^\d+$/.test(text)) return Number(text);
  throw new Error(`--${name} is a whole number, not ${text}`);
}
