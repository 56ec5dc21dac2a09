import type { TraceHeaders } from '@nordgate/telemetry';

/** Where a service takes questions of other processes. */
export const queriesPath = '/internal/queries';

/** A question as it crosses the boundary of a process; those of one turn go together. */
export interface Asked {
  /** The class of the query. */
  readonly name: string;
  /** Its fields. */
  readonly query: unknown;
  /** The trace of who asks. */
  readonly trace: TraceHeaders;
}

/** What became of a question: an HTTP status, and with 200 the answer. */
export interface Outcome {
  readonly status: number;
  readonly answer?: unknown;
}
