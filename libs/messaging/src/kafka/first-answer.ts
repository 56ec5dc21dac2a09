import { setTimeout as delay } from 'node:timers/promises';
import type { Kafka } from 'kafkajs';
import { retryDelayMs } from '../pace.js';

/**
 * Resolves when a broker has answered with the metadata of its cluster. Tries again until then.
 *
 * @throws the reason of the signal
 */
export async function firstAnswer(kafka: Kafka, signal: AbortSignal): Promise<void> {
  for (let failures = 0; ; failures += 1) {
    signal.throwIfAborted();
    const admin = kafka.admin({ retry: { retries: 0 } });
    try {
      await admin.connect();
      await admin.describeCluster();
      return;
    } catch {
      // The consumers and producers report the error.
    } finally {
      await admin.disconnect().catch(() => undefined);
    }
    await delay(retryDelayMs(failures), undefined, { signal });
  }
}
