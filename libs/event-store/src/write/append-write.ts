import type { Claim, RowWrite } from '@nordgate/decider';
import type { EventMeta } from '../read/stored-event.js';

/** An event on its way into the store, in today's form. */
export interface NewEvent {
  readonly type: string;
  readonly schemaVersion: number;
  readonly data: unknown;
  readonly meta: EventMeta;
}

/** What is appended to one stream. */
export interface StreamWrite {
  readonly streamId: string;
  readonly streamType: string;
  /** The version that the stream must have now; 0 for a new one. */
  readonly expected: number;
  readonly events: readonly NewEvent[];
  /** The folded state after these events, and the version of its form. */
  readonly state: unknown;
  readonly stateVersion: number;
  readonly take: readonly Claim[];
  readonly release: readonly Claim[];
  /** Streams of one group are written together or not at all. Unique numbers for loose streams. */
  readonly group: number;
}

/** A row that is written unless one of these streams is refused. */
export interface PendingRow extends RowWrite {
  readonly after: readonly string[];
}

/** Everything that one transaction writes. */
export interface AppendWrite {
  /** Whose inbox the command ids go to. */
  readonly consumer: string;
  readonly streams: readonly StreamWrite[];
  /** Handled command ids, each with a stream that it wrote to. */
  readonly inbox: readonly { readonly messageId: string; readonly streamId: string }[];
  readonly rows: readonly PendingRow[];
  /**
   * Keys of messages that were decided without asking whether earlier ones of their key are parked:
   * if one is, nothing at all is written (40001), however often. Goes with streams to write.
   */
  readonly unaskedKeys?: readonly string[];
}

/** A stream that was not written, though others of the call may have been. */
export interface RefusedStream {
  readonly streamId: string;
  /** `version`: somebody else wrote; `claim`: another stream holds it; `group`: a fellow was refused. */
  readonly reason: 'version' | 'claim' | 'group';
  readonly claim?: Claim;
  /** The stream that holds the claim. */
  readonly holder?: string;
}
