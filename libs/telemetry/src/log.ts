import { context, trace } from '@opentelemetry/api';
import { pino } from 'pino';
import type { DestinationStream, LogFn, Logger } from 'pino';
import { redactLine, redactText } from './redaction.js';

export type Log = Logger;

export interface LogOptions {
  readonly app: string;
  readonly level?: string;
  readonly destination?: DestinationStream;
}

/** A JSON logger. Its lines carry the current trace, and no secret (`redaction.ts`). */
export function createLog({ app, level = 'info', destination }: LogOptions): Log {
  const options = {
    level,
    base: { app },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: {
      level: (label: string) => ({ level: label }),
      log: redactLine,
    },
    hooks: { logMethod: logRedacted },
    mixin: traceIds,
    // Errors are plain objects by now; the serializer of pino would change their type to Object.
    serializers: { err: (error: unknown) => error },
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}

/** An error as log fields: type, code, and message and stack without account numbers. */
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: redactText(String(error)) };
  const { code } = error as { code?: unknown };
  return {
    type: error.name,
    message: redactText(error.message),
    code,
    stack: redactText(error.stack ?? ''),
  };
}

/** Converts errors to fields before pino gets them: pino would log their message unchanged. */
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
