import {
  HttpAddress,
  ListensOn,
  LogLevel,
  OneOf,
  Optional,
  Path,
  Port,
  PostgresAddress,
  readSettings,
} from '@nordgate/service/process';
import type { Environment } from '@nordgate/service/process';

/** The services that own a database each. */
export const services = ['payments', 'baskets', 'sca', 'accounts'] as const;
export type Service = (typeof services)[number];

/** Names of the environment variables that the bank reads, with their defaults. */
export class Config {
  /** Where the embedded database, keys and sandbox certificates live. */
  @Path()
  NORDGATE_DATA_DIR = '.nordgate';

  /** Folder of further trusted CA certificates and of revocation lists. */
  @Optional()
  @Path()
  NORDGATE_TRUST_DIR?: string;

  /** The bank's profile (docs/reference/bank-profile.md); without it the sandbox's. */
  @Optional()
  @Path()
  NORDGATE_PROFILE?: string;

  /** JSON file of the register of TPPs; without it every TPP that is trusted may call. */
  @Optional()
  @Path()
  NORDGATE_TPP_REGISTER_FILE?: string;

  /** Address to listen on; loopback unless told otherwise. */
  @ListensOn()
  HOST = '127.0.0.1';

  @Port()
  GATEWAY_PORT = 8080;

  @Port()
  SCA_PORT = 8081;

  /** Whether the bank seals its answers. */
  @OneOf('on', 'off')
  RESPONSE_SEAL: 'on' | 'off' = 'on';

  /** Loopback only: what the operator's command speaks to. */
  @Port()
  OPERATIONS_PORT = 8082;

  @LogLevel()
  LOG_LEVEL = 'warn';

  /** OTLP/HTTP address for traces, e.g. of a collector; no tracing without it. */
  @Optional()
  @HttpAddress()
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT?: string;

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
}

/** Reads and checks the environment. Throws SettingsFault. */
export function readConfig(env: Environment): Config {
  return readSettings(Config, env);
}

/** The address of a service's database that the environment names, if any. */
export function databaseUrlOf(config: Config, service: Service): string | undefined {
  return config[`DATABASE_URL_${service.toUpperCase() as Uppercase<Service>}`];
}
