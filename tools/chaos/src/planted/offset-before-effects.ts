import { otherwise, tamperedTopic } from './tamper.js';
import type { Tamper } from './tamper.js';

/** Most commands in flight wait for their effects. */
const lateMs = 1500;

/** A consumer says that it is done with commands whose effects are still to come. */
export const offsetBeforeEffects: Tamper = (bus) =>
  otherwise(bus, {
    consume: (consumer) =>
      bus.consume({
        ...consumer,
        handle: (slice) => {
          if (consumer.topic !== tamperedTopic) return consumer.handle(slice);
          setTimeout(() => void consumer.handle(slice).catch(() => undefined), lateMs);
          return Promise.resolve();
        },
      }),
  });
