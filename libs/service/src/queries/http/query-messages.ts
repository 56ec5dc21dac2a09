import type { TraceHeaders } from '@nordgate/telemetry';

/** The path under which a service answers queries of other processes. */
export const queriesPath = '/internal/queries';

/** A query in the body of a request. The queries of one event-loop turn share a request. */
export interface QueryMessage {
  /** The class name of the query. */
  readonly name: string;
  /** The fields of the query. */
  readonly query: unknown;
  /** The trace of the caller. */
  readonly trace: TraceHeaders;
}

/** The outcome of a query in the body of a response: an HTTP status, and with 200 the answer. */
export interface QueryOutcome {
  readonly status: number;
  readonly answer?: unknown;
}
