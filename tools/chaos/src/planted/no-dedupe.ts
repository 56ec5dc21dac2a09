import { randomUUID } from 'node:crypto';
import type { ReceivedMessage } from '@nordgate/messaging';
import { otherwise, tamperedTopic } from './tamper.js';
import type { Tamper } from './tamper.js';

/** Of so many payments one is delivered again. */
const againOneIn = 5;

/** A command that is delivered again is taken for a new one, with a payment of its own. */
export const noDedupe: Tamper = (bus) => {
  let count = 0;
  const isAgain = ({ headers }: ReceivedMessage) =>
    headers['ce_type'] === 'InitiatePayment' && (count += 1) % againOneIn === 0;
  return otherwise(bus, {
    consume: (consumer) =>
      bus.consume({
        ...consumer,
        handle: async (slice) => {
          await consumer.handle(slice);
          if (consumer.topic !== tamperedTopic) return;
          const again = slice.messages.filter(isAgain).map(asNew);
          if (again.length > 0) await consumer.handle({ ...slice, messages: again });
        },
      }),
  });
};

function asNew(message: ReceivedMessage): ReceivedMessage {
  const key = `payment-${randomUUID().replaceAll('-', '')}`;
  const headers = { ...message.headers, ce_id: `${key}/again`, ce_subject: key };
  return { ...message, key, headers };
}
