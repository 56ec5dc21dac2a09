import type { TransferOrdered } from '@nordgate/contracts/core';
import type { ExecutionEvent, TransferInstructed } from '@nordgate/contracts/events';
import { EventStore } from '@nordgate/event-store';
import type { Database, StoredEvent } from '@nordgate/event-store';
import { coreMessage, Relay } from '@nordgate/messaging';
import type { Bus, Message } from '@nordgate/messaging';
import type { RunningWork } from '@nordgate/service';
import { traceOfEvent } from '@nordgate/telemetry';
import { executionStream } from '../domain/execution.js';

/** What the orders for the core are read from and written to. */
interface CoreOrdersOptions {
  readonly database: Database;
  readonly bus: Bus;
  readonly onError: (error: unknown) => void;
}

/** The topic for the core; it is the source of its messages, too. */
const topic = 'core.instructions.v1';

/**
 * Publishes every transfer of the executor `core`, and asks again where an outcome is missing: each at
 * least once, those of a transfer in order, by the replica that leads (docs/adr/0036). The checkpoint moves
 * when the brokers have a page, so a killed replica loses no order.
 */
export function startCoreOrders({ database, bus, onError }: CoreOrdersOptions): RunningWork {
  const store = new EventStore(database, [executionStream]);
  const types: readonly ExecutionEvent['type'][] = ['TransferInstructed', 'OutcomeMissed'];
  const relay = new Relay({
    ...{ topic, name: 'core-orders', eventTypes: types, onError },
    table: { database, types: [executionStream] },
    messageOf: (event) => orderFor(event, store),
    publish: (messages) => bus.publish(topic, messages),
  });
  relay.start();
  return relay;
}

/** The order that an event asks for; undefined where the core does not execute the transfer. */
async function orderFor(event: StoredEvent, store: EventStore): Promise<Message | undefined> {
  const fact = { type: event.type, data: event.data } as ExecutionEvent;
  if (fact.type === 'TransferInstructed') return orderMessage(event, fact.data, 0);
  if (fact.type !== 'OutcomeMissed') return undefined;
  const [first] = await store.history(event.streamId);
  if (first === undefined) throw new Error(`${event.streamId} has no instruction`);
  return orderMessage(event, first.data as TransferInstructed['data'], fact.data.reminder);
}

function orderMessage(
  { id, streamId: subject, version: sequence, at: time, meta }: StoredEvent,
  { executor, run: _run, at: _at, ...transfer }: TransferInstructed['data'],
  reminder: number,
): Message | undefined {
  if (executor !== 'core') return undefined;
  const order: TransferOrdered = { type: 'TransferOrdered', data: { ...transfer, reminder } };
  // The core, too, must not extend a trace that ended long ago.
  const { from: trace } = traceOfEvent({ ...meta, at: time }, Date.now());
  return coreMessage({ ...order, id, source: topic, subject, sequence, time, trace });
}
