import { demand } from './narrator.js';

/**
 * Waits until what is read is what is expected: statuses follow the events, which are on their way
 * for a moment, up to seconds over Kafka. A TPP asks until they have. Throws JourneyFailed.
 */
export async function reaches(
  promise: string,
  expected: string,
  read: () => Promise<string>,
): Promise<void> {
  const started = Date.now();
  for (;;) {
    const seen = await read();
    if (seen === expected) return;
    demand(Date.now() - started < reachesWithinMs, promise, seen);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

const reachesWithinMs = 10_000;
const pauseMs = 20;
