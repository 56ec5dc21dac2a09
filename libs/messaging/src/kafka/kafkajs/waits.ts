import { createRequire } from 'node:module';

/** The moments of kafkajs that say how long something has lasted, or until when it lasts, by module and member. */
export const moments = {
  // A member sends a heartbeat when the last one is an interval ago.
  'kafkajs/src/consumer/consumerGroup.js': 'lastRequest',
  // A request without an answer is given up, and its connection closed.
  'kafkajs/src/network/requestQueue/socketRequest.js': 'sentAt',
  // A broker asks for a pause.
  'kafkajs/src/network/requestQueue/index.js': 'throttledUntil',
  // Partitions and leaders are asked for again.
  'kafkajs/src/cluster/brokerPool.js': 'metadataExpireAt',
} as const;

type Moments = Record<string, unknown>;

/**
 * Lets waits of kafkajs be as long as they should when the machine's clock is set: point 12 of `adapter.ts`. kafkajs compares
 * `Date.now()` with these moments. Each is kept by the monotonic clock, and moves with `Date.now()` when it is read.
 */
export function waitByMonotonicClock(): void {
  const load = createRequire(import.meta.url);
  for (const [module, name] of Object.entries(moments)) {
    const { prototype } = load(module) as { readonly prototype: Moments };
    keepMonotonic(prototype, name);
  }
}

function keepMonotonic(prototype: Moments, name: string): void {
  const kept = new WeakMap<Moments, unknown>();
  Object.defineProperty(prototype, name, {
    get(this: Moments) {
      const moment = kept.get(this);
      return typeof moment === 'number' ? Math.floor(moment + aheadMs()) : moment;
    },
    set(this: Moments, moment: unknown) {
      kept.set(this, typeof moment === 'number' ? moment - aheadMs() : moment);
    },
  });
}

/** How far the clock of the machine is ahead of the monotonic one, which begins at the start of the process. */
const aheadMs = () => Date.now() - performance.now();
