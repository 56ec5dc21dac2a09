import { setTimeout as sleep } from 'node:timers/promises';
import type { OperatedService, ParkedCount, RetriedNext } from '@nordgate/contracts/commands';
import { OperationRefused } from './operations-client.js';
import type { Operations } from './operations-client.js';

/** Which parked messages are retried, and how fast. */
export interface RetryAll {
  readonly service: OperatedService;
  readonly consumer?: string;
  readonly dryRun: boolean;
  /** Default: every message that is parked at the start. */
  readonly max?: number;
  /** Messages per second. Default: the next message follows at once. */
  readonly rate?: number;
  readonly reason?: string;
}

const progressEvery = 100;

/**
 * Retries parked messages one by one, the oldest first, until one of its key fails again. The service handles each
 * message in one transaction and keeps the order of its key, so the run may end at any message and begin again. A
 * message that is parked after the start is left alone.
 *
 * @param wait called between two messages, with milliseconds
 * @throws OperationRefused when a message is still parked at the end, or the service does not answer
 */
export async function retryAll(
  { service, consumer, dryRun, max, rate, reason }: RetryAll,
  operations: Operations,
  say: (text: string) => void,
  wait: (ms: number) => Promise<unknown> = sleep,
): Promise<void> {
  const of = { service, ...(consumer !== undefined && { consumer }) };
  const found = (await operations.run({ name: 'CountParked', ...of })) as ParkedCount;
  if (found.messages === 0) return say('nothing is parked');
  say(`${String(found.messages)} messages of ${String(found.keys)} keys are parked`);
  const tally = new Tally(found, dryRun);
  const why = reason === undefined ? {} : { reason };
  const request = { name: 'RetryNextParked', ...of, upTo: found.upTo, dryRun, ...why } as const;
  try {
    for (let after = '0'; tally.tried < (max ?? Infinity);) {
      if (rate !== undefined && tally.tried > 0) await wait(1000 / rate);
      const next = (await operations.run({ ...request, after })) as RetriedNext | null;
      if (next === null) break;
      after = next.seq;
      const line = tally.add(next);
      if (line !== undefined) say(line);
    }
  } finally {
    say(tally.line());
  }
  if (tally.failed > 0) {
    throw new OperationRefused(`${String(tally.failed)} messages cannot be handled`);
  }
}

/** Counts results, and words them. */
class Tally {
  tried = 0;
  failed = 0;

  constructor(
    private readonly found: ParkedCount,
    private readonly isDryRun: boolean,
  ) {}

  /** The line about this message: each failure has one, and every hundredth message. */
  add(next: RetriedNext): string | undefined {
    this.tried += 1;
    if (next.result === 'parked') {
      this.failed += 1;
      const { seq, type, consumer, key, topic, partition, offset, reason = '' } = next;
      const place = `${topic}/${String(partition)}/${offset}`;
      return `message ${seq} (${type} for ${consumer}, key ${key}, ${place}): ${reason}`;
    }
    return this.tried % progressEvery === 0 ? this.line() : undefined;
  }

  line(): string {
    const well = this.isDryRun ? 'readable' : 'done';
    const counts = `${String(this.tried - this.failed)} ${well}, ${String(this.failed)} failed`;
    return `${String(this.tried)} of ${String(this.found.messages)} tried: ${counts}`;
  }
}
