import { SpanKind, SpanStatusCode, TraceFlags, context, trace } from '@opentelemetry/api';
import type { Attributes, Context, Span, SpanContext } from '@opentelemetry/api';
import {
  contextFrom,
  headSampler,
  headersOf,
  isRecording,
  sampled,
  spanIds,
  tracer,
} from './tracing.js';
import type { TraceHeaders } from './tracing.js';

/** What a request has while its process makes spans. */
interface Started {
  readonly name: string;
  readonly parent: Context;
  /** Other processes know the request by these ids: a span that is made late has them. */
  readonly ids: SpanContext;
  /** In a trace that is recorded whole. */
  readonly span: Span | undefined;
}

/**
 * The span of one request, from its first byte to the end of its response. One class for requests that are recorded
 * and for those that are not: with two kinds of object, V8 compiled every caller again when the first rare one came.
 */
export class ServerSpan {
  private readonly startedMs = performance.now();
  private readonly inside: Context | undefined;

  constructor(private readonly started: Started | undefined) {
    this.inside = started && contextOf(started);
  }

  /** Runs a part of the request inside the span. */
  run<T>(work: () => T): T {
    const { inside } = this;
    if (inside === undefined || context.active() === inside) return work();
    return context.with(inside, work);
  }

  /** The trace context that `run` passes on. Empty when the process makes no spans. */
  trace(): TraceHeaders {
    return this.started === undefined ? {} : headersOf(this.started.ids);
  }

  /** Ends the span. In a trace that is not recorded, the span of a request that failed or was slow is made now. */
  end(attributes: Attributes, failed: boolean): void {
    if (this.started === undefined) return;
    const { span } = this.started;
    if (span !== undefined) return endSpan(span.setAttributes(attributes), failed);
    const durationMs = performance.now() - this.startedMs;
    if (failed || durationMs >= headSampler().sampling.slowMs) {
      lateSpan(this.started, attributes, { failed, durationMs });
    }
  }
}

/** Of a request in a process that makes no spans. */
export const noServerSpan = new ServerSpan(undefined);

/**
 * Starts the span of a request from outside the bank. It is a child of the caller's trace if the request carries
 * one. The bank decides whether the trace is recorded, whatever the caller records: `-00` of a TPP must not hide its
 * requests from the bank.
 */
export function startServerSpan(name: string, from: TraceHeaders): ServerSpan {
  if (!isRecording()) return noServerSpan;
  const parent = sampled(contextFrom(from));
  const given = trace.getSpanContext(parent)?.traceId;
  const head = headSampler();
  const isKept = given === undefined ? head.keepsOwn() : head.keeps(given);
  if (isKept) {
    const span = tracer().startSpan(name, { kind: SpanKind.SERVER }, parent);
    return new ServerSpan({ name, parent, ids: span.spanContext(), span });
  }
  const traceId = given ?? spanIds.generateTraceId();
  const ids = { traceId, spanId: spanIds.generateSpanId(), traceFlags: TraceFlags.NONE };
  return new ServerSpan({ name, parent, ids, span: undefined });
}

function contextOf({ parent, ids, span }: Started): Context {
  return span === undefined ? trace.setSpanContext(parent, ids) : trace.setSpan(parent, span);
}

function lateSpan(
  { name, parent, ids }: Started,
  attributes: Attributes,
  { failed, durationMs }: { readonly failed: boolean; readonly durationMs: number },
): void {
  const startTime = Date.now() - durationMs;
  const options = { kind: SpanKind.SERVER, attributes, startTime };
  const span = spanIds.withIds(ids, () => tracer().startSpan(name, options, parent));
  endSpan(span, failed, startTime + durationMs);
}

function endSpan(span: Span, failed: boolean, endTime?: number): void {
  if (failed) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end(endTime);
}
