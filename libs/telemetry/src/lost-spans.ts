import { TraceFlags } from '@opentelemetry/api';
import { ExportResultCode } from '@opentelemetry/core';
import { BatchSpanProcessor } from '@opentelemetry/sdk-trace';
import type { SpanExporter, SpanProcessor } from '@opentelemetry/sdk-trace';
import { instrumentsOf } from './metrics.js';
import { attributeNames } from './names.js';

export interface ExportLimits {
  /** Spans that wait for the exporter; more are dropped. */
  readonly queueMax: number;
  readonly exportTimeoutMs: number;
}

/** Why a span never reached the collector. */
type LossCause = 'queue' | 'export';

/**
 * Exports spans in batches, and counts those that never reach the collector: `queue` when too many wait, `export`
 * when the collector did not take them. The processor of the SDK drops silently, so this one keeps its limit.
 */
export function countingProcessor(
  exporter: SpanExporter,
  { queueMax, exportTimeoutMs }: ExportLimits,
): SpanProcessor {
  let waiting = 0;
  const counted: SpanExporter = {
    export: (spans, done) => {
      waiting -= spans.length;
      exporter.export(spans, (result) => {
        if (result.code !== ExportResultCode.SUCCESS) noteLoss('export', spans.length);
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
  };
  const batches = new BatchSpanProcessor({
    exporter: counted,
    maxQueueSize: queueMax,
    exportTimeoutMillis: exportTimeoutMs,
  });
  // A counter that appears with its first count shows Prometheus no increase.
  for (const cause of ['queue', 'export'] as const) noteLoss(cause, 0);
  return {
    onStart: () => undefined,
    onEnd: (span) => {
      if ((span.spanContext().traceFlags & TraceFlags.SAMPLED) === 0) return;
      if (waiting >= queueMax) return noteLoss('queue', 1);
      waiting += 1;
      batches.onEnd(span);
    },
    forceFlush: () => batches.forceFlush(),
    shutdown: () => batches.shutdown(),
  };
}

function noteLoss(cause: LossCause, spans: number): void {
  instrumentsOf().lostSpans.add(spans, { [attributeNames.cause]: cause });
}
