import { asNewPayment, withMethods } from '@nordgate/chaos/bus-bugs';
import type { ReceivedMessage } from '@nordgate/messaging';
import type { ProcessBus } from '@nordgate/service/process';

/**
 * A bus of payments whose process knows only the commands that it has handled itself: one that another process has handled makes a second
 * payment when it is delivered again. Call it once for each run of the bank.
 */
export function dedupeInMemory(): (app: string, bus: ProcessBus) => ProcessBus {
  const handled = new Set<string>();
  return (app, bus) => (app === 'payments' ? withOwnMemory(bus, handled) : bus);
}

/**
 * The same, with a memory on the disk of its machine, which a restart keeps: a service of one process makes no second payment. Call it once
 * for each run of the bank.
 */
export function dedupeOnDisk(): (app: string, bus: ProcessBus, process: string) => ProcessBus {
  const handled = new Set<string>();
  const disks = new Map<string, Set<string>>();
  return (app, bus, process) => {
    if (app !== 'payments') return bus;
    const disk = disks.get(process) ?? new Set();
    disks.set(process, disk);
    return withOwnMemory(bus, handled, disk);
  };
}

/**
 * @param handled the commands that any process has handled
 * @param own those that this process knows
 */
function withOwnMemory(bus: ProcessBus, handled: Set<string>, own = new Set<string>()): ProcessBus {
  const known = (message: ReceivedMessage): ReceivedMessage => {
    const { ce_id: id = '', ce_type: type } = message.headers;
    if (type !== 'InitiatePayment' || own.has(id)) return message;
    own.add(id);
    return handled.has(id) ? asNewPayment(message) : message;
  };
  return withMethods(bus, {
    consume: (consumer) =>
      bus.consume({
        ...consumer,
        handle: async (slice) => {
          if (consumer.topic !== 'payments.commands.v1') return consumer.handle(slice);
          await consumer.handle({ ...slice, messages: slice.messages.map(known) });
          for (const { headers } of slice.messages) handled.add(headers['ce_id'] ?? '');
        },
      }),
  });
}
