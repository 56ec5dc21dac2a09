import {
  INVALID_SPAN_CONTEXT,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  context,
  isSpanContextValid,
  propagation,
  trace,
} from '@opentelemetry/api';
import type { Attributes, Context, Link, Span } from '@opentelemetry/api';

/** W3C trace context as it travels in headers and in the meta of stored events. */
export interface TraceHeaders {
  readonly traceparent?: string;
  readonly tracestate?: string;
}

const tracer = () => trace.getTracer('nordgate');

/** The trace context of the running span, to send or store; empty when nothing is recorded. */
export function currentTrace(): TraceHeaders {
  const carrier: { traceparent?: string; tracestate?: string } = {};
  propagation.inject(context.active(), carrier);
  return carrier;
}

/** The context that arrived with a request, message or stored event. */
export function contextFrom(headers: TraceHeaders): Context {
  return headers.traceparent === undefined
    ? ROOT_CONTEXT
    : propagation.extract(ROOT_CONTEXT, headers);
}

export interface SpanOptions {
  readonly kind?: 'server' | 'client' | 'producer' | 'consumer' | 'internal';
  readonly attributes?: Attributes;
  /** Parent; the running context when left out. */
  readonly from?: TraceHeaders;
  /** Other traces that this span works for, e.g. of the messages of a slice. */
  readonly links?: readonly TraceHeaders[];
}

const kinds = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
} as const;

let recording = false;

/** Called once a tracer provider records: until then spans are not even made. */
export function startRecording(): void {
  recording = true;
}

/** Whether spans are made. */
export function isRecording(): boolean {
  return recording;
}

/**
 * Runs `work` inside a span. A consumer's span is the child of the context that came with the
 * message and links to it as well, so that both kinds of viewer show the way.
 */
export async function inSpan<T>(
  name: string,
  options: SpanOptions,
  work: (span: Span) => Promise<T> | T,
): Promise<T> {
  if (!recording) return work(trace.wrapSpanContext(INVALID_SPAN_CONTEXT));
  const parent = options.from === undefined ? context.active() : contextFrom(options.from);
  const span = tracer().startSpan(
    name,
    {
      kind: kinds[options.kind ?? 'internal'],
      attributes: options.attributes ?? {},
      links: [
        ...(options.kind === 'consumer' ? linksTo(parent) : []),
        ...(options.links ?? []).flatMap((one) => linksTo(contextFrom(one))),
      ],
    },
    parent,
  );
  try {
    return await context.with(trace.setSpan(parent, span), () => work(span));
  } catch (error) {
    span.setStatus({ code: SpanStatusCode.ERROR });
    throw error;
  } finally {
    span.end();
  }
}

function linksTo(parent: Context): Link[] {
  const spanContext = trace.getSpanContext(parent);
  return spanContext && isSpanContextValid(spanContext) ? [{ context: spanContext }] : [];
}
