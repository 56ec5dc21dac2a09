import {
  AnyText,
  BrokerList,
  HttpAddress,
  IpAddress,
  OneOf,
  Optional,
  Path,
  Port,
  PostgresAddress,
  WholeNumber,
  TextIn,
  WordsOf,
} from '@nordgate/contracts/fields';
import type { FieldDecorator } from '@nordgate/contracts/fields';
import { partitionsDefault, partitionsMax } from '@nordgate/contracts/topics';
import { recentTraceLimits } from '@nordgate/telemetry';

/** How much a process logs. */
export const LogLevel = (): FieldDecorator =>
  OneOf(['trace', 'debug', 'info', 'warn', 'error', 'silent']);

const dayMs = 86_400_000;

const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/u;

/** A moment in ISO 8601 with its offset from UTC, at most so many days ahead of this process. */
export const MomentWithin = (days: number): FieldDecorator =>
  TextIn({
    accepts: (text) => moment.test(text) && Date.parse(text) <= Date.now() + days * dayMs,
    schema: { type: 'string', pattern: moment.source, format: 'date-time' },
    rule: 'moment.ahead',
    params: { days },
  });

/** What a connection without TLS may lead to: `internal` to other processes, `edge` from clients, `export` to the object stores. */
const PLAINTEXT_PEERS = ['kafka', 'postgres', 'internal', 'edge', 'export'] as const;
export type PlaintextPeer = (typeof PLAINTEXT_PEERS)[number];

/** The environment variables of everything that connects to Kafka. */
export class KafkaConnectionSettings {
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
  @OneOf(['plain', 'scram-sha-256', 'scram-sha-512'])
  KAFKA_SASL_MECHANISM?: 'plain' | 'scram-sha-256' | 'scram-sha-512';

  @Optional()
  @AnyText()
  KAFKA_SASL_USERNAME?: string;

  @Optional()
  @Path()
  KAFKA_SASL_PASSWORD_FILE?: string;

  /** How many partitions the topics of the bank were created with. */
  @WholeNumber(1, partitionsMax)
  TOPIC_PARTITIONS = partitionsDefault;
}

/** The environment variables of every process. */
export class ProcessSettings extends KafkaConnectionSettings {
  /** The address to listen on. Default: loopback. */
  @IpAddress()
  HOST = '127.0.0.1';

  /** The port for queries of other processes, probes and metrics. */
  @Port()
  INTERNAL_PORT = 8090;

  @LogLevel()
  LOG_LEVEL = 'info';

  /** `text` for a person at a terminal. */
  @OneOf(['json', 'text'])
  LOG_FORMAT: 'json' | 'text' = 'json';

  /** A line per answered request of the gateway and of the approval site. */
  @OneOf(['on', 'off'])
  ACCESS_LOG: 'on' | 'off' = 'on';

  /** Without this variable no spans are made. */
  @Optional()
  @HttpAddress()
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT?: string;

  /** PEM of the authorities of an https Collector. */
  @Optional()
  @Path()
  OTEL_EXPORTER_OTLP_TRACES_CERTIFICATE?: string;

  /** Of 100 traces, so many are recorded whole; of the others what failed or was slow. */
  @WholeNumber(0, 100)
  TRACES_PERCENT = 1;

  /** Traces that a process of a sandbox keeps in memory; production keeps none. */
  @WholeNumber(0, recentTraceLimits.tracesMax)
  TRACES_KEPT = 500;

  @OneOf(['sandbox', 'production'])
  NORDGATE_ENVIRONMENT!: 'sandbox' | 'production';

  /** Production uses TLS everywhere. These are excepted, with commas between them, e.g. where a sidecar encrypts. */
  @Optional()
  @WordsOf(PLAINTEXT_PEERS)
  NORDGATE_PLAINTEXT_TO?: string;

  /** PEM of the certificate of the internal server, with its chain. */
  @Optional()
  @Path()
  INTERNAL_TLS_CERT_FILE?: string;

  @Optional()
  @Path()
  INTERNAL_TLS_KEY_FILE?: string;

  /** PEM of the authorities that the certificates of other processes are checked with. */
  @Optional()
  @Path()
  INTERNAL_TLS_CA_FILE?: string;

  /** One file per secret. */
  @Path()
  NORDGATE_SECRETS_DIR!: string;
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

  /** Most connections of the pool; work that this process leads has further ones. */
  @WholeNumber(2, 200)
  DATABASE_POOL_MAX = 10;

  /** Ranges of streams that the rebuild of a projection reads at the same time, at most half of DATABASE_POOL_MAX. */
  @WholeNumber(1, 16)
  REBUILD_READERS = 4;

  /** `run` migrates the database at the start; `await` waits until another process has migrated it. */
  @OneOf(['run', 'await'])
  MIGRATIONS: 'run' | 'await' = 'run';

  /** A file that says where events are exported to: it holds a secret. Without it nothing is exported. */
  @Optional()
  @Path()
  EXPORT_STORE_FILE?: string;

  /** A file that says where the archive of ended streams is, in the form of EXPORT_STORE_FILE. Without it all events stay in the database. */
  @Optional()
  @Path()
  ARCHIVE_STORE_FILE?: string;

  /** So many days the topics of the service keep what is exported; 0 keeps everything. Without an export they keep everything. */
  @WholeNumber(0, 3650)
  TOPIC_DAYS = 35;
}

/** The environment variables of the programs that migrate and restore the database of a service. */
export class DatabaseProgramSettings {
  @Optional()
  @PostgresAddress()
  DATABASE_URL?: string;

  /** A file with the URL, because the URL holds a password. */
  @Optional()
  @Path()
  DATABASE_URL_FILE?: string;

  @LogLevel()
  LOG_LEVEL = 'info';

  /** `text` for a person at a terminal. */
  @OneOf(['json', 'text'])
  LOG_FORMAT: 'json' | 'text' = 'json';

  /** In production the connections have TLS. */
  @OneOf(['sandbox', 'production'])
  NORDGATE_ENVIRONMENT: 'sandbox' | 'production' = 'production';

  /** What a connection without TLS may lead to. `postgres` matters here, and `kafka` and `export` for a restore. */
  @Optional()
  @WordsOf(PLAINTEXT_PEERS)
  NORDGATE_PLAINTEXT_TO?: string;

  /** For a restore: the export is read before the topic. */
  @Optional()
  @Path()
  EXPORT_STORE_FILE?: string;

  /** For a restore: streams in the archive may have to be folded again. */
  @Optional()
  @Path()
  ARCHIVE_STORE_FILE?: string;
}

/** So many days an upgrade may take: as long a stranger at the topics could forge approvals. */
export const UNSEALED_DAYS_MAX = 30;

/** The environment variables of a service that acts on approvals of sca. */
export class ApprovalSettings extends ServiceSettings {
  /** For an upgrade: until then an approval without a seal is accepted. */
  @Optional()
  @MomentWithin(UNSEALED_DAYS_MAX)
  APPROVALS_UNSEALED_UNTIL?: string;
}
