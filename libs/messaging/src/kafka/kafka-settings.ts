import { Kafka, logLevel } from 'kafkajs';
import type { ISocketFactory, LogEntry } from 'kafkajs';
import type { Log } from '@nordgate/telemetry';
import { mendKafkajs } from './mended-kafkajs.js';

/** How to reach a Kafka cluster. */
export interface KafkaSettings {
  /** `host:port` of some brokers. */
  readonly brokers: readonly string[];
  /** Shown in the brokers' logs and quotas. */
  readonly clientId: string;
  /** PEM texts; an empty object means TLS with the system's authorities. */
  readonly tls?: { readonly ca?: string; readonly cert?: string; readonly key?: string };
  readonly sasl?: {
    readonly mechanism: 'plain' | 'scram-sha-256' | 'scram-sha-512';
    readonly username: string;
    readonly password: string;
  };
  /** Opens the sockets to the brokers; tests cut them. */
  readonly socketFactory?: ISocketFactory;
}

/** Reconnects come soon, at most two seconds apart, however long a broker is away. */
export const retry = { initialRetryTime: 100, maxRetryTime: 2000, retries: 8 } as const;

/** A kafkajs client with these settings, whose log lines go to ours. */
export function kafkaClient(settings: KafkaSettings, log: Log): Kafka {
  mendKafkajs();
  const { brokers, clientId, tls, sasl, socketFactory } = settings;
  return new Kafka({
    clientId,
    brokers: [...brokers],
    ...(tls === undefined ? {} : { ssl: definedOf(tls) }),
    ...(sasl === undefined ? {} : { sasl: saslOf(sasl) }),
    ...(socketFactory === undefined ? {} : { socketFactory }),
    connectionTimeout: 3000,
    requestTimeout: 10_000,
    retry,
    logLevel: logLevel.WARN,
    logCreator: () => (entry) => tell(log, entry),
  });
}

/** kafkajs calls errors what it recovers from by itself; what it does not comes back as a rejection. */
function tell(log: Log, { namespace, level, log: { message, error } }: LogEntry): void {
  const fields = { client: namespace, reason: error as unknown };
  if (level === logLevel.ERROR) log.warn(fields, message);
  else log.info(fields, message);
}

function definedOf(tls: NonNullable<KafkaSettings['tls']>) {
  const { ca, cert, key } = tls;
  return {
    ...(ca === undefined ? {} : { ca: [ca] }),
    ...(cert === undefined ? {} : { cert }),
    ...(key === undefined ? {} : { key }),
  };
}

function saslOf({ mechanism, username, password }: NonNullable<KafkaSettings['sasl']>) {
  switch (mechanism) {
    case 'plain':
      return { mechanism, username, password };
    case 'scram-sha-256':
      return { mechanism, username, password };
    case 'scram-sha-512':
      return { mechanism, username, password };
  }
}
