import { context, trace } from '@opentelemetry/api';
import { pino } from 'pino';
import type { DestinationStream, LogFn, Logger } from 'pino';
import { redact, redactText } from './redaction.js';

export type Log = Logger;

export interface LogOptions {
  readonly app: string;
  readonly level?: string;
  readonly destination?: DestinationStream;
}

/** A JSON logger whose lines carry the running trace and nothing of `redaction.ts`. */
export function createLog({ app, level = 'info', destination }: LogOptions): Log {
  const options = {
    level,
    base: { app },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: {
      level: (label: string) => ({ level: label }),
      log: (fields: Record<string, unknown>) => redact(fields) as Record<string, unknown>,
    },
    hooks: { logMethod: logRedacted },
    mixin: traceIds,
    // Errors are described before; pino's own would call each of them an Object.
    serializers: { err: (error: unknown) => error },
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}

/** An error as log fields: kind, redacted message, stack without values. */
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: redactText(String(error)) };
  const { code } = error as { code?: unknown };
  return {
    type: error.name,
    message: redactText(error.message),
    ...(code === undefined ? {} : { code }),
    stack: redactText(error.stack ?? ''),
  };
}

/** Errors become fields before pino sees them: it would copy their message into the line as it is. */
function logRedacted(this: Logger, args: Parameters<LogFn>, method: LogFn): void {
  const [first, ...rest] = args as unknown[];
  const texts = rest.map((part) => (typeof part === 'string' ? redactText(part) : part));
  method.apply(this, [described(first), ...texts] as Parameters<LogFn>);
}

function described(first: unknown): unknown {
  if (typeof first === 'string') return redactText(first);
  if (first instanceof Error) return { err: describeError(first) };
  if (typeof first !== 'object' || first === null || !('err' in first)) return first;
  if (!(first.err instanceof Error)) return first;
  return { ...first, err: describeError(first.err) };
}

function traceIds(): Record<string, string> {
  const span = trace.getSpanContext(context.active());
  return span === undefined ? {} : { trace_id: span.traceId, span_id: span.spanId };
}
