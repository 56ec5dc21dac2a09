import type { DomainEvent, ReceivedEvent } from '@nordgate/decider';

/** What an event does to one row: writes the whole row, or removes the row with this key. */
export type RowChange<Row extends object> =
  | { readonly put: Row }
  | { readonly remove: Partial<Row> };

/**
 * A table that follows the events of the service that owns it. `rowsOf` is pure and gets the events of a stream
 * in order; rows of different streams have different keys. The rows after any history are then the last
 * change per key, however the history was cut into pages.
 */
export interface Projection<Row extends object = object, Event extends DomainEvent = DomainEvent> {
  /** Also the name of its checkpoint. */
  readonly name: string;
  /** Raise it when `rowsOf` or the columns change: the table is then rebuilt from the first event. */
  readonly version: number;
  /** The TypeORM entity of its table. A migration makes the table and leaves index names to PostgreSQL. */
  readonly entity: new () => Row;
  /** The types of events that it reads; it skips the others. */
  readonly eventTypes: readonly Event['type'][];
  /**
   * A later release drops the table, and earlier ones read it: it is followed only in a database in which it was followed
   * when the process started.
   */
  readonly isLeaving?: boolean;
  rowsOf(event: ReceivedEvent<Event>): readonly RowChange<Row>[];
}

/** An event that a projection cannot turn into rows: the projection stops there, it never skips. */
export class UnprojectableEventError extends Error {
  override readonly name = 'UnprojectableEventError';
}

/** Somebody is rebuilding this projection already. */
export class RebuildRunningError extends Error {
  override readonly name = 'RebuildRunningError';
}

/** The name of the checkpoint of the table that a rebuild fills. */
export function shadowCheckpoint({ name }: Pick<Projection, 'name'>): string {
  return `${name}:rebuild`;
}
