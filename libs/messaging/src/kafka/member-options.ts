import type { ConsumerConfig } from 'kafkajs';
import { pace } from '../pace.js';
import { consumerRetry } from './kafka-settings.js';

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
