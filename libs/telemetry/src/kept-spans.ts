import { SpanStatusCode, TraceFlags } from '@opentelemetry/api';
import type { Attributes, HrTime } from '@opentelemetry/api';
import type { ReadableSpan, SpanProcessor } from '@opentelemetry/sdk-trace';
import { attributeNames } from './names.js';
import { redactText } from './redaction.js';
import { RecentTraces, recentTraceLimits } from './recent-traces.js';
import type { KeptSpan } from './recent-traces.js';

/** The traces of this process; undefined while it keeps none. */
let recent: RecentTraces | undefined;

/**
 * Keeps the last spans in memory, for `operator request` and the console of a sandbox.
 *
 * @param service the service of spans that name none
 */
export function keepingProcessor(service: string, tracesMax: number): SpanProcessor {
  const traces = new RecentTraces({ ...recentTraceLimits, tracesMax });
  // The tracer of a process is set once: the spans go to the first one that started.
  recent ??= traces;
  return {
    onStart: () => undefined,
    onEnd: (span) => {
      if ((span.spanContext().traceFlags & TraceFlags.SAMPLED) === 0) return;
      traces.add(keptSpanOf(span, service));
    },
    forceFlush: () => Promise.resolve(),
    shutdown: () => {
      if (recent === traces) recent = undefined;
      return Promise.resolve();
    },
  };
}

/** The spans of a trace that this process has made lately; undefined while the process keeps no traces. */
export function keptSpans(traceId: string): readonly KeptSpan[] | undefined {
  return recent?.of(traceId);
}

function keptSpanOf(span: ReadableSpan, service: string): KeptSpan {
  const { traceId, spanId } = span.spanContext();
  const parentId = span.parentSpanContext?.spanId;
  return {
    traceId,
    spanId,
    ...(parentId !== undefined && { parentId }),
    name: redactText(span.name),
    service: serviceOf(span) ?? service,
    startMs: msOf(span.startTime),
    durationMs: msOf(span.duration),
    failed: span.status.code === SpanStatusCode.ERROR,
    attributes: shownAttributes(span.attributes),
    links: [...new Set(span.links.map(({ context }) => context.traceId))].slice(0, linksMax),
  };
}

/** In a process of all services, the app or the consumer group of a span says whose it is. */
function serviceOf({ attributes }: ReadableSpan): string | undefined {
  const { [attributeNames.app]: app, [attributeNames.consumerGroup]: group } = attributes;
  if (typeof app === 'string') return app;
  return typeof group === 'string' ? group.split('.')[0] : undefined;
}

const msOf = ([seconds, nanoseconds]: HrTime) => seconds * 1000 + nanoseconds / 1_000_000;

const textMax = 256;
const linksMax = 16;

function shownAttributes(attributes: Attributes): KeptSpan['attributes'] {
  const shown: Record<string, string | number | boolean> = {};
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'number' || typeof value === 'boolean') shown[name] = value;
    else if (typeof value === 'string') shown[name] = redactText(value).slice(0, textMax);
  }
  return shown;
}
