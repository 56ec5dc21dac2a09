import { setTimeout as delay } from 'node:timers/promises';
import type { Kafka } from 'kafkajs';
import { retryDelayMs } from '../pace.js';

/**
 * Resolves when a broker has answered with the metadata of its cluster. Tries again until then.
 *
 * @throws the reason of the signal
 */
export async function firstAnswer(kafka: Kafka, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  for (let failures = 0; !(await answers(kafka)); failures += 1) {
    await delay(retryDelayMs(failures), undefined, { signal });
  }
}

/** Whether a broker answers. The consumers and producers report the error if none does. */
async function answers(kafka: Kafka): Promise<boolean> {
  const admin = kafka.admin({ retry: { retries: 0 } });
  try {
    await admin.connect();
    await admin.describeCluster();
    return true;
  } catch {
    return false;
  } finally {
    await admin.disconnect().catch(() => undefined);
  }
}
