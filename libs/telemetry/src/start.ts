import { setTimeout as delay } from 'node:timers/promises';
import { context, metrics, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { PrometheusExporter, PrometheusSerializer } from '@opentelemetry/exporter-prometheus';
import { countingProcessor } from './lost-spans.js';
import { instrumentsOf, scrapeMeasured, scrapeNode } from './metrics.js';
import { attributeNames } from './names.js';
import { startRecording } from './tracing.js';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { MeterProvider } from '@opentelemetry/sdk-metrics';
import { TracerProvider } from '@opentelemetry/sdk-trace';
import type { SpanProcessor } from '@opentelemetry/sdk-trace';

export interface TelemetryOptions {
  readonly service: string;
  readonly version: string;
  /** The OTLP/HTTP endpoint for traces: the value of OTEL_EXPORTER_OTLP_TRACES_ENDPOINT. */
  readonly tracesEndpoint?: string;
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
    'service.name': options.service,
    'service.version': options.version,
  });
  const reader = new PrometheusExporter({ preventServerStart: true });
  const meterProvider = new MeterProvider({ resource, readers: [reader] });
  metrics.setGlobalMeterProvider(meterProvider);
  instrumentsOf().buildInfo.record(1, { [attributeNames.version]: options.version });
  const spanProcessors = processorsOf(options);
  const tracerProvider = new TracerProvider({ resource, spanProcessors });
  if (spanProcessors.length > 0) {
    context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
    propagation.setGlobalPropagator(new W3CTraceContextPropagator());
    trace.setGlobalTracerProvider(tracerProvider);
    startRecording();
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

function processorsOf(options: TelemetryOptions): SpanProcessor[] {
  const own = [...(options.spanProcessors ?? [])];
  if (options.tracesEndpoint === undefined) return own;
  const exporter = new OTLPTraceExporter({
    url: options.tracesEndpoint,
    timeoutMillis: exportTimeoutMs,
  });
  return [...own, countingProcessor(exporter, { queueMax: spansMax, exportTimeoutMs })];
}

/** Spans that wait for the collector; more are dropped, so that its failure costs no memory. */
const spansMax = 2048;
/** The collector is near: a request that takes longer has failed. */
const exportTimeoutMs = 5000;
/** A small part of the time that a process has to end. */
const stopLimitMs = 2000;
