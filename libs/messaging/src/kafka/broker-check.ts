import { setTimeout as delay } from 'node:timers/promises';
import type { Admin, Kafka } from 'kafkajs';
import { backgroundCheck, brokersPeer } from '@nordgate/telemetry';
import type { HealthCheck } from '@nordgate/telemetry';

/** A check of the brokers, which keeps its connection until it is stopped. */
export interface BrokerCheck {
  readonly check: HealthCheck;
  stop(): Promise<void>;
}

/** Longest wait for brokers that may be unavailable. */
const closeLimitMs = 1000;

/**
 * Whether any broker answers now. It informs only: a process that waits for brokers still answers what needs none, and a
 * process that leaves its groups would make the outage longer.
 */
export function brokerCheck(kafka: Pick<Kafka, 'admin'>): BrokerCheck {
  let admin: Pick<Admin, 'connect' | 'describeCluster' | 'disconnect'> | undefined;
  const check = backgroundCheck({
    name: 'brokers',
    informs: true,
    outage: { peer: brokersPeer, words: 'no brokers reachable' },
    attempt: async () => {
      admin ??= kafka.admin({ retry: { retries: 0 } });
      await admin.connect();
      await admin.describeCluster();
    },
  });
  return {
    check,
    async stop() {
      const closed = admin?.disconnect().catch(() => undefined);
      await Promise.race([closed, delay(closeLimitMs, undefined, { ref: false })]);
    },
  };
}
