import type { Command, DomainEvent } from './decider.js';

/**
 * A table that is written in the append transaction, declared once. `sql` takes one array per column
 * and must bear repeats: `insert … select from unnest($1::text[], …) on conflict … do update … where`
 * the new row is newer.
 */
export interface RowUpsert {
  /** Unique in the process: names the prepared statement. */
  readonly name: string;
  readonly sql: string;
  /** The columns in the order of the parameters. */
  readonly columns: readonly string[];
  /** The columns that identify a row; the first one unless given. */
  readonly key?: readonly string[];
}

/** One row for such a table. */
export interface RowWrite {
  readonly upsert: RowUpsert;
  readonly row: readonly unknown[];
}

/** An event of another service, as its consumers see it. */
export interface ReceivedEvent<Event extends DomainEvent = DomainEvent> {
  readonly stream: string;
  /** Position in its stream, from 1: consumers dedupe by (stream, version). */
  readonly version: number;
  readonly event: Event;
  /** When the owner's database stored it, ISO 8601. */
  readonly at: string;
  readonly traceparent?: string;
  readonly tracestate?: string;
}

/**
 * What a service does about an event: commands to its own streams, rows of its own tables. Both
 * are committed together; a repeat of the event changes nothing, because deciders ignore repeats
 * and rows keep the higher version.
 */
export interface Reaction {
  readonly commands?: readonly Command[];
  readonly rows?: readonly RowWrite[];
}

/** The reaction to an event that is none of this service's business. */
export const noReaction: Reaction = {};

/**
 * A command that follows from an event. Its id is derived, so the same event always makes the same
 * command.
 */
export function commandFrom<Type extends string, Data>(
  received: ReceivedEvent,
  command: { readonly type: Type; readonly stream: string; readonly data: Data },
): Command<Type, Data> {
  const { traceparent, tracestate } = received;
  return {
    ...command,
    id: `${received.stream}@${String(received.version)}>${command.stream}`,
    meta: {
      at: received.at,
      actor: `event:${received.stream}`,
      ...(traceparent === undefined ? {} : { traceparent }),
      ...(tracestate === undefined ? {} : { tracestate }),
    },
  };
}
