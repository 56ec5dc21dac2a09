import type { Command, DomainEvent } from './decider.js';
import { defined } from './defined.js';

/**
 * A table that is written in the append transaction, declared once. `sql` takes one array per column
 * and must be idempotent: `insert … select from unnest($1::text[], …) on conflict … do update … where`
 * the new row is newer.
 */
export interface RowUpsert {
  /** The name of the prepared statement, unique in the process. */
  readonly name: string;
  readonly sql: string;
  /** The columns in the order of the parameters. */
  readonly columns: readonly string[];
  /** The columns that identify a row. Default: the first column. */
  readonly key?: readonly string[];
}

/** One row of such a table, with one value per column. */
export interface RowWrite {
  readonly upsert: RowUpsert;
  readonly row: readonly unknown[];
}

/** An event of another service, as its consumers see it. */
export interface ReceivedEvent<Event extends DomainEvent = DomainEvent> {
  readonly stream: string;
  /** Position in the stream, from 1. Consumers drop events that they know by (stream, version). */
  readonly version: number;
  readonly event: Event;
  /** When the database of its service stored it, ISO 8601 in UTC. */
  readonly at: string;
  /** How far the world of the event is ahead of `at`, in milliseconds. Absent: it is not. */
  readonly aheadMs?: number;
  /** W3C trace context of the request that caused the event. */
  readonly traceparent?: string;
  readonly tracestate?: string;
}

/**
 * What a service does about an event: commands to the own streams and rows of the own tables, written
 * in one transaction. A repeated event changes nothing: deciders ignore a repeated command, and rows
 * keep the higher version.
 */
export interface Reaction {
  readonly commands?: readonly Command[];
  readonly rows?: readonly RowWrite[];
}

/** The service must not act on this event, now or later: it is parked, without a second attempt. */
export class UntrustedEventError extends Error {
  override readonly name = 'UntrustedEventError';
}

/** The reaction to an event that this service does not handle. */
export const noReaction: Reaction = {};

/**
 * A command that an event causes. Its id is derived from the event and the target stream, so a repeated
 * event makes the same command.
 */
export function commandFrom<Type extends string, Data>(
  received: Omit<ReceivedEvent, 'event'>,
  command: { readonly type: Type; readonly stream: string; readonly data: Data },
): Command<Type, Data> {
  const { at, aheadMs, traceparent, tracestate } = received;
  return {
    ...command,
    id: `${received.stream}@${String(received.version)}>${command.stream}`,
    meta: {
      at: aheadMs === undefined ? at : worldTimeOf(at, aheadMs),
      actor: `event:${received.stream}`,
      ...defined({ aheadMs, traceparent, tracestate }),
    },
  };
}

/** The time in a world that is so many milliseconds ahead of a time, ISO 8601 in UTC. */
export function worldTimeOf(at: string, aheadMs: number): string {
  return new Date(Date.parse(at) + aheadMs).toISOString();
}
