export { traceOfEvent, traceOpenMs } from './event-trace.js';
export { Health } from './health.js';
export type { HealthCheck, HealthReport, LivenessReport, StartReport } from './health.js';
export { createLog, describeError, logDestination } from './log.js';
export type { Log, LogForm, LogOptions } from './log.js';
export { MeasuredGauge } from './measured-gauge.js';
export { measureRegularly } from './measure-regularly.js';
export type { Measurement } from './measure-regularly.js';
export { instrumentsOf } from './metrics.js';
export type { Instruments } from './metrics.js';
export { attributeNames, metricNames, spanNames } from './names.js';
export { loggedFields, redact, redactText, secretFields } from './redaction.js';
export { startTelemetry } from './start.js';
export type { Telemetry, TelemetryOptions } from './start.js';
export {
  contextFrom,
  correlationOf,
  currentTrace,
  inSpan,
  inTrace,
  isRecording,
  startServerSpan,
  traceIdOf,
  untraced,
  withCurrentTrace,
} from './tracing.js';
export type { ServerSpan, SpanOptions, TraceHeaders } from './tracing.js';
