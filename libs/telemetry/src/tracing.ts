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
import type { Attributes, Context, Link, Span, SpanContext } from '@opentelemetry/api';
import { ChosenIds, HeadSampler, slowSpanMs } from './head-sampling.js';
import type { HeadSampling } from './head-sampling.js';

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

/** The tracer of the bank. */
export const tracer = () => trace.getTracer('nordgate');

/** The trace context of the current span, to send or store. Empty when nothing is recorded. */
export function currentTrace(): TraceHeaders {
  if (!recording) return {};
  const current = trace.getSpanContext(context.active());
  return current === undefined ? {} : headersOf(current);
}

/** As the W3C propagator writes them; it would check ids that are known to be valid. */
export function headersOf({ traceId, spanId, traceFlags, traceState }: SpanContext): TraceHeaders {
  const flags = traceFlags.toString(16).padStart(2, '0');
  const traceparent = `00-${traceId}-${spanId}-${flags}`;
  return traceState === undefined
    ? { traceparent }
    : { traceparent, tracestate: traceState.serialize() };
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
  /** A function is called only for a span that is recorded. */
  readonly attributes?: Attributes | (() => Attributes);
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
let head = new HeadSampler({ share: 1, slowMs: slowSpanMs });

/** The ids of the spans of this process; its tracer provider has to use it. */
export const spanIds = new ChosenIds();

/** Has to be called when a tracer provider records. Until then no spans are made. */
export function startRecording(sampling: HeadSampling = { share: 1, slowMs: slowSpanMs }): void {
  recording = true;
  head = new HeadSampler(sampling);
}

/** Decides which traces are recorded whole. */
export function headSampler(): HeadSampler {
  return head;
}

/** Whether spans are made. */
export function isRecording(): boolean {
  return recording;
}

/** Whether spans of the trace that these headers name are recorded whole. */
export function isSampled({ traceparent }: TraceHeaders): boolean {
  return recording && traceparent !== undefined && /[13579bdf]$/.test(traceparent);
}

/**
 * Runs `work` inside a span and returns its result. In a trace that is not recorded, a span is made afterwards, and
 * only for work that failed or was slow. A failure marks the span and is thrown again. A
 * consumer's span is the child of the context in its message and also links to it, because some
 * viewers follow parents and others follow links.
 */
export function inSpan<T>(
  name: string,
  options: SpanOptions,
  work: (span: Span) => Promise<T> | T,
): Promise<T> {
  if (!recording) return started(work);
  const parent = options.from === undefined ? context.active() : contextFrom(options.from);
  const unrecorded = unrecordedIn(parent);
  if (unrecorded === undefined) return withSpan(name, options, parent, work);
  const isActive = options.from === undefined && unrecorded === parent;
  if (isActive) return withoutSpan(name, options, unrecorded, work);
  return context.with(unrecorded, () => withoutSpan(name, options, unrecorded, work));
}

async function started<T>(work: (span: Span) => Promise<T> | T): Promise<T> {
  return work(noSpan);
}

async function withSpan<T>(
  name: string,
  options: SpanOptions,
  parent: Context,
  work: (span: Span) => Promise<T> | T,
): Promise<T> {
  const span = tracer().startSpan(name, spanOf(options, parent), parent);
  try {
    return await context.with(trace.setSpan(parent, span), () => work(span));
  } catch (error) {
    span.setStatus({ code: SpanStatusCode.ERROR });
    throw error;
  } finally {
    span.end();
  }
}

const noSpan = trace.wrapSpanContext(INVALID_SPAN_CONTEXT);

function spanOf({ kind = 'internal', attributes, links = [] }: SpanOptions, parent: Context) {
  return {
    kind: kinds[kind],
    attributes: typeof attributes === 'function' ? attributes() : (attributes ?? {}),
    links: [
      ...(kind === 'consumer' ? linksTo(parent) : []),
      ...links.flatMap((one) => linksTo(contextFrom(one))),
    ],
  };
}

/** The context of work in a trace that is not recorded; undefined in one that is. Decides for a new trace. */
function unrecordedIn(parent: Context): Context | undefined {
  const caller = trace.getSpanContext(parent);
  // Every context of this process has valid ids: they are its own, or the propagator has checked them.
  if (caller !== undefined) {
    return (caller.traceFlags & TraceFlags.SAMPLED) === 0 ? parent : undefined;
  }
  const traceId = spanIds.generateTraceId();
  return head.keepsOwn() ? undefined : trace.setSpanContext(parent, unrecordedSpan(traceId));
}

function unrecordedSpan(traceId: string): SpanContext {
  return { traceId, spanId: spanIds.generateSpanId(), traceFlags: TraceFlags.NONE };
}

async function withoutSpan<T>(
  name: string,
  options: SpanOptions,
  inside: Context,
  work: (span: Span) => Promise<T> | T,
): Promise<T> {
  const startedMs = performance.now();
  let failed = true;
  try {
    const result = await work(noSpan);
    failed = false;
    return result;
  } finally {
    const durationMs = performance.now() - startedMs;
    if ((failed || durationMs >= head.sampling.slowMs) && !isUntraced(inside)) {
      const from = sampled(inside);
      const startTime = Date.now() - durationMs;
      const span = tracer().startSpan(name, { ...spanOf(options, from), startTime }, from);
      if (failed) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end(startTime + durationMs);
    }
  }
}

function isUntraced(inside: Context): boolean {
  return trace.getSpanContext(inside)?.traceId === notSampled.traceId;
}

const notSampled = { traceId: '1'.repeat(32), spanId: '1'.repeat(16), traceFlags: TraceFlags.NONE };

/**
 * Runs `work` in a trace that neither this process nor those that it calls record. For questions that
 * are asked several times per second and belong to no request.
 */
export function untraced<T>(work: () => T): T {
  return context.with(trace.setSpanContext(ROOT_CONTEXT, notSampled), work);
}

/** The same context, in a trace that is recorded. */
export function sampled(parent: Context): Context {
  const caller = trace.getSpanContext(parent);
  if (caller === undefined) return parent;
  return trace.setSpanContext(parent, { ...caller, traceFlags: TraceFlags.SAMPLED });
}

/** Without the state of the trace: no processor of the Collector can redact a link. */
function linksTo(parent: Context): Link[] {
  const spanContext = trace.getSpanContext(parent);
  if (spanContext === undefined || !isSpanContextValid(spanContext)) return [];
  const { traceId, spanId, traceFlags } = spanContext;
  return [{ context: { traceId, spanId, traceFlags, isRemote: spanContext.isRemote ?? false } }];
}
