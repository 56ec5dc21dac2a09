import type { ProcessBus } from '@nordgate/service/process';
import { tamperedDatabase } from './tampered-pool.js';
import type { Intercept } from './tampered-pool.js';
import { otherwise } from './tamper.js';

/** Of so many positions the events of one are lost. */
const lostOneIn = 10;

/** A row of another window end without an event: nothing was there. */
const passOver: Intercept = async (statement, run) =>
  (await run(statement)).map((row) => (isLost(row) ? { ...row, id: null } : row));

function isLost({ type, position }: Readonly<Record<string, unknown>>): boolean {
  return type === 'PaymentInitiated' && Number(position) % lostOneIn === 0;
}

/** The relay passes over some events for ever. */
export function droppedEvent(bus: ProcessBus): ProcessBus {
  return otherwise(bus, {
    publishEvents: (topic, database, types) =>
      bus.publishEvents(topic, tamperedDatabase(database, { 'es.read_window': passOver }), types),
  });
}
