import { Kafka, logLevel } from 'kafkajs';
import type { ConsumerConfig, ISocketFactory, LogEntry, SASLOptions } from 'kafkajs';
import { defined } from '@nordgate/decider';
import { brokersPeer } from '@nordgate/telemetry';
import type { Log } from '@nordgate/telemetry';
import { pace } from '../pace.js';
import { patchKafkajs } from './kafkajs/adapter.js';
import { requireTrust } from './kafkajs/trust.js';

/** How to reach a Kafka cluster. */
export interface KafkaSettings {
  /** `host:port` of some brokers. */
  readonly brokers: readonly string[];
  /** Shown in the brokers' logs and quotas. */
  readonly clientId: string;
  /** How many partitions the first generation of each topic has. Default `partitionsDefault` of the contracts. */
  readonly topicPartitions?: number;
  /**
   * PEM texts; an empty object means TLS with the authorities of the system. Read for each connection, so that the
   * members may change.
   */
  readonly tls?: {
    readonly ca?: string | undefined;
    readonly cert?: string | undefined;
    readonly key?: string | undefined;
  };
  readonly sasl?: {
    readonly mechanism: 'plain' | 'scram-sha-256' | 'scram-sha-512';
    readonly username: string;
    /** Read for each connection. */
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

/** How a member of a consumer group stays in it. A shorter session has heartbeats and fetches that are shorter by as much. */
export function memberOptions(
  sessionTimeout: number = pace.consumer.sessionMs,
): Omit<ConsumerConfig, 'groupId'> {
  const share = sessionTimeout / pace.consumer.sessionMs;
  return {
    sessionTimeout,
    heartbeatInterval: pace.consumer.heartbeatMs * share,
    rebalanceTimeout: pace.consumer.rebalanceMs,
    maxWaitTimeInMs: pace.consumer.fetchWaitMs * share,
    maxBytesPerPartition: 1024 * 1024,
    retry: consumerRetry,
  };
}

/**
 * A kafkajs client with these settings that logs to our log. Throws KafkajsVersionError when another
 * version of kafkajs is installed than the adapter supports.
 */
export function kafkaClient(settings: KafkaSettings, log: Log): Kafka {
  patchKafkajs();
  const { brokers, clientId, tls, sasl, socketFactory } = settings;
  const ssl = tls && sslOf(tls);
  if (ssl) requireTrust(ssl, brokers);
  return new Kafka({
    clientId,
    brokers: [...brokers],
    ...defined({ ssl, sasl: sasl && saslOf(sasl), socketFactory }),
    connectionTimeout: pace.connection.connectTimeoutMs,
    requestTimeout: pace.connection.requestTimeoutMs,
    retry,
    logLevel: logLevel.WARN,
    logCreator: () => (entry) => logEntry(log, entry),
  });
}

/**
 * kafkajs logs errors from which it recovers by itself; all others reject a promise as well. While brokers are away these
 * are many lines of each client, so the log counts them as lines about one peer.
 */
function logEntry(log: Log, { namespace, level, log: { message, error } }: LogEntry): void {
  const isAway = awayTexts.test(`${message} ${String(error ?? '')}`);
  const peer = isAway ? brokersPeer : `kafkajs ${namespace}`;
  const fields = { client: namespace, reason: error as unknown, peer };
  if (level === logLevel.ERROR) log.warn(fields, message);
  else log.info(fields, message);
}

/** What kafkajs 2.2.4 writes about brokers that do not answer, are left or do not lead. */
const awayTexts =
  /connect|Connection|broker|disconnected|timed out|number of retries|coordinator|leader|metadata|ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EHOST/;

/** kafkajs copies the members of `ssl` for each connection (its `network/socketFactory.js`). */
function sslOf(tls: NonNullable<KafkaSettings['tls']>) {
  return {
    get ca() {
      return tls.ca === undefined ? undefined : [tls.ca];
    },
    get cert() {
      return tls.cert;
    },
    get key() {
      return tls.key;
    },
  };
}

/** kafkajs reads the password at each login (its `broker/saslAuthenticator`). */
function saslOf(sasl: NonNullable<KafkaSettings['sasl']>): SASLOptions {
  const { mechanism, username } = sasl;
  return {
    mechanism,
    username,
    get password() {
      return sasl.password;
    },
  };
}
