import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { faults, faultsNamed } from './faults.js';
import type { Fault } from './fault.js';
import { bugs } from './planted/bugs.js';
import { isPossibleHere } from './machine/machine.js';
import type { Bug } from './planted/bugs.js';

/** The command line of `npm run chaos`. */
export interface ChaosOptions {
  readonly seconds: number;
  readonly seed: number;
  readonly brokers: 1 | 3;
  readonly writers: number;
  /** Inflicted in a random order; none are with `bugs`. */
  readonly faults: readonly Fault[];
  /** The file for the history of decisions. Absent: none is written. */
  readonly decisions?: string;
  /** Each fault alone, with three seeds from `seed` on, instead of all in one run. */
  readonly all: boolean;
  /** The file of the results of such runs. */
  readonly resultsFile: string;
  /** Bugs to plant instead of faults. Absent: the bank as it is. */
  readonly bugs?: readonly Bug[];
  /** Whether connections have TLS, though no fault needs it. */
  readonly hasTls: boolean;
}

const seedMax = 2 ** 31;
const defaultResults = join(import.meta.dirname, '../../../artifacts/chaos/every-fault.jsonl');

/** The text of `--help`. */
export const usage = `npm run chaos -- [options]   (docs/how-to/run-chaos.md)

  --seconds=60          least duration of the faults; every fault is inflicted at least once
  --all                 each fault alone, with three seeds from --seed on (1), for 15 s at least
  --results=FILE        where --all writes what came of each run (artifacts/chaos/every-fault.jsonl);
                        runs that the file has are not repeated
  --seed=N              the same faults, delays and requests again
  --brokers=3           1 or 3
  --writers=6           concurrent writers
  --tls                 TLS to the gateways, PostgreSQL and Kafka, and between the apps; renew-certificates has it always
  --faults=A,B          ${faults.map(({ name }) => name).join(', ')}
  --decisions=FILE      writes the history of decisions, for npm run replay
  --planted             every planted bug instead of faults, on one broker
  --bugs=A,B            ${bugs.map(({ name }) => name).join(', ')}`;

/**
 * Reads the command line.
 *
 * @returns `help` when the usage was requested
 * @throws Error for an unknown option, fault or bug, and for a malformed number
 */
export function readOptions(args: readonly string[]): ChaosOptions | 'help' {
  const { values } = parseArgs({
    args: [...args],
    options: {
      seconds: { type: 'string' },
      seed: { type: 'string' },
      all: { type: 'boolean', default: false },
      results: { type: 'string', default: defaultResults },
      brokers: { type: 'string' },
      writers: { type: 'string', default: '6' },
      tls: { type: 'boolean', default: false },
      faults: { type: 'string' },
      decisions: { type: 'string' },
      planted: { type: 'boolean', default: false },
      bugs: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return 'help';
  const defaults = values.all ? ofAll : ofOneRun();
  const isPlanted = values.planted || values.bugs !== undefined;
  const brokers = brokersOf(values.brokers, isPlanted);
  const names = values.faults?.split(',').filter((name) => name !== '');
  return {
    seconds: numberOf('seconds', values.seconds ?? defaults.seconds),
    seed: numberOf('seed', values.seed ?? defaults.seed),
    all: values.all,
    resultsFile: values.results,
    writers: numberOf('writers', values.writers),
    hasTls: values.tls,
    brokers,
    faults: names === undefined ? possibleFaults(brokers) : faultsNamed(names),
    ...(values.decisions !== undefined && { decisions: values.decisions }),
    ...(isPlanted && { bugs: bugsNamed(values.bugs?.split(',')) }),
  };
}

/** The same runs each time, so that they can go on after an end. */
const ofAll = { seconds: '15', seed: '1' };
const ofOneRun = () => ({ seconds: '60', seed: String(Date.now() % seedMax) });

/** A single broker is never killed, as no other broker could take over. What needs root is left to root. */
function possibleFaults(brokers: 1 | 3): Fault[] {
  const possible = faults.filter(isPossibleHere);
  return possible.filter(({ needsBrokers }) => brokers === 3 || needsBrokers !== true);
}

function bugsNamed(names: readonly string[] | undefined): readonly Bug[] {
  if (names === undefined) return bugs;
  return names.map((name) => {
    const found = bugs.find((bug) => bug.name === name);
    if (found !== undefined) return found;
    throw new Error(`there is no bug ${name}; there are ${bugs.map((bug) => bug.name).join(', ')}`);
  });
}

function brokersOf(given: string | undefined, isPlanted: boolean): 1 | 3 {
  const text = given ?? (isPlanted ? '1' : '3');
  if (text === '1') return 1;
  if (text === '3') return 3;
  throw new Error(`--brokers is 1 or 3, not ${text}`);
}

function numberOf(name: string, text: string): number {
  if (/^\d+$/.test(text)) return Number(text);
  throw new Error(`--${name} is a whole number, not ${text}`);
}
