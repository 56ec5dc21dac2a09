import { parseArgs } from 'node:util';

/** What `npm run simulate` is asked for. */
export interface Options {
  readonly from: number;
  readonly seeds: number;
  readonly workers: number;
  /** Multiplies the shares of all faults. */
  readonly rate: number;
  /** Processes of each service: 1 to 3, as a topic of the model has three partitions. */
  readonly replicas: number;
  /** So many gateways, each of which may crash: 1 to 3. Undefined: one that does not. */
  readonly gateways: number | undefined;
  /** The model of PostgreSQL, or a real server, whose runs cannot be replayed exactly. */
  readonly postgres: 'model' | 'real';
  /** Lines of the trace that a failing seed prints. */
  readonly trace: number;
  /** Occasions of faults that go well in any case. */
  readonly spare: readonly number[];
  /** Drops faults one by one while the seed still fails. */
  readonly shrink: boolean;
  /** A planted bug, of `tools/chaos` or of the simulator, which the laws have to find. */
  readonly plant: string | undefined;
  /** Tells which awaits of production code the seeds reached. In one process, and about twice as slow. */
  readonly awaits: boolean;
  /** Clients record histories, and porcupine judges them, in place of the workload and its laws. */
  readonly recorded: boolean;
  /** Where the histories of recorded seeds are written, as lines of JSON. */
  readonly export: string | undefined;
}

/** Reads the command line. @throws TypeError for an option that is not known, Error for a number that is none */
export function optionsOf(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      seed: { type: 'string' },
      seeds: { type: 'string', default: '1' },
      from: { type: 'string', default: '1' },
      workers: { type: 'string', default: '1' },
      rate: { type: 'string', default: '1' },
      replicas: { type: 'string', default: '1' },
      gateways: { type: 'string' },
      postgres: { type: 'string', default: 'model' },
      trace: { type: 'string', default: '60' },
      spare: { type: 'string', default: '' },
      shrink: { type: 'boolean', default: false },
      plant: { type: 'string' },
      awaits: { type: 'boolean', default: false },
      recorded: { type: 'boolean', default: false },
      export: { type: 'string' },
    },
  });
  return {
    from: numberIn('seed', values.seed ?? values.from),
    seeds: values.seed === undefined ? numberIn('seeds', values.seeds) : 1,
    workers: values.awaits ? 1 : numberIn('workers', values.workers),
    rate: numberIn('rate', values.rate),
    replicas: processesIn('replicas', values.replicas),
    gateways: values.gateways === undefined ? undefined : processesIn('gateways', values.gateways),
    postgres: values.postgres === 'real' ? 'real' : 'model',
    trace: numberIn('trace', values.trace),
    spare: values.spare === '' ? [] : values.spare.split(',').map((one) => numberIn('spare', one)),
    shrink: values.shrink,
    plant: values.plant,
    awaits: values.awaits,
    recorded: values.recorded,
    export: values.export,
  };
}

function numberIn(name: string, text: string): number {
  const number = Number(text);
  if (!Number.isFinite(number) || number < 0) throw new Error(`--${name} ${text} is no number`);
  return number;
}

function processesIn(name: string, text: string): number {
  const number = Number(text);
  if (![1, 2, 3].includes(number)) throw new Error(`--${name} ${text} is not 1, 2 or 3`);
  return number;
}
