import { Kafka, logLevel } from 'kafkajs';
import type { ISocketFactory, LogEntry } from 'kafkajs';
import { defined } from '@nordgate/decider';
import type { Log } from '@nordgate/telemetry';
import { pace } from '../pace.js';
import { patchKafkajs } from './kafkajs/adapter.js';

/** How to reach a Kafka cluster. */
export interface KafkaSettings {
  /** `host:port` of some brokers. */
  readonly brokers: readonly string[];
  /** Shown in the brokers' logs and quotas. */
  readonly clientId: string;
  /** PEM texts; an empty object means TLS with the authorities of the system. */
  readonly tls?: { readonly ca?: string; readonly cert?: string; readonly key?: string };
  readonly sasl?: {
    readonly mechanism: 'plain' | 'scram-sha-256' | 'scram-sha-512';
    readonly username: string;
    readonly password: string;
  };
  /** Opens the sockets to the brokers; tests cut them. */
  readonly socketFactory?: ISocketFactory;
}

const retry = {
  initialRetryTime: pace.connection.firstRetryMs,
  maxRetryTime: pace.connection.longestRetryMs,
  retries: 8,
} as const;

/** Retries of a consumer's requests. Only `SupervisedConsumer` restarts a consumer that has crashed. */
export const consumerRetry = { ...retry, restartOnFailure: () => Promise.resolve(false) };

/**
 * A kafkajs client with these settings that logs to our log. Throws KafkajsVersionError when another
 * version of kafkajs is installed than the adapter supports.
 */
export function kafkaClient(settings: KafkaSettings, log: Log): Kafka {
  patchKafkajs();
  const { brokers, clientId, tls, sasl, socketFactory } = settings;
  return new Kafka({
    clientId,
    brokers: [...brokers],
    ...defined({ ssl: tls && sslOf(tls), sasl: sasl && saslOf(sasl), socketFactory }),
    connectionTimeout: pace.connection.connectTimeoutMs,
    requestTimeout: pace.connection.requestTimeoutMs,
    retry,
    logLevel: logLevel.WARN,
    logCreator: () => (entry) => logEntry(log, entry),
  });
}

/** kafkajs logs errors from which it recovers by itself; all others reject a promise as well. */
function logEntry(log: Log, { namespace, level, log: { message, error } }: LogEntry): void {
  const fields = { client: namespace, reason: error as unknown };
  if (level === logLevel.ERROR) log.warn(fields, message);
  else log.info(fields, message);
}

function sslOf({ ca, cert, key }: NonNullable<KafkaSettings['tls']>) {
  return defined({ ca: ca === undefined ? undefined : [ca], cert, key });
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
