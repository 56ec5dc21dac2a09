import { hostname } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { context, metrics, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { PrometheusExporter, PrometheusSerializer } from '@opentelemetry/exporter-prometheus';
import { collectorExporter } from './collector-agent.js';
import type { CollectorAuthorities } from './collector-agent.js';
import { keepingProcessor } from './kept-spans.js';
import { countingProcessor } from './lost-spans.js';
import { forgetInstruments, instrumentsOf, scrapeMeasured, scrapeNode } from './metrics.js';
import { attributeNames, resourceNames } from './names.js';
import { slowSpanMs } from './head-sampling.js';
import type { HeadSampling } from './head-sampling.js';
import { spanIds, startRecording } from './tracing.js';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { MeterProvider } from '@opentelemetry/sdk-metrics';
import { TracerProvider } from '@opentelemetry/sdk-trace';
import type { Resource } from '@opentelemetry/resources';
import type { SpanProcessor } from '@opentelemetry/sdk-trace';

export interface TelemetryOptions {
  readonly service: string;
  readonly version: string;
  /** The OTLP/HTTP endpoint for traces: the value of OTEL_EXPORTER_OTLP_TRACES_ENDPOINT. */
  readonly tracesEndpoint?: string;
  /** Authorities of an https endpoint. Default: those that Node knows. */
  readonly tracesAuthorities?: CollectorAuthorities;
  /**
   * The share of traces that are recorded whole, 0 to 1; of others only what failed or was slow. Default: 1, and 0 for a
   * process whose traces go to its memory only: it records as many as a person can look at.
   */
  readonly tracesShare?: number;
  /** Traces that the process keeps in memory, of a sandbox only. Default: none. */
  readonly tracesKept?: number;
  /** Further span processors; tests read spans with one. */
  readonly spanProcessors?: readonly SpanProcessor[];
}

export interface Telemetry {
  /** The metrics in the text format of Prometheus. */
  scrape(): Promise<string>;
  /** Sends buffered spans and ends, after two seconds also without an answer of the collector. */
  stop(): Promise<void>;
}

/**
 * Sets the tracer and the meter of the process. Without an endpoint or a processor no spans are made,
 * so that tracing costs nothing.
 */
export function startTelemetry(options: TelemetryOptions): Telemetry {
  const resource = resourceFromAttributes({
    [resourceNames.service]: options.service,
    [resourceNames.version]: options.version,
  });
  const reader = new PrometheusExporter({ preventServerStart: true });
  const meterProvider = new MeterProvider({ resource, readers: [reader] });
  metrics.setGlobalMeterProvider(meterProvider);
  forgetInstruments();
  instrumentsOf().buildInfo.record(1, { [attributeNames.version]: options.version });
  const spanProcessors = processorsOf(options);
  const tracerProvider = new TracerProvider({
    resource: resource.merge(replica()),
    spanProcessors,
    idGenerator: spanIds,
  });
  if (spanProcessors.length > 0) {
    context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
    propagation.setGlobalPropagator(new W3CTraceContextPropagator());
    trace.setGlobalTracerProvider(tracerProvider);
    startRecording(samplingOf(options));
  }
  const serializer = new PrometheusSerializer();
  return {
    async scrape() {
      const [{ resourceMetrics }, ofNode] = await Promise.all([reader.collect(), scrapeNode()]);
      return serializer.serialize(resourceMetrics) + scrapeMeasured() + ofNode;
    },
    async stop() {
      const sent = Promise.allSettled([tracerProvider.shutdown(), meterProvider.shutdown()]);
      await Promise.race([sent, delay(stopLimitMs, undefined, { ref: false })]);
    },
  };
}

/** Of spans only: Prometheus labels a metric with its replica. In Kubernetes the host is the pod. */
function replica(): Resource {
  const host = hostname();
  return resourceFromAttributes({
    [resourceNames.instance]: `${host}/${String(process.pid)}`,
    [resourceNames.host]: host,
  });
}

function samplingOf(options: TelemetryOptions): HeadSampling {
  const { tracesShare, tracesKept = 0, tracesEndpoint, spanProcessors = [] } = options;
  const areSent = tracesEndpoint !== undefined || spanProcessors.length > 0;
  const share = tracesShare ?? (tracesKept > 0 && !areSent ? 0 : 1);
  return { share, slowMs: slowSpanMs, ...(!areSent && { kept: tracesKept }) };
}

function processorsOf(options: TelemetryOptions): SpanProcessor[] {
  const { service, tracesKept = 0, tracesAuthorities } = options;
  const keeping = tracesKept > 0 ? [keepingProcessor(service, tracesKept)] : [];
  const own = [...(options.spanProcessors ?? []), ...keeping];
  if (options.tracesEndpoint === undefined) return own;
  const exporter = collectorExporter({
    url: options.tracesEndpoint,
    timeoutMillis: exportTimeoutMs,
    authorities: tracesAuthorities,
  });
  return [...own, countingProcessor(exporter, { queueMax: spansMax, exportTimeoutMs })];
}

/** Spans that wait for the collector; more are dropped, so that its failure costs no memory. */
const spansMax = 2048;
/** The collector is near: a request that takes longer has failed. */
const exportTimeoutMs = 5000;
/** A small part of the time that a process has to end. */
const stopLimitMs = 2000;
