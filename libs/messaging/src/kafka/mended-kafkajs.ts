import { createRequire } from 'node:module';

/** What of a connection's queue of requests is mended here. */
interface RequestQueue {
  readonly pending: readonly unknown[];
  scheduleCheckPendingRequests: (this: RequestQueue) => void;
}

/**
 * Keeps kafkajs 2.2.4 from looking a thousand times a second, per connection and for ever, whether a
 * request waits to be sent: once a connection had sent anything, each look scheduled the next one
 * (its issues 1556, 1604 and 1704; no release since has a change). Nothing waits unless something is
 * pending, and whatever becomes pending is followed by a look.
 * docs/adr/0009-kafka-transport.md says what the looking cost.
 */
export function mendKafkajs(): void {
  const { prototype } = load('kafkajs/src/network/requestQueue/index.js') as {
    readonly prototype: RequestQueue & { [mended]?: true };
  };
  if (prototype[mended]) return;
  const schedule = prototype.scheduleCheckPendingRequests;
  prototype.scheduleCheckPendingRequests = function () {
    if (this.pending.length > 0) schedule.call(this);
  };
  prototype[mended] = true;
}

const load = createRequire(import.meta.url);
const mended = Symbol('mended by nordgate');
