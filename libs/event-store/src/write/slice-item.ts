import type { Command, RowWrite } from '@nordgate/decider';

/** Where a message came from and what it said, kept when it has to be parked. */
export interface MessageSource {
  readonly topic: string;
  readonly partition: number;
  /** Position in the partition, as decimal digits. */
  readonly offset: string;
  readonly payload: unknown;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * One message of a slice. A command message has one command and its stream as key; a reaction to an
 * event has the event's stream as key and any number of commands and rows.
 */
export interface SliceItem {
  /** Items of one key are handled in order; behind a parked one they wait. */
  readonly key: string;
  readonly commands: readonly Command[];
  /** Rows that are written with what the commands decide. */
  readonly rows?: readonly RowWrite[];
  /**
   * Its commands found the streams that they are for, as far as anybody knows, and their deciders
   * know a repeat by the stream that is there. A slice of such items alone is decided without a load;
   * the append finds out whether that was right. Their ids need no inbox. One that has to be decided
   * again may come behind those of other keys.
   */
  readonly founds?: boolean;
  /** Further streams that the handlers will ask for, loaded in the same round trip. */
  readonly streams?: readonly string[];
  readonly source: MessageSource;
  /** Why the message cannot be read; it is parked with this reason. */
  readonly fault?: string;
}

/** What became of an item. */
export type SliceResult =
  /** Decided and written; one reply per command, as the handler answered it. */
  | { readonly status: 'done'; readonly replies: readonly unknown[] }
  | { readonly status: 'parked'; readonly reason: string };
