import type { OrderApproval, SealedApproval, TransferOrdered } from '@nordgate/contracts/core';
import type {
  ExecutionEvent,
  TransferApproval,
  TransferInstructed,
} from '@nordgate/contracts/events';
import { proofStateOf } from '@nordgate/contracts/rules';
import type { SealKeys } from '@nordgate/contracts/rules';
import { defined } from '@nordgate/decider';
import { EventStore } from '@nordgate/event-store';
import type { Database, StoredEvent } from '@nordgate/event-store';
import { coreMessage, Relay } from '@nordgate/messaging';
import type { Bus, Message } from '@nordgate/messaging';
import type { RunningWork } from '@nordgate/service';
import { traceOfEvent } from '@nordgate/telemetry';
import { namedApprovals } from '../execution/approvals.rows.js';
import type { KeptApproval } from '../execution/check-claim.js';
import { executionStream } from '../domain/execution.js';

/** What the orders for the core are read from and written to. */
interface CoreOrdersOptions {
  readonly database: Database;
  /** Tell the seal of sca from others of the same text. */
  readonly keys: SealKeys;
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
export function startCoreOrders({ database, bus, keys, onError }: CoreOrdersOptions): RunningWork {
  const sources = { store: new EventStore(database, [executionStream]), database, keys };
  const types: readonly ExecutionEvent['type'][] = ['TransferInstructed', 'OutcomeMissed'];
  const relay = new Relay({
    topic,
    name: 'core-orders',
    eventTypes: types,
    onError,
    table: { database, types: [executionStream] },
    messageOf: (event) => orderFor(event, sources),
    publish: (messages) => bus.publish(topic, messages),
  });
  relay.start();
  return relay;
}

/** Where an order is read from. */
interface OrderSources extends Pick<CoreOrdersOptions, 'database' | 'keys'> {
  readonly store: EventStore;
}

/** The order that an event asks for; undefined where the core does not execute the transfer, or need not be asked again. */
async function orderFor(event: StoredEvent, sources: OrderSources): Promise<Message | undefined> {
  const fact = { type: event.type, data: event.data } as ExecutionEvent;
  if (fact.type === 'TransferInstructed') return orderMessage(event, fact.data, 0, sources);
  if (fact.type !== 'OutcomeMissed') return undefined;
  const [first] = await sources.store.history(event.streamId);
  if (first === undefined) throw new Error(`${event.streamId} has no instruction`);
  const instructed = first.data as TransferInstructed['data'];
  return orderMessage(event, instructed, fact.data.reminder, sources);
}

async function orderMessage(
  { id, streamId: subject, version: sequence, at: time, meta }: StoredEvent,
  { executor, run: _run, at: _at, approval: named, ...transfer }: TransferInstructed['data'],
  reminder: number,
  sources: OrderSources,
): Promise<Message | undefined> {
  if (executor !== 'core') return undefined;
  const approval = named && (await orderApproval(named, sources));
  if (named !== undefined && approval === undefined) {
    // After a replay of all readers, an order may be older than its approval here (docs/adr/0091).
    if (await hasOutcome(subject, sources)) return undefined;
    throw new Error(`an approval of ${subject} has not arrived`);
  }
  const data = { ...transfer, reminder, ...defined({ approval }) };
  const order: TransferOrdered = { type: 'TransferOrdered', data };
  // The core, too, must not extend a trace that ended long ago.
  const { from: trace } = traceOfEvent({ ...meta, at: time }, Date.now());
  return coreMessage({ ...order, id, source: topic, subject, sequence, time, trace });
}

/** Whether the core has reported how a transfer ended. */
async function hasOutcome(execution: string, { store }: OrderSources): Promise<boolean> {
  const events = await store.history(execution);
  return events.some(({ type }) => ends.has(type));
}

const ends: ReadonlySet<string> = new Set<ExecutionEvent['type']>([
  'TransferSettled',
  'TransferDeclined',
]);

/** The approvals whole; undefined while one is missing, as after a restore. */
async function orderApproval(
  { approvals, ...place }: TransferApproval,
  { database, keys }: OrderSources,
): Promise<OrderApproval | undefined> {
  const known = await namedApprovals(database, approvals);
  const sealed = approvals.flatMap((hash): readonly SealedApproval[] => {
    const those = known.filter((one) => one.hash === hash);
    const isValid = (one: KeptApproval) => one.wasValid ?? proofStateOf(keys, one) === 'valid';
    const proof = those.find(isValid) ?? those.at(-1);
    return proof?.seal === undefined ? [] : [{ ...proof.seal, text: proof.text }];
  });
  return sealed.length < approvals.length ? undefined : { ...place, sealed };
}
