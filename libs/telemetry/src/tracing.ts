import { createHash } from 'node:crypto';
import {
  INVALID_SPAN_CONTEXT,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  context,
  isSpanContextValid,
  propagation,
  trace,
} from '@opentelemetry/api';
import type { Attributes, Context, Link, Span } from '@opentelemetry/api';

/** W3C trace context, as headers of requests and messages and in the metadata of stored events. */
export interface TraceHeaders {
  readonly traceparent?: string;
  readonly tracestate?: string;
}

/**
 * What the traces about one stream have in common: the approval of a payment days after its request is another
 * trace. A hash, because it also stands for the key of a message.
 */
export function correlationOf(stream: string): string {
  return createHash('sha256').update(stream).digest('hex').slice(0, correlationLength);
}

const correlationLength = 16;

const tracer = () => trace.getTracer('nordgate');

/** The trace context of the current span, to send or store. Empty when nothing is recorded. */
export function currentTrace(): TraceHeaders {
  const carrier: { traceparent?: string; tracestate?: string } = {};
  propagation.inject(context.active(), carrier);
  return carrier;
}

/** The same in the current trace. Unchanged when nothing is recorded. */
export function withCurrentTrace<Traced extends TraceHeaders>(traced: Traced): Traced {
  const current = currentTrace();
  if (current.traceparent === undefined) return traced;
  // The state of another trace must not go on with this one.
  return { ...traced, tracestate: undefined, ...current };
}

/** The context that arrived with a request, message or stored event. */
export function contextFrom(headers: TraceHeaders): Context {
  return headers.traceparent === undefined
    ? ROOT_CONTEXT
    : propagation.extract(ROOT_CONTEXT, headers);
}

/**
 * Runs `work` inside the trace that arrived with a request, message or stored event, without a new span. The
 * log lines of `work` name that trace.
 */
export function inTrace<T>(headers: TraceHeaders, work: () => T): T {
  return context.with(contextFrom(headers), work);
}

/** The trace that headers name; undefined when they name none. */
export function traceIdOf({ traceparent }: TraceHeaders): string | undefined {
  return traceparent?.split('-')[1];
}

export interface SpanOptions {
  readonly kind?: 'server' | 'client' | 'producer' | 'consumer' | 'internal';
  readonly attributes?: Attributes;
  /** The parent. Default: the current context. */
  readonly from?: TraceHeaders;
  /** Further traces that the span belongs to, e.g. those of the messages of a slice. */
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

/** Has to be called when a tracer provider records. Until then no spans are made. */
export function startRecording(): void {
  recording = true;
}

/** Whether spans are made. */
export function isRecording(): boolean {
  return recording;
}

/**
 * Runs `work` inside a span and returns its result. A failure marks the span and is thrown again. A
 * consumer's span is the child of the context in its message and also links to it, because some
 * viewers follow parents and others follow links.
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

const notSampled = { traceId: '1'.repeat(32), spanId: '1'.repeat(16), traceFlags: TraceFlags.NONE };

/**
 * Runs `work` in a trace that neither this process nor those that it calls record. For questions that
 * are asked several times per second and belong to no request.
 */
export function untraced<T>(work: () => T): T {
  return context.with(trace.setSpanContext(ROOT_CONTEXT, notSampled), work);
}

/** The span of one request, from its first byte to the end of its response. */
export interface ServerSpan {
  /** Runs a part of the request inside the span. */
  run<T>(work: () => T): T;
  end(attributes: Attributes, failed: boolean): void;
}

/**
 * Starts the span of a request from outside the bank. It is a child of the caller's trace if the request carries
 * one. It is recorded whatever the caller records: `-00` of a TPP must not hide its requests from the bank.
 * Returns undefined while nothing is recorded.
 */
export function startServerSpan(name: string, from: TraceHeaders): ServerSpan | undefined {
  if (!recording) return undefined;
  const parent = sampled(contextFrom(from));
  const span = tracer().startSpan(name, { kind: SpanKind.SERVER }, parent);
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

function sampled(parent: Context): Context {
  const caller = trace.getSpanContext(parent);
  if (caller === undefined) return parent;
  return trace.setSpanContext(parent, { ...caller, traceFlags: TraceFlags.SAMPLED });
}

function linksTo(parent: Context): Link[] {
  const spanContext = trace.getSpanContext(parent);
  return spanContext && isSpanContextValid(spanContext) ? [{ context: spanContext }] : [];
}
