import type { ProcessBus } from '@nordgate/service/process';

/** A bus that is right but for one thing. */
export type Tamper = (bus: ProcessBus) => ProcessBus;

/** The same bus with some of its methods otherwise; they may use the right ones of `bus`. */
export function otherwise(bus: ProcessBus, changes: Partial<ProcessBus>): ProcessBus {
  return {
    system: bus.system,
    publish: (...args) => bus.publish(...args),
    consume: (...args) => bus.consume(...args),
    openReplies: (...args) => bus.openReplies(...args),
    reply: (...args) => bus.reply(...args),
    publishEvents: (...args) => bus.publishEvents(...args),
    close: () => bus.close(),
    ...changes,
  };
}

/** The topic whose commands are tampered with: the load is made of them. */
export const tamperedTopic = 'payments.commands.v1';
