import type { StreamState } from './root.js';

/** What is asked for in one load. */
export interface LoadRequest {
  /** Whose inbox and parked messages count. */
  readonly consumer: string;
  readonly streams: readonly string[];
  readonly commandIds: readonly string[];
  /** Keys whose parked messages would stand in the way. */
  readonly keys?: readonly string[];
  /** Claims whose holders have to be known. */
  readonly claims?: readonly { readonly scope: string; readonly key: string }[];
}

/** A stream that this release cannot fold, with the reason. */
export interface UnreadableStream {
  readonly fault: Error;
}

/** The answer of one load. */
export interface LoadedSlice {
  /** Every stream that was asked for; one without events has version 0. */
  readonly streams: ReadonlyMap<string, StreamState | UnreadableStream>;
  /** The command ids that were handled before. */
  readonly known: ReadonlySet<string>;
  /** The keys that have parked messages. */
  readonly parked: ReadonlySet<string>;
  /** `claimText` of each held claim to its holder. */
  readonly claims: ReadonlyMap<string, string>;
}
