import type { Command, Refusal, RowWrite } from '@nordgate/decider';
import type { EventStore } from './event-store.js';
import type { UnitOfWork } from './unit-of-work.js';

/** The origin and the content of a message; kept when the message is parked. */
export interface MessageSource {
  readonly topic: string;
  readonly partition: number;
  /** Position in the partition, as decimal digits. */
  readonly offset: string;
  readonly payload: unknown;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * One message of a slice. A command message has one command and the command's stream as key. A
 * reaction to an event has the event's stream as key and any number of commands and rows.
 */
export interface SliceItem {
  /** Items of one key are handled in order; they wait behind a parked one. */
  readonly key: string;
  readonly commands: readonly Command[];
  /** Rows that are written together with the events of the commands. */
  readonly rows?: readonly RowWrite[];
  /**
   * Each command is expected to create its stream, and its decider recognises a repeat by the stream
   * that exists. A slice of such items only is decided without a load; the append finds out whether a
   * stream exists after all. The ids of such commands need no inbox. An item that must be decided
   * again may come after items of other keys.
   */
  readonly createsStream?: boolean;
  /** Further streams that the handlers will ask for, loaded in the same round trip. */
  readonly streams?: readonly string[];
  readonly source: MessageSource;
  /** Why the message cannot be read; the message is parked with this reason. */
  readonly fault?: string;
  /** The error behind `fault`, with its stack. */
  readonly error?: unknown;
}

/** The outcome of an item. */
export type SliceResult =
  /** Decided and written. One reply per command: the return value of the handler. */
  | { readonly status: 'done'; readonly replies: readonly unknown[] }
  | {
      readonly status: 'parked';
      readonly reason: string;
      /** The error of a message that is itself at fault; absent behind a parked message of its key. */
      readonly error?: unknown;
    };

/**
 * Runs one command: gets roots from the work and runs deciders on them. Resolves to the reply, which
 * may be a refusal. A rejection parks the item, unless it is an infrastructure failure.
 */
export type Execute = (command: Command, work: UnitOfWork) => Promise<unknown>;

/** Messages that are handled in one transaction. */
export interface Slice {
  readonly store: EventStore;
  /** The owner of the inbox and of the parked messages, e.g. a consumer group. */
  readonly consumer: string;
  readonly items: readonly SliceItem[];
  readonly execute: Execute;
  /**
   * Called with all commands of the slice before the first is executed, to load together what they will ask
   * for. Rejects only with an infrastructure failure.
   */
  readonly prepare?: (commands: readonly Command[], work: UnitOfWork) => Promise<void>;
  /**
   * The reply to the commands of an item whose decision cannot be stored, for a sender who reads replies;
   * undefined parks the item. Default: every such item is parked.
   */
  readonly refusalOf?: ((error: unknown) => Refusal | undefined) | undefined;
  /** Keep the ids of the commands in the inbox. Default true; false where deciders know a repeat. */
  readonly usesInbox?: boolean;
}

/** How a slice is handled. */
export interface SliceRun extends Omit<Slice, 'items'> {
  readonly usesInbox: boolean;
  /** An operator retries a parked item: it does not wait behind parked items and is not parked. */
  readonly isRetry: boolean;
}

/** An item and its result, once there is one. */
export interface SliceEntry {
  readonly item: SliceItem;
  result?: SliceResult;
}
