import {
  HttpAddress,
  IpAddress,
  OneOf,
  Optional,
  Path,
  Port,
  PostgresAddress,
  WholeNumber,
} from '@nordgate/contracts/fields';
import { defaultProfile, ProfileError, readProfile } from '@nordgate/contracts/profile';
import type { BankProfile } from '@nordgate/contracts/profile';
import { withTppTrust } from '@nordgate/service/trust';
import {
  LogLevel,
  MomentWithin,
  readSettings,
  SettingsError,
  UNSEALED_DAYS_MAX,
} from '@nordgate/service/settings';
import type { Environment } from '@nordgate/service/settings';
import { recentTraceLimits } from '@nordgate/telemetry';

/** The services that own a database each. */
export const services = ['payments', 'baskets', 'sca', 'accounts', 'batch'] as const;
export type Service = (typeof services)[number];

/** The environment variables of the bank alone, with their defaults. */
export class BankConfig {
  /** These commands run a sandbox only; any other value is an error. */
  @OneOf(['sandbox'])
  NORDGATE_ENVIRONMENT: 'sandbox' | 'production' = 'sandbox';

  /** Folder of the embedded database, the keys and the sandbox certificates. */
  @Path()
  NORDGATE_DATA_DIR = '.nordgate';

  /** Folder of additional CA certificates and of revocation lists. */
  @Optional()
  @Path()
  NORDGATE_TRUST_DIR?: string;

  /** The bank's profile (docs/reference/bank-profile.md). Default: the sandbox's. */
  @Optional()
  @Path()
  NORDGATE_PROFILE?: string;

  /** Address to listen on. */
  @IpAddress()
  HOST = '127.0.0.1';

  @Port()
  GATEWAY_PORT = 8080;

  @Port()
  SCA_PORT = 8081;

  /** Wrong customer numbers, codes and links of one address in ten minutes. Tests of a TPP send many. */
  @WholeNumber(1)
  SCA_WRONG_TRIES = 300;

  /** Port of the console for TPP developers. */
  @Port()
  CONSOLE_PORT = 8083;

  /** The first internal port of `npm run start:kafka`; the other apps use the following ports. */
  @Port()
  INTERNAL_PORT = 8090;

  /** For an upgrade: until then approvals without a seal are accepted. */
  @Optional()
  @MomentWithin(UNSEALED_DAYS_MAX)
  APPROVALS_UNSEALED_UNTIL?: string;

  /** Whether the bank seals its answers. `on` keeps the seal of the data folder, and makes an ECDSA seal. */
  @OneOf(['on', 'ecdsa', 'rsa', 'off'])
  RESPONSE_SEAL: 'on' | 'ecdsa' | 'rsa' | 'off' = 'on';

  /** Port of the operator's command, on loopback only. */
  @Port()
  OPERATIONS_PORT = 8082;

  @LogLevel()
  LOG_LEVEL = 'warn';

  /** `text` for a person at a terminal, `json` for a collector of log lines. */
  @OneOf(['json', 'text'])
  LOG_FORMAT: 'json' | 'text' = 'text';

  /** OTLP/HTTP address for traces, such as that of a collector. Without it no tracing. */
  @Optional()
  @HttpAddress()
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT?: string;

  /** Of 100 traces that are sent, so many are recorded whole; of the others what failed or was slow. */
  @WholeNumber(0, 100)
  TRACES_PERCENT = 100;

  /** Traces that the bank keeps in memory, for `operator request` and the console. */
  @WholeNumber(0, recentTraceLimits.tracesMax)
  TRACES_KEPT = 500;

  @Optional()
  @PostgresAddress()
  DATABASE_URL_PAYMENTS?: string;

  @Optional()
  @PostgresAddress()
  DATABASE_URL_BASKETS?: string;

  @Optional()
  @PostgresAddress()
  DATABASE_URL_SCA?: string;

  @Optional()
  @PostgresAddress()
  DATABASE_URL_ACCOUNTS?: string;

  @Optional()
  @PostgresAddress()
  DATABASE_URL_BATCH?: string;
}

const AllVariables = withTppTrust(BankConfig);

/** The environment variables of the bank, with those of the register of TPPs and of OCSP. */
export type Config = InstanceType<typeof AllVariables>;

/** The form of all lines, also of those before the settings are read. */
export const logForm = ({ LOG_FORMAT }: Environment) => (LOG_FORMAT === 'json' ? 'json' : 'text');

/** Reads and checks the environment. @throws SettingsError with one line per fault */
export function readConfig(env: Environment): Config {
  return readSettings(AllVariables, env);
}

/**
 * The bank's profile.
 *
 * @throws SettingsError with a line per fault of the file, and for a production profile: a sandbox must not
 * pretend to be production
 */
export function profileOf({ NORDGATE_PROFILE: file }: Config): BankProfile {
  if (file === undefined) return defaultProfile('sandbox');
  const profile = readOwn(file);
  if (profile.environment === 'sandbox') return profile;
  throw new SettingsError(
    `NORDGATE_PROFILE: ${file} is for ${profile.environment}; ` +
      'npm start and npm run start:kafka run a sandbox only (docs/how-to)',
  );
}

function readOwn(file: string): BankProfile {
  try {
    return readProfile(file);
  } catch (error) {
    if (error instanceof ProfileError)
      throw new SettingsError(`NORDGATE_PROFILE: ${error.message}`);
    throw error;
  }
}

/** The address of a service's database in the environment, if any. */
export function databaseUrlOf(config: Config, service: Service): string | undefined {
  return config[`DATABASE_URL_${service.toUpperCase() as Uppercase<Service>}`];
}
