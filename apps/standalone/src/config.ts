import 'reflect-metadata';
import { plainToInstance } from 'class-transformer';
import {
  IsIn,
  IsInt,
  IsIP,
  IsOptional,
  IsString,
  Matches,
  Max,
  Min,
  validateSync,
} from 'class-validator';

/** The services that own a database each. */
export const services = ['payments', 'baskets', 'sca', 'accounts'] as const;
export type Service = (typeof services)[number];

/** Names of the environment variables that the bank reads, with their defaults. */
export class Config {
  /** Where the embedded database, keys and sandbox certificates live. */
  @IsString()
  NORDGATE_DATA_DIR = '.nordgate';

  /** Folder of further trusted CA certificates (`*.pem`). */
  @IsOptional()
  @IsString()
  NORDGATE_TRUST_DIR?: string;

  /** Address to listen on; loopback unless told otherwise. */
  @IsIP()
  HOST = '127.0.0.1';

  @IsInt()
  @Min(0)
  @Max(65_535)
  GATEWAY_PORT = 8080;

  @IsInt()
  @Min(0)
  @Max(65_535)
  SCA_PORT = 8081;

  @IsIn(['trace', 'debug', 'info', 'warn', 'error', 'silent'])
  LOG_LEVEL = 'warn';

  /** OTLP/HTTP address for traces, e.g. of a collector; no tracing without it. */
  @IsOptional()
  @Matches(/^https?:\/\/\S+$/)
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT?: string;

  @IsOptional()
  @Matches(/^postgres(ql)?:\/\/\S+$/)
  DATABASE_URL_PAYMENTS?: string;

  @IsOptional()
  @Matches(/^postgres(ql)?:\/\/\S+$/)
  DATABASE_URL_BASKETS?: string;

  @IsOptional()
  @Matches(/^postgres(ql)?:\/\/\S+$/)
  DATABASE_URL_SCA?: string;

  @IsOptional()
  @Matches(/^postgres(ql)?:\/\/\S+$/)
  DATABASE_URL_ACCOUNTS?: string;
}

/** Configuration that cannot be used; the message has one line per fault. */
export class ConfigFault extends Error {
  override readonly name = 'ConfigFault';
}

const numbers = new Set(['GATEWAY_PORT', 'SCA_PORT']);

/** Reads and checks the environment. Throws ConfigFault. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const defaults = new Config();
  const given = Object.fromEntries(
    configNames
      .map((name) => [name, env[name]] as const)
      .filter(([, value]) => value !== undefined && value !== '')
      .map(([name, value]) => [name, numbers.has(name) ? Number(value) : value]),
  );
  const config = plainToInstance(Config, { ...defaults, ...given });
  const faults = validateSync(config, { validationError: { target: false, value: false } });
  if (faults.length > 0) {
    const lines = faults.map(({ constraints }) => Object.values(constraints ?? {}).join('; '));
    throw new ConfigFault(lines.join('\n'));
  }
  return config;
}

/** The address of a service's database that the environment names, if any. */
export function databaseUrlOf(config: Config, service: Service): string | undefined {
  return config[`DATABASE_URL_${service.toUpperCase() as Uppercase<Service>}`];
}

const configNames = [
  'NORDGATE_DATA_DIR',
  'NORDGATE_TRUST_DIR',
  'HOST',
  'GATEWAY_PORT',
  'SCA_PORT',
  'LOG_LEVEL',
  'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
  'DATABASE_URL_PAYMENTS',
  'DATABASE_URL_BASKETS',
  'DATABASE_URL_SCA',
  'DATABASE_URL_ACCOUNTS',
] as const;
