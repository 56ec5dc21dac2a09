import type { Queryable } from './checkpoint.js';

/** W3C trace context as a stored event has it. */
export interface StoredTrace {
  readonly traceparent: string;
  readonly tracestate?: string;
}

const originStatement = {
  name: 'es.origin_traces',
  text: `
select stream_id as stream, meta->>'traceparent' as traceparent, meta->>'tracestate' as tracestate
  from es.event where stream_id = any($1) and version = 1 and meta->>'traceparent' is not null`,
};

/**
 * The traces that created these streams. A stream that does not exist, or was created without a trace, has
 * none. Throws errors of the driver.
 */
export async function originTraces(
  pool: Queryable,
  streams: readonly string[],
): Promise<ReadonlyMap<string, StoredTrace>> {
  if (streams.length === 0) return new Map();
  type Row = { stream: string; traceparent: string; tracestate: string | null };
  const { rows } = await pool.query<Row>({ ...originStatement, values: [streams] });
  return new Map(
    rows.map(({ stream, traceparent, tracestate }) => [
      stream,
      tracestate === null ? { traceparent } : { traceparent, tracestate },
    ]),
  );
}
