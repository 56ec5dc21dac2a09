import {
  BrokerList,
  HttpAddress,
  ListensOn,
  LogLevel,
  Moment,
  OneOf,
  Optional,
  Path,
  Port,
  PostgresAddress,
  Text,
} from './setting-kinds.js';

/** The environment variables of every process. */
export class ProcessSettings {
  /** The address to listen on. Default: loopback. */
  @ListensOn()
  HOST = '127.0.0.1';

  /** The port for queries of other processes, probes and metrics. */
  @Port()
  INTERNAL_PORT = 8090;

  @LogLevel()
  LOG_LEVEL = 'info';

  /** Without this variable no spans are made. */
  @Optional()
  @HttpAddress()
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT?: string;

  @OneOf('sandbox', 'production')
  NORDGATE_ENVIRONMENT!: 'sandbox' | 'production';

  /** Production uses TLS to Kafka and PostgreSQL. These are excepted, e.g. where a sidecar encrypts. */
  @Optional()
  @OneOf('kafka', 'postgres', 'kafka,postgres')
  NORDGATE_PLAINTEXT_TO?: 'kafka' | 'postgres' | 'kafka,postgres';

  /** One file per secret. */
  @Path()
  NORDGATE_SECRETS_DIR!: string;

  @BrokerList()
  KAFKA_BROKERS!: string;

  @Optional()
  @Path()
  KAFKA_TLS_CA_FILE?: string;

  @Optional()
  @Path()
  KAFKA_TLS_CERT_FILE?: string;

  @Optional()
  @Path()
  KAFKA_TLS_KEY_FILE?: string;

  @Optional()
  @OneOf('plain', 'scram-sha-256', 'scram-sha-512')
  KAFKA_SASL_MECHANISM?: 'plain' | 'scram-sha-256' | 'scram-sha-512';

  @Optional()
  @Text()
  KAFKA_SASL_USERNAME?: string;

  @Optional()
  @Path()
  KAFKA_SASL_PASSWORD_FILE?: string;
}

/** The environment variables of a service with its own database. */
export class ServiceSettings extends ProcessSettings {
  @Optional()
  @PostgresAddress()
  DATABASE_URL?: string;

  /** A file with the URL, because the URL holds a password. */
  @Optional()
  @Path()
  DATABASE_URL_FILE?: string;
}

/** The environment variables of a service that acts on approvals of sca. */
export class ApprovalSettings extends ServiceSettings {
  /** For an upgrade: until then an approval without a seal is accepted. */
  @Optional()
  @Moment()
  APPROVALS_UNSEALED_UNTIL?: string;
}
