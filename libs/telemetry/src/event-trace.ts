import type { Attributes } from '@opentelemetry/api';
import { attributeNames } from './names.js';
import type { SpanOptions, TraceHeaders } from './tracing.js';

/**
 * How long after an event its trace goes on. A replay, a restore and a new consumer group bring events of
 * months: their traces have ended (docs/adr/0043). Consumers that are late within this time continue a trace.
 */
export const traceOpenMs = 60 * 60 * 1000;

/** The trace of a span about an event. */
interface EventTrace extends Required<Pick<SpanOptions, 'from' | 'links'>> {
  readonly attributes: Attributes;
}

/**
 * Where the span of a stored or received event belongs: the trace of the event while the event is young, else a
 * new trace with a link to it and the attribute `nordgate.replayed`.
 *
 * @param event its trace, and when its service stored it (ISO 8601)
 * @param nowMs the present, in milliseconds since 1970
 */
export function traceOfEvent(
  event: TraceHeaders & { readonly at: string },
  nowMs: number,
): EventTrace {
  const isOld = nowMs - Date.parse(event.at) > traceOpenMs;
  if (!isOld) return { from: event, links: [], attributes: {} };
  return { from: {}, links: [event], attributes: { [attributeNames.replayed]: true } };
}
