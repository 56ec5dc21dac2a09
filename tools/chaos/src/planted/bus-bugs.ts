import { randomUUID } from 'node:crypto';
import type { Message, ReceivedMessage } from '@nordgate/messaging';
import type { ProcessBus } from '@nordgate/service/process';

/** Makes a bus with one bug out of a correct bus. */
export type BusChange = (bus: ProcessBus) => ProcessBus;

/** The same bus with some methods replaced. The replacements may call the correct `bus`. */
export function withMethods(bus: ProcessBus, changes: Partial<ProcessBus>): ProcessBus {
  return {
    system: bus.system,
    firstAnswer: () => bus.firstAnswer(),
    publish: (...args) => bus.publish(...args),
    consume: (...args) => bus.consume(...args),
    noteEnd: (...args) => bus.noteEnd(...args),
    openReplies: (...args) => bus.openReplies(...args),
    reply: (...args) => bus.reply(...args),
    publishEvents: (...args) => bus.publishEvents(...args),
    close: () => bus.close(),
    ...changes,
  };
}

/** The topic of the load's commands, which the bugs change. */
const commandTopic = 'payments.commands.v1';

/** Longer than the gateway waits for an outcome, so it answers before anything is durable. */
const publishDelayMs = 5000;

/** The gateway treats a command as durable that is only in its own memory. */
export const ackBeforeCommit: BusChange = (bus) =>
  withMethods(bus, {
    publish: (topic, messages: readonly Message[]) => {
      if (topic !== commandTopic) return bus.publish(topic, messages);
      setTimeout(() => void bus.publish(topic, messages).catch(() => undefined), publishDelayMs);
      return Promise.resolve();
    },
  });

/** Long enough that most commands in flight still wait for their effects. */
const handleDelayMs = 1500;

/** A consumer commits the offset of commands before it has applied them. */
export const offsetBeforeEffects: BusChange = (bus) =>
  withMethods(bus, {
    consume: (consumer) =>
      bus.consume({
        ...consumer,
        handle: (slice) => {
          if (consumer.topic !== commandTopic) return consumer.handle(slice);
          setTimeout(() => void consumer.handle(slice).catch(() => undefined), handleDelayMs);
          return Promise.resolve();
        },
      }),
  });

/** One of this many payments is delivered again. */
const againOneIn = 5;

/** A command that is delivered again makes a second payment. */
export const noDedupe: BusChange = (bus) => {
  let count = 0;
  const isAgain = ({ headers }: ReceivedMessage) =>
    headers['ce_type'] === 'InitiatePayment' && (count += 1) % againOneIn === 0;
  return withMethods(bus, {
    consume: (consumer) =>
      bus.consume({
        ...consumer,
        handle: async (slice) => {
          await consumer.handle(slice);
          if (consumer.topic !== commandTopic) return;
          const again = slice.messages.filter(isAgain).map(asNewPayment);
          if (again.length > 0) await consumer.handle({ ...slice, messages: again });
        },
      }),
  });
};

/** The command of a payment as that of another one. */
export function asNewPayment<Sent extends Message>(message: Sent): Sent {
  const key = `payment-${randomUUID().replaceAll('-', '')}`;
  const headers = { ...message.headers, ce_id: `${key}/again`, ce_subject: key };
  return { ...message, key, headers };
}
