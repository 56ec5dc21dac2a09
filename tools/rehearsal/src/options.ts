import { parseArgs } from 'node:util';

/** Faults that a rehearsal has to notice. */
export const plants = {
  'no-pre-stop': 'pods get SIGTERM at once, while balancers still send requests',
  'lying-readiness': 'release B answers 200 to the readiness probe while it stops',
  'cannot-read': 'release B cannot read the version of the event that release C writes',
  'renaming-migration': 'the migration of release B renames a column that release A reads',
} as const;
export type Plant = keyof typeof plants;

/** The command line of `npm run rehearse`. */
export interface RehearsalOptions {
  /** The slice of three minutes. */
  readonly short: boolean;
  readonly plant: Plant | undefined;
  /** Requests per second. */
  readonly rate: number;
  readonly seed: number;
  /** The rendered manifests. */
  readonly manifests: string;
}

export const usage = `npm run rehearse -- [options]   (docs/operations/upgrade.md)

  --short               one service, fewer seconds of load: at most three minutes
  --plant=NAME          plant a fault, which has to be noticed: ${Object.keys(plants).join(', ')}
  --rate=10             requests per second
  --seed=1              of the load
  --manifests=FILE      default: deploy/k8s/rendered/sandbox.yaml`;

/** Reads the command line. @throws Error for an unknown option and for a value that cannot be used */
export function readOptions(args: readonly string[]): RehearsalOptions | 'help' {
  const { values } = parseArgs({
    args: [...args],
    options: {
      short: { type: 'boolean', default: false },
      plant: { type: 'string' },
      rate: { type: 'string', default: '10' },
      seed: { type: 'string', default: '1' },
      manifests: { type: 'string', default: 'deploy/k8s/rendered/sandbox.yaml' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return 'help';
  const { plant } = values;
  if (plant !== undefined && !Object.hasOwn(plants, plant)) {
    throw new Error(`--plant has to be one of ${Object.keys(plants).join(', ')}`);
  }
  return {
    short: values.short,
    plant: plant as Plant | undefined,
    rate: positive('rate', values.rate),
    seed: positive('seed', values.seed),
    manifests: values.manifests,
  };
}

function positive(name: string, text: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && value > 0) return value;
  throw new Error(`--${name} has to be a whole number above 0`);
}
