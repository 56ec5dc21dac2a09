import { parseArgs } from 'node:util';

/** The command line of `npm run load`. */
export interface LoadOptions {
  /** Requests per second, all kinds together. */
  readonly rate: number;
  readonly seconds: number;
  /** Seconds of load before anything is measured. */
  readonly warmUp: number;
  readonly bank: BankChoice;
  /** Absent: the rate is held. Present: it is raised until an objective is missed. */
  readonly findCapacity: boolean;
  /** Whether the processes of the bank are watched for growth. */
  readonly isSoak: boolean;
}

/** Which bank is loaded: one that is started for it, or one that runs. */
export type BankChoice =
  | { readonly is: 'process' }
  | { readonly is: 'kafka'; readonly brokers: 1 | 3; readonly gateways: number }
  | {
      readonly is: 'running';
      readonly gatewayUrl: string;
      readonly scaUrl: string;
      readonly dataDir: string;
    };

/** The text of `--help`. */
export const usage = `npm run load -- [options]   (docs/operations/capacity.md)

  --rate=20             requests per second, all kinds together
  --seconds=30          how long the rate is held
  --warm-up=10          seconds of load before anything is measured
  --find-capacity       raise the rate from --rate on until an objective is missed
  --soak                with --kafka, for --seconds=86400 and the like: payments are approved and executed, too, and memory, open files
                        and lag of the bank's processes are watched
  --kafka               a bank of one process for each app on Kafka; else one process
  --brokers=1           with --kafka: 1 or 3
  --gateways=1          with --kafka: gateways, which take turns
  --gateway=URL         a sandbox bank that runs already, whose test data is reset …
  --site=URL            … its approval site …
  --data=.nordgate      … and its data folder, with the certificate of the demo TPP`;

/**
 * Reads the command line.
 *
 * @returns `help` when the usage was requested
 * @throws Error for an unknown option and for a number that cannot be used
 */
export function readOptions(args: readonly string[]): LoadOptions | 'help' {
  const { values } = parseArgs({
    args: [...args],
    options: {
      rate: { type: 'string', default: '20' },
      seconds: { type: 'string', default: '30' },
      'warm-up': { type: 'string', default: '10' },
      'find-capacity': { type: 'boolean', default: false },
      soak: { type: 'boolean', default: false },
      kafka: { type: 'boolean', default: false },
      brokers: { type: 'string', default: '1' },
      gateways: { type: 'string', default: '1' },
      gateway: { type: 'string' },
      site: { type: 'string' },
      data: { type: 'string', default: '.nordgate' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return 'help';
  if (values.soak && !values.kafka) throw new Error('--soak goes with --kafka');
  return {
    rate: positive('rate', values.rate),
    seconds: positive('seconds', values.seconds),
    warmUp: positive('warm-up', values['warm-up']),
    findCapacity: values['find-capacity'],
    isSoak: values.soak,
    bank: bankOf(values),
  };
}

function bankOf(values: {
  readonly kafka: boolean;
  readonly brokers: string;
  readonly gateways: string;
  readonly gateway?: string | undefined;
  readonly site?: string | undefined;
  readonly data: string;
}): BankChoice {
  const { gateway, site, data } = values;
  if (gateway !== undefined || site !== undefined) {
    if (gateway === undefined || site === undefined || values.kafka) {
      throw new Error('--gateway and --site go together, and without --kafka');
    }
    return { is: 'running', gatewayUrl: gateway, scaUrl: site, dataDir: data };
  }
  if (!values.kafka) return { is: 'process' };
  const brokers = positive('brokers', values.brokers);
  if (brokers !== 1 && brokers !== 3) throw new Error('--brokers has to be 1 or 3');
  return { is: 'kafka', brokers, gateways: positive('gateways', values.gateways) };
}

function positive(option: string, text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) {
    throw new Error(`--${option} has to be a whole number above 0`);
  }
  return value;
}
