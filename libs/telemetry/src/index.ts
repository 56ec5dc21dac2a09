export { backgroundCheck } from './background-check.js';
export type { BackgroundCheck } from './background-check.js';
export { traceOfEvent, traceOpenMs } from './event-trace.js';
export { Health } from './health.js';
export type { HealthCheck, HealthReport, LivenessReport, Outage, StartReport } from './health.js';
export { keptSpans } from './kept-spans.js';
export { createLog, describeError, logDestination } from './log.js';
export type { Log, LogForm, LogOptions } from './log.js';
export { MeasuredGauge, instrumentsOf } from './metrics.js';
export { measureHealth, measureRegularly, measuredEveryMs } from './measure-regularly.js';
export type { Measurement } from './measure-regularly.js';
export type { Instruments } from './metrics.js';
export { attributeNames, metricNames, resourceNames, spanNames } from './names.js';
export { brokersPeer, databasePeer, fromPeer, peerOf } from './outage-peer.js';
export { loggedFields, redact, redactText, secretFields } from './redaction.js';
export { recentTraceLimits } from './recent-traces.js';
export type { KeptSpan } from './recent-traces.js';
export { ServerSpan, noServerSpan, startServerSpan } from './server-span.js';
export { startTelemetry } from './start.js';
export type { Telemetry, TelemetryOptions } from './start.js';
export {
  contextFrom,
  correlationOf,
  currentTrace,
  inSpan,
  inTrace,
  isRecording,
  isSampled,
  traceIdOf,
  untraced,
  withCurrentTrace,
} from './tracing.js';
export type { SpanOptions, TraceHeaders } from './tracing.js';
