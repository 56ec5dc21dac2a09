import type { OpenBus } from '../host/process/process-definition.js';
import type { MemoryBus } from '@nordgate/messaging';

/** Lets several processes of one test share a bus in memory. The test closes it. */
export function sharedBus(bus: MemoryBus): OpenBus {
  return () => ({
    system: bus.system,
    firstAnswer: () => Promise.resolve(),
    publish: (...args) => bus.publish(...args),
    consume: (consumer) => bus.consume(consumer),
    noteEnd: (of) => bus.noteEnd(of),
    openReplies: (receive) => bus.openReplies(receive),
    reply: (...args) => bus.reply(...args),
    publishEvents: (...args) => bus.attachEventTable(...args),
    close: () => Promise.resolve(),
  });
}
