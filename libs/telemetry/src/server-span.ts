import { SpanKind, SpanStatusCode, context, trace } from '@opentelemetry/api';
import type { Attributes } from '@opentelemetry/api';
import { contextFrom, isRecording } from './tracing.js';
import type { TraceHeaders } from './tracing.js';

/** The span of one request, open from its first octet to the end of its answer. */
export interface ServerSpan {
  /** Runs a part of the request inside the span. */
  run<T>(work: () => T): T;
  end(attributes: Attributes, failed: boolean): void;
}

/**
 * Starts the span of a request as a child of the caller's trace, if it sent one; undefined while
 * nothing is recorded.
 */
export function startServerSpan(name: string, from: TraceHeaders): ServerSpan | undefined {
  if (!isRecording()) return undefined;
  const parent = contextFrom(from);
  const span = trace.getTracer('nordgate').startSpan(name, { kind: SpanKind.SERVER }, parent);
  const inside = trace.setSpan(parent, span);
  return {
    run: (work) => context.with(inside, work),
    end(attributes, failed) {
      span.setAttributes(attributes);
      if (failed) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    },
  };
}
