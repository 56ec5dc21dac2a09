import type { Message } from '@nordgate/messaging';
import { otherwise, tamperedTopic } from './tamper.js';
import type { Tamper } from './tamper.js';

/** Longer than the gateway waits for an outcome: it answers before anything is durable. */
const lateMs = 5000;

/** The gateway takes a command for durable that is only in its own memory. */
export const ackBeforeCommit: Tamper = (bus) =>
  otherwise(bus, {
    publish: (topic, messages: readonly Message[]) => {
      if (topic !== tamperedTopic) return bus.publish(topic, messages);
      setTimeout(() => void bus.publish(topic, messages).catch(() => undefined), lateMs);
      return Promise.resolve();
    },
  });
